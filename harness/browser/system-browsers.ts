import { delimiter, isAbsolute, join } from "node:path";
import type { Environment } from "../environment.ts";

/** Executable names of Chrome and Chromium in Linux distributions, most specific first. */
const linuxNames = [
  "chrome-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "chrome",
];

const macApplications = [
  ["Google Chrome.app", "Contents", "MacOS", "Google Chrome"],
  ["Chromium.app", "Contents", "MacOS", "Chromium"],
];

const windowsPrograms = [
  ["Google", "Chrome", "Application", "chrome.exe"],
  ["Chromium", "Application", "chrome.exe"],
];

/** Paths where a system may have Chrome or Chromium installed, best first. Does not touch the disk. */
export function systemCandidates(env: Environment, platform: string): readonly string[] {
  switch (platform) {
    case "win32":
      return windowsFolders(env).flatMap((folder) => windowsPrograms.map((parts) => join(folder, ...parts)));
    case "darwin":
      return [
        ...macFolders(env).flatMap((folder) => macApplications.map((parts) => join(folder, ...parts))),
        ...onPath(env),
      ];
    default:
      return [...onPath(env), "/opt/google/chrome/chrome", "/usr/lib/chromium/chromium"];
  }
}

function onPath(env: Environment): readonly string[] {
  // A relative entry of PATH would run a file of the project that is being measured.
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  return linuxNames.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function macFolders(env: Environment): readonly string[] {
  const home = env["HOME"];
  return home === undefined || home === "" ? ["/Applications"] : ["/Applications", join(home, "Applications")];
}

function windowsFolders(env: Environment): readonly string[] {
  return ["PROGRAMFILES", "ProgramW6432", "PROGRAMFILES(X86)", "LOCALAPPDATA"].flatMap((variable) => {
    const folder = env[variable];
    return folder === undefined || folder === "" ? [] : [folder];
  });
}
