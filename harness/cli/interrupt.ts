import { signalExitCodes } from "../exit-codes.ts";

/** Signals that ask a command to end. */
export type EndingSignal = keyof typeof signalExitCodes;

/** Source of signals: a process. */
export interface SignalSource {
  on(event: EndingSignal, listener: () => void): unknown;
  off(event: EndingSignal, listener: () => void): unknown;
}

/** A command's interruption. Disposing of it removes the listeners. */
export interface Interruption extends Disposable {
  /** Aborts when the process is asked to end. */
  readonly signal: AbortSignal;
  /** Exit code that shells report for the first signal; null before one arrived. */
  exitCode(): number | null;
  /** Ends the command for another reason. */
  abort(): void;
}

/** Listens for the signals that ask the process to end. */
export function interruptSignal(source: SignalSource): Interruption {
  const controller = new AbortController();
  let exitCode: number | null = null;
  const listeners = Object.entries(signalExitCodes).map(([name, code]) => {
    const listener = (): void => {
      exitCode ??= code;
      controller.abort();
    };
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- Object.entries loses the types of the keys
    return { name: name as EndingSignal, listener };
  });
  for (const { name, listener } of listeners) source.on(name, listener);
  return {
    signal: controller.signal,
    exitCode: () => exitCode,
    abort: () => {
      controller.abort();
    },
    [Symbol.dispose]() {
      for (const { name, listener } of listeners) source.off(name, listener);
    },
  };
}
