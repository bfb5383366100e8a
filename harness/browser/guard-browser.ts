import { spawn } from "node:child_process";

/** Blocks on stdin, which reaches EOF when the process at the other end of the pipe exits, for whatever reason. */
const script = 'read -r line; kill -s KILL -- "-$1"; rm -rf "$2"';

/**
 * Kills a browser's process group and removes its folder when this process is killed. The browser's own pipe would tell
 * it too, but not while it is stopped, nor while its GPU process is stuck in an endless shader. Disposing of the guard
 * ends it. A no-op without `/bin/sh`.
 */
export function guardBrowser(group: number, folder: string): Disposable {
  const guard = spawn("/bin/sh", ["-c", script, "sh", String(group), folder], {
    // Must survive our process group, and must not keep a folder in use that somebody may want to remove.
    detached: true,
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
  });
  guard.on("error", () => undefined);
  // A write to an exited guard would fail; nothing is ever written.
  guard.stdin.on("error", () => undefined);
  guard.unref();
  return {
    [Symbol.dispose]() {
      guard.kill("SIGKILL");
      guard.stdin.destroy();
    },
  };
}
