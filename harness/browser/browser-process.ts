import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { createInterface } from "node:readline";
import type { Environment } from "../environment.ts";
import type { RunFolder } from "./run-folder.ts";

/** A running Chromium: the main process and, with it, all that it starts. */
export interface BrowserProcess {
  readonly toBrowser: Writable;
  readonly fromBrowser: Readable;
  /** Resolves when the process has ended and its folder is gone; a sentence part such as `exited with code 1`. */
  readonly ended: Promise<string>;
  /** The last lines that it wrote to its standard error, oldest first. */
  recentLines(): readonly string[];
  /** Ends it and everything that it started, at once. Harmless when it has ended. */
  kill(): void;
}

const keptLines = 200;
const lastWordsMs = 500;

/**
 * Starts Chromium with a debugging pipe on file descriptors 3 and 4. However it or we end, the processes and the
 * folder go away: on its exit, on ours, and, when we are killed outright, because the pipe closes.
 */
export function startBrowserProcess(
  executablePath: string,
  flags: readonly string[],
  env: Environment,
  folder: RunFolder,
): BrowserProcess {
  const child = spawn(executablePath, [...flags, "about:blank"], {
    env,
    // A group of its own: it can be killed as a whole, and Ctrl-C in a terminal reaches only us.
    detached: process.platform !== "win32",
    stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
  });
  const lines: string[] = [];
  let isGone = false;
  const kill = (): void => {
    // Once it is gone its number may belong to another process.
    if (!isGone) killGroup(child);
  };
  const cleanUpNow = (): void => {
    kill();
    folder.removeNow();
  };
  process.on("exit", cleanUpNow);
  const ended = waitForEnd(child).then(async (how) => {
    isGone = true;
    await folder.remove().catch(() => undefined);
    process.off("exit", cleanUpNow);
    return how;
  });
  const [, , errors, toBrowser, fromBrowser] = child.stdio;
  if (!isReadable(errors) || !isWritable(toBrowser) || !isReadable(fromBrowser)) {
    throw new Error("the process was started without its pipes");
  }
  createInterface({ input: errors }).on("line", (line) => {
    if (line.trim() === "") return;
    lines.push(line);
    if (lines.length > keptLines) lines.shift();
  });
  return { toBrowser, fromBrowser, ended, recentLines: () => [...lines], kill };
}

async function waitForEnd(child: ChildProcess): Promise<string> {
  return await new Promise((resolve) => {
    child.once("error", (error) => {
      resolve(`could not be run: ${error.message}`);
    });
    child.once("exit", (code, signal) => {
      // Helpers of a browser that was killed outlive it otherwise.
      killGroup(child);
      const how = signal === null ? `exited with code ${String(code)}` : `was ended by ${signal}`;
      const finish = (): void => {
        clearTimeout(timer);
        resolve(how);
      };
      // After `close` its last words have been read. A helper that left the group may hold the stream open.
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
    // Nothing of it is left.
  }
}

function isReadable(stream: Readable | Writable | null | undefined): stream is Readable {
  return stream !== null && stream !== undefined && "read" in stream;
}

function isWritable(stream: Readable | Writable | null | undefined): stream is Writable {
  return stream !== null && stream !== undefined && "write" in stream;
}
