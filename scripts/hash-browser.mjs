// Writes harness/browser/embedded-hashes.ts: the SHA-256 of each file of the embedded browser, packed and unpacked, and
// of its fonts. Run it after a new version of one of these packages is in the lock file; npm has checked the package's
// own hash on installation.
import { createHash } from "node:crypto";
import {
  createReadStream,
  createWriteStream,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { format, resolveConfig } from "prettier";
import { extract } from "tar-fs";
import { projectFolder } from "./bootstrap.mjs";

// Arimo, Cousine and Tinos are as wide as Arial, Courier New and Times New Roman. Chocolate Classical Sans has the
// characters of Chinese and Japanese, Nanum Gothic those of Korean, and DejaVu Sans the signs that the others lack.
const styles = ["400Regular", "400Regular_Italic", "700Bold", "700Bold_Italic"];
const fontFiles = {
  "@expo-google-fonts/arimo": styles.map((style) => `${style}/Arimo_${style}.ttf`),
  "@expo-google-fonts/chocolate-classical-sans": ["400Regular/ChocolateClassicalSans_400Regular.ttf"],
  "@expo-google-fonts/cousine": styles.map((style) => `${style}/Cousine_${style}.ttf`),
  "@expo-google-fonts/nanum-gothic": ["400Regular/NanumGothic_400Regular.ttf", "700Bold/NanumGothic_700Bold.ttf"],
  "@expo-google-fonts/noto-color-emoji": ["400Regular/NotoColorEmoji_400Regular.ttf"],
  "@expo-google-fonts/tinos": styles.map((style) => `${style}/Tinos_${style}.ttf`),
  "dejavu-fonts-ttf": ["ttf/DejaVuSans-Bold.ttf", "ttf/DejaVuSans.ttf"],
};

const packageFolder = folderOf("@sparticuz/chromium");
const version = versionOf("@sparticuz/chromium");
const archives = readdirSync(join(packageFolder, "bin")).sort();
const unpackedFolder = mkdtempSync(join(tmpdir(), "framegate-hash-browser-"));
try {
  for (const name of archives) {
    const isTar = name.endsWith(".tar.br");
    const target = isTar ? extract(unpackedFolder) : createWriteStream(join(unpackedFolder, basename(name, ".br")));
    await pipeline(createReadStream(join(packageFolder, "bin", name)), createBrotliDecompress(), target);
  }
  const packed = archives.map((name) => [name, hashOf(join(packageFolder, "bin", name))]);
  const unpacked = readdirSync(unpackedFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [path.slice(unpackedFolder.length + 1), hashOf(path)])
    // Framegate writes its own fonts.conf.
    .filter(([path]) => path !== "fonts.conf");
  const fonts = Object.entries(fontFiles).map(([name, paths]) => ({
    name,
    version: versionOf(name),
    files: Object.fromEntries(paths.map((path) => [path, hashOf(join(folderOf(name), path))])),
  }));
  const target = join(projectFolder, "harness/browser/embedded-hashes.ts");
  const options = { ...(await resolveConfig(target)), parser: "typescript" };
  writeFileSync(target, await format(render(packed, unpacked, fonts), options));
} finally {
  rmSync(unpackedFolder, { recursive: true, force: true });
}

function folderOf(name) {
  return join(projectFolder, "node_modules", name);
}

function versionOf(name) {
  return JSON.parse(readFileSync(join(folderOf(name), "package.json"), "utf8")).version;
}

function hashOf(path) {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

function render(packed, unpacked, fonts) {
  return `// Written by scripts/hash-browser.mjs.

/** The version of @sparticuz/chromium that the hashes are of. */
export const embeddedVersion = "${version}";

/** The SHA-256 of each archive of the package. */
export const packedHashes: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(packed))};

/** The SHA-256 of each file in them. */
export const unpackedHashes: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(unpacked))};

/** An npm package with fonts for the embedded browser. */
export interface FontPackage {
  readonly name: string;
  readonly version: string;
  /** The SHA-256 of each font that is used, by its path in the package. */
  readonly files: Readonly<Record<string, string>>;
}

/** The packages with the fonts that the browser's own package lacks. */
export const fontPackages: readonly FontPackage[] = ${JSON.stringify(fonts)};
`;
}
