import { spawn } from "node:child_process";

/** Waits for the end of its input, which comes with the end of whoever holds the other end of the pipe, however that ends. */
const script = 'read -r line; kill -s KILL -- "-$1"; rm -rf "$2"';

/**
 * Kills a browser's process group and removes its folder when this process is killed. The browser would notice by its own
 * pipe, but not while it is stopped, nor while its GPU process is in a shader that does not end. Disposing of the guard ends
 * it. Does nothing where there is no `/bin/sh`.
 */
export function guardBrowser(group: number, folder: string): Disposable {
  const guard = spawn("/bin/sh", ["-c", script, "sh", String(group), folder], {
    // Not killed along with us, and not in a folder that somebody may want to remove.
    detached: true,
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
  });
  guard.on("error", () => undefined);
  // A write to a guard that has ended would fail; nothing is ever written.
  guard.stdin.on("error", () => undefined);
  guard.unref();
  return {
    [Symbol.dispose]() {
      guard.kill("SIGKILL");
      guard.stdin.destroy();
    },
  };
}
