import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { Environment } from "../environment.ts";
import { guardBrowser } from "./guard-browser.ts";
import type { RunFolder } from "./run-folder.ts";

/** A running Chromium: its main process and all of its child processes. */
export interface BrowserProcess {
  /** The id of its main process, and also of its process group and session; null if it could not be started. */
  readonly pid: number | null;
  readonly toBrowser: Writable;
  readonly fromBrowser: Readable;
  /**
   * Resolves after the process has ended and its folder is removed, with part of a sentence such as `exited with code
   * 1`.
   */
  readonly ended: Promise<string>;
  /** The last lines of its standard error, oldest first. */
  recentLines(): readonly string[];
  /** Kills all of its processes. Does nothing after they have ended. `ended` then resolves with `how`. */
  kill(how?: string): void;
}

const keptCharacters = 1 << 16;
const lineLengthMax = 500;
const lastWordsMs = 500;

/**
 * Starts Chromium with a debugging pipe on file descriptors 3 and 4. Its processes and its folder go away when it
 * exits, when we exit, and when we are killed.
 */
export function startBrowserProcess(
  executablePath: string,
  flags: readonly string[],
  env: Environment,
  folder: RunFolder,
): BrowserProcess {
  const child = spawn(executablePath, [...flags, "about:blank"], {
    env,
    // Its own process group can be killed as a whole, and Ctrl-C in a terminal reaches only us.
    detached: process.platform !== "win32",
    stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
  });
  let isGone = false;
  let reason: string | null = null;
  const kill = (how?: string): void => {
    // Once it is gone, its process id may be reused.
    if (isGone) return;
    reason ??= how ?? null;
    killGroup(child);
  };
  const cleanUpNow = (): void => {
    kill();
    folder.removeNow();
  };
  process.on("exit", cleanUpNow);
  const guard = child.pid === undefined || process.platform === "win32" ? null : guardBrowser(child.pid, folder.path);
  const ended = waitForEnd(child).then(async (how) => {
    isGone = true;
    guard?.[Symbol.dispose]();
    await folder.remove().catch(() => undefined);
    process.off("exit", cleanUpNow);
    return reason ?? how;
  });
  // If the system refuses to start a process, there are no pipes, and the reason comes later.
  if (child.pid === undefined && !Array.isArray(child.stdio))
    throw new Error("the system has no process, memory or open file (ulimit -n) left for it");
  const [, , errors, toBrowser, fromBrowser] = child.stdio;
  if (!isReadable(errors) || !isWritable(toBrowser) || !isReadable(fromBrowser)) {
    throw new Error("the process was started without its pipes");
  }
  // Not line by line, because a line may have no end.
  let said = "";
  errors.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-keptCharacters);
  });
  return { pid: child.pid ?? null, toBrowser, fromBrowser, ended, recentLines: () => linesOf(said), kill };
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/u).filter((line) => line.trim() !== "");
  return lines.map((line) => {
    const cut = line.length > lineLengthMax ? `${line.slice(0, lineLengthMax)}...` : line;
    // A terminal or a CI service must not mistake the browser's output for ours.
    return `| ${cut.replace(/[\p{Cc}\p{Bidi_Control}]/gu, " ")}`;
  });
}

async function waitForEnd(child: ChildProcess): Promise<string> {
  return await new Promise((resolve) => {
    child.once("error", (error) => {
      resolve(`could not be run: ${error.message}`);
    });
    child.once("exit", (code, signal) => {
      // Otherwise the child processes of a killed browser would live on.
      killGroup(child);
      const how = signal === null ? `exited with code ${String(code)}` : `was ended by ${signal}`;
      const finish = (): void => {
        clearTimeout(timer);
        resolve(how);
      };
      // `close` means that all output has been read. A process that has left the group may keep the stream open.
      const timer = setTimeout(finish, lastWordsMs);
      child.once("close", finish);
    });
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") {
      if (child.exitCode !== null || child.signalCode !== null) return;
      execFileSync("taskkill", ["/pid", String(child.pid), "/T", "/F"], { stdio: "ignore" });
    } else {
      process.kill(-child.pid, "SIGKILL");
    }
  } catch {
    // All its processes are gone.
  }
}

function isReadable(stream: Readable | Writable | null | undefined): stream is Readable {
  return stream !== null && stream !== undefined && "read" in stream;
}

function isWritable(stream: Readable | Writable | null | undefined): stream is Writable {
  return stream !== null && stream !== undefined && "write" in stream;
}
