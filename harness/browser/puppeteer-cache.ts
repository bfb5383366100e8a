import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Build that `install-browser` downloads, from the same Chromium branch as the embedded one. */
export const pinnedBuildId = "147.0.7727.15";

interface CacheNames {
  /** Platform part of the folder name `<platform>-<version>`. */
  readonly platform: string;
  /** Archive part of the folder name `chrome-<archive>`. */
  readonly archive: string;
  readonly chromePath: readonly string[];
  readonly shellName: string;
}

/**
 * Paths where puppeteer's installer may have put a browser, best first: headless shells before full browsers, the
 * pinned build before all others, then the newest. The folder may be missing.
 */
export async function puppeteerCacheCandidates(
  cacheFolder: string,
  platform: string,
  arch: string,
): Promise<readonly string[]> {
  const names = cacheNames(platform, arch);
  if (names === null) return [];
  const shells = await installedVersions(join(cacheFolder, "chrome-headless-shell"), names.platform);
  const browsers = await installedVersions(join(cacheFolder, "chrome"), names.platform);
  return [
    ...shells.map((folder) => join(folder, `chrome-headless-shell-${names.archive}`, names.shellName)),
    ...browsers.map((folder) => join(folder, `chrome-${names.archive}`, ...names.chromePath)),
  ];
}

async function installedVersions(folder: string, platform: string): Promise<readonly string[]> {
  const entries = await readdir(folder).catch(() => []);
  const prefix = `${platform}-`;
  return entries
    .filter((entry) => entry.startsWith(prefix))
    .map((entry) => entry.slice(prefix.length))
    .sort(comparePinnedThenNewest)
    .map((version) => join(folder, `${prefix}${version}`));
}

function comparePinnedThenNewest(left: string, right: string): number {
  if (left === pinnedBuildId || right === pinnedBuildId) return left === pinnedBuildId ? -1 : 1;
  const leftParts = left.split(".").map(Number);
  const rightParts = right.split(".").map(Number);
  for (const [index, part] of leftParts.entries()) {
    const difference = (rightParts[index] ?? 0) - part;
    if (difference !== 0) return difference;
  }
  return 0;
}

function cacheNames(platform: string, arch: string): CacheNames | null {
  const macPath = ["Google Chrome for Testing.app", "Contents", "MacOS", "Google Chrome for Testing"];
  switch (`${platform}-${arch}`) {
    case "linux-x64":
      return { platform: "linux", archive: "linux64", chromePath: ["chrome"], shellName: "chrome-headless-shell" };
    case "darwin-arm64":
      return { platform: "mac_arm", archive: "mac-arm64", chromePath: macPath, shellName: "chrome-headless-shell" };
    case "darwin-x64":
      return { platform: "mac", archive: "mac-x64", chromePath: macPath, shellName: "chrome-headless-shell" };
    case "win32-x64":
    // Windows on ARM runs the x64 build; there is no native one.
    case "win32-arm64":
      return {
        platform: "win64",
        archive: "win64",
        chromePath: ["chrome.exe"],
        shellName: "chrome-headless-shell.exe",
      };
    default:
      return null;
  }
}
