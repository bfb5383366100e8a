import { spawn } from "node:child_process";
import type { CommandIo } from "./io.ts";

/** Long enough for an opener to report a failure; one that works may run until its browser exits. */
const patienceMs = 1000;

/** Opens a page, by its path or address, as a double click would, and says so if that is impossible, as on a server without a display. */
export async function openPage(page: string, io: Pick<CommandIo, "stderr">): Promise<void> {
  if (!(await openInBrowser(page)))
    io.stderr.write("No browser could be started here. Open the page in one yourself.\n");
}

/** Returns false if no program opens the page. */
async function openInBrowser(page: string): Promise<boolean> {
  const [command, ...args] = opener(page);
  const child = spawn(command, args, { stdio: "ignore", detached: true });
  return await new Promise((resolve) => {
    const settle = (isOpen: boolean): void => {
      clearTimeout(patience);
      // From now on it may outlive this process.
      child.unref();
      resolve(isOpen);
    };
    const patience = setTimeout(settle, patienceMs, true);
    child.once("error", () => settle(false));
    // On Windows, explorer exits with 1 even after it has opened the file.
    child.once("exit", (code) => settle(code === 0 || process.platform === "win32"));
  });
}

function opener(page: string): readonly [command: string, ...args: readonly string[]] {
  switch (process.platform) {
    case "darwin":
      return ["open", page];
    case "win32":
      return ["explorer.exe", page];
    default:
      return ["xdg-open", page];
  }
}
