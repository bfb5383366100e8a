import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { FramegateError } from "../errors.ts";
import { distDir } from "../package-root.ts";
import type { ScriptAnswer, ScriptCall, ScriptMessage } from "./script-messages.ts";

/** A script as a file. */
export interface ScriptFile {
  /** As the user named it. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
}

export interface PlayScriptOptions {
  /** Carries out a call. Throws `ScriptFault` for what the script may catch, and anything else to end it. */
  readonly perform: (call: Pick<ScriptCall, "name" | "parameters">) => Promise<void>;
  /** Gets what the script prints. */
  readonly onPrint: (text: string) => void;
  readonly signal: AbortSignal;
  /** Real milliseconds without a call after which a script hangs. */
  readonly idleMs: number;
}

/** A failure of a call that is the script's own doing, such as an element that is not there. */
export class ScriptFault extends Error {}

/**
 * Runs a script to its end, in a thread of its own, which is gone when this resolves or rejects. Calls are carried out one
 * after the other, also those that the script does not await.
 *
 * @throws FramegateError `script-missing`, `script-failed` with the position in the script, `script-hung`, `interrupted`,
 *   and what `perform` throws.
 */
export async function playScript(file: ScriptFile, options: PlayScriptOptions): Promise<void> {
  if (!existsSync(file.path)) throw new FramegateError("script-missing", { path: file.name });
  const run = new ScriptRun(file, options);
  try {
    await run.ended;
  } finally {
    await run.stop();
  }
}

/** One run of a script in its thread. */
class ScriptRun {
  readonly ended: Promise<void>;
  readonly #file: ScriptFile;
  readonly #options: PlayScriptOptions;
  readonly #worker: Worker;
  #idle: NodeJS.Timeout | undefined;
  #running = Promise.resolve();
  #pending = 0;
  #lastStack = "";

  constructor(file: ScriptFile, options: PlayScriptOptions) {
    this.#file = file;
    this.#options = options;
    const entry = join(distDir, "harness/script/script-worker.js");
    this.#worker = new Worker(entry, { workerData: file.path, stdout: true, stderr: true });
    for (const stream of [this.#worker.stdout, this.#worker.stderr])
      stream.on("data", (chunk: Buffer) => {
        options.onPrint(chunk.toString("utf8"));
      });
    this.ended = this.#follow();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#worker.terminate();
  }

  async #follow(): Promise<void> {
    const { signal } = this.#options;
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener("abort", () => {
        reject(new FramegateError("interrupted", {}));
      });
      if (signal.aborted) reject(new FramegateError("interrupted", {}));
      this.#worker.on("message", (message: ScriptMessage) => {
        this.#hear(message, resolve, reject);
      });
      this.#worker.on("error", (thrown: unknown) => {
        const error = thrown instanceof Error ? thrown : new Error(String(thrown));
        this.#fail(error.message, error.stack ?? "").catch(reject);
      });
      this.#worker.on("exit", () => {
        // Its last words come before this.
        reject(this.#failure("it ended its process.", this.#lastStack));
      });
    });
  }

  #hear(message: ScriptMessage, resolve: () => void, reject: (reason: unknown) => void): void {
    clearTimeout(this.#idle);
    if (message.kind === "call") {
      this.#pending += 1;
      this.#lastStack = message.stack;
      this.#running = this.#running.then(async () => {
        await this.#answer(message);
        this.#pending -= 1;
        if (this.#pending === 0) this.#watch(reject);
      });
      this.#running.catch(reject);
    } else if (message.kind === "started") {
      this.#watch(reject);
    } else if (message.kind === "ended") {
      this.#running.then(resolve, reject);
    } else {
      this.#fail(message.reason, message.stack).catch(reject);
    }
  }

  async #answer(call: ScriptCall): Promise<void> {
    const reason = await this.#options.perform(call).then(
      () => null,
      (thrown: unknown) => {
        if (thrown instanceof ScriptFault) return thrown.message;
        throw thrown;
      },
    );
    const answer: ScriptAnswer = { id: call.id, reason };
    this.#worker.postMessage(answer);
  }

  /** Rejects when the script has done nothing for too long. */
  #watch(reject: (reason: unknown) => void): void {
    clearTimeout(this.#idle);
    const { idleMs } = this.#options;
    this.#idle = setTimeout(() => {
      const last = this.#placeIn(this.#lastStack);
      reject(new FramegateError("script-hung", { script: this.#file.name, idleMs, last }));
    }, idleMs);
  }

  async #fail(reason: string, stack: string): Promise<never> {
    // The error of a module that cannot be parsed has no position of its own.
    const isSyntax = stack.startsWith("SyntaxError") && this.#placeIn(stack) === null;
    throw this.#failure(reason, stack, isSyntax ? await findSyntaxError(this.#file) : null);
  }

  #failure(reason: string, stack: string, known: string | null = null): FramegateError {
    const where = known ?? this.#placeIn(stack) ?? this.#file.name;
    return new FramegateError("script-failed", { script: this.#file.name, reason, where });
  }

  /** The innermost position of a stack that is in no module of ours or of Node's; null if there is none. */
  #placeIn(stack: string): string | null {
    for (const [, url = "", line = "", column = ""] of stack.matchAll(
      /(?<=^|[\s(])(file:\/\/[^\s()]+?|\/[^\s():]+):(\d+):(\d+)/gu,
    )) {
      const path = url.startsWith("file:") ? fileURLToPath(url) : url;
      if (path.startsWith(join(distDir, "harness"))) continue;
      return `${path === this.#file.path ? this.#file.name : path}:${line}:${column}`;
    }
    return null;
  }
}

/** The position at which Node stops reading a script; null if it reads all of it. Node marks the column below the line. */
async function findSyntaxError({ name, path }: ScriptFile): Promise<string | null> {
  const said = await new Promise<string>((resolve) => {
    execFile(process.execPath, ["--check", path], (_error, _stdout, stderr) => {
      resolve(stderr);
    });
  });
  const [, line = "", marks = ""] = /:(\d+)\n[^\n]*\n( *)\^/u.exec(said) ?? [];
  return line === "" ? null : `${name}:${line}:${String(marks.length + 1)}`;
}
