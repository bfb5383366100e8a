import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { FramegateError } from "../errors.ts";
import { distDir } from "../package-root.ts";
import type { ScriptAnswer, ScriptCall, ScriptMessage } from "./script-messages.ts";

/** File of a script. */
export interface ScriptFile {
  /** As named by the user. */
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
}

export interface PlayScriptOptions {
  /** Executes a call. Throws `ScriptFault` for an error that the script may catch, and anything else to end it. */
  readonly perform: (call: Pick<ScriptCall, "name" | "parameters">) => Promise<void>;
  /** Called with the script's output. */
  readonly onPrint: (text: string) => void;
  readonly signal: AbortSignal;
  /** Real milliseconds without a call after which a script counts as hung. */
  readonly idleMs: number;
}

/** A failed call that is the script's own fault, such as a missing element. */
export class ScriptFault extends Error {}

/**
 * Runs a script to its end in its own thread, which has ended when this settles. Calls run one after another, even
 * those that the script does not await.
 *
 * @throws FramegateError `script-missing`, `script-failed` with the position in the script, `script-hung`,
 * `interrupted`, and the errors of `perform`.
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
        // Its last messages arrive before this.
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
    // The error of a module that does not parse has no position of its own.
    const isSyntax = stack.startsWith("SyntaxError") && this.#placeIn(stack) === null;
    throw this.#failure(reason, stack, isSyntax ? await findSyntaxError(this.#file) : null);
  }

  #failure(reason: string, stack: string, known: string | null = null): FramegateError {
    const where = known ?? this.#placeIn(stack) ?? this.#file.name;
    return new FramegateError("script-failed", { script: this.#file.name, reason, where });
  }

  /** Innermost position of a stack outside our modules and Node's; null if there is none. */
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

/** Position of a script's syntax error; null if it parses. Node marks the column below the line. */
async function findSyntaxError({ name, path }: ScriptFile): Promise<string | null> {
  const said = await new Promise<string>((resolve) => {
    execFile(process.execPath, ["--check", path], (_error, _stdout, stderr) => {
      resolve(stderr);
    });
  });
  const [, line = "", marks = ""] = /:(\d+)\n[^\n]*\n( *)\^/u.exec(said) ?? [];
  return line === "" ? null : `${name}:${line}:${String(marks.length + 1)}`;
}
