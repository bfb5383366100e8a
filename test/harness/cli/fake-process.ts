import { Readable } from "node:stream";
import type { MainProcess } from "../../../harness/cli/main.ts";

type Signal = "SIGINT" | "SIGTERM" | "SIGHUP";

/** A process of `framegate <args>` that records its output. */
export interface FakeProcess extends MainProcess {
  readonly stdoutText: string;
  readonly stderrText: string;
  /** Simulates Ctrl-C. */
  emit(signal: Signal): void;
  listenerCount(): number;
}

export interface FakeProcessOptions {
  readonly cwd?: string;
  readonly env?: MainProcess["env"];
  readonly columns?: number;
  readonly isTTY?: boolean;
  /** Content of stdin. */
  readonly input?: string | Uint8Array;
}

/** Creates a process with an empty environment, in a folder that does not exist, without a terminal. */
export function createFakeProcess(args: readonly string[], options: FakeProcessOptions = {}): FakeProcess {
  const { cwd = "/nowhere", env = {}, columns, isTTY, input = "" } = options;
  const texts = { stdout: "", stderr: "" };
  const listeners: (readonly [Signal, () => void])[] = [];
  return {
    argv: ["node", "framegate", ...args],
    env,
    stdout: { write: (text) => (texts.stdout += text), columns, isTTY },
    stderr: { write: (text) => (texts.stderr += text), columns, isTTY },
    stdin: Readable.from([Buffer.from(input)]),
    cwd: () => cwd,
    uncaught: new Promise(() => undefined),
    on: (signal, listener) => listeners.push([signal, listener]),
    off: (signal, listener) => {
      const index = listeners.findIndex(([name, known]) => name === signal && known === listener);
      if (index !== -1) listeners.splice(index, 1);
    },
    emit: (signal) => {
      for (const [name, listener] of [...listeners]) if (name === signal) listener();
    },
    listenerCount: () => listeners.length,
    get stdoutText() {
      return texts.stdout;
    },
    get stderrText() {
      return texts.stderr;
    },
  };
}
