import { spawn } from "node:child_process";

/** Long enough for an opener to report a failure; one that works may run until its browser exits. */
const patienceMs = 1000;

/** Opens a file as a double click would. Returns false if that is impossible, as on a server without a display. */
export async function openInBrowser(path: string): Promise<boolean> {
  const [command, ...args] = opener(path);
  const child = spawn(command, args, { stdio: "ignore", detached: true });
  child.unref();
  return await new Promise((resolve) => {
    child.once("error", () => resolve(false));
    // On Windows, explorer exits with 1 even after it has opened the file.
    child.once("exit", (code) => resolve(code === 0 || process.platform === "win32"));
    setTimeout(resolve, patienceMs, true).unref();
  });
}

function opener(path: string): readonly [command: string, ...args: readonly string[]] {
  switch (process.platform) {
    case "darwin":
      return ["open", path];
    case "win32":
      return ["explorer.exe", path];
    default:
      return ["xdg-open", path];
  }
}
