import { spawn } from "node:child_process";

/** Long enough for an opener to say that it cannot; one that works may stay until its browser ends. */
const patienceMs = 1000;

/** Opens a file as a double click would. False if nothing here does that, as on a server without a screen. */
export async function openInBrowser(path: string): Promise<boolean> {
  const [command, ...args] = opener(path);
  const child = spawn(command, args, { stdio: "ignore", detached: true });
  child.unref();
  return await new Promise((resolve) => {
    child.once("error", () => resolve(false));
    // The explorer of Windows exits with 1 after it has opened a file.
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
