/** The source of signals: a process. */
export interface SignalSource {
  on(event: "SIGINT" | "SIGTERM" | "SIGHUP", listener: () => void): unknown;
  off(event: "SIGINT" | "SIGTERM" | "SIGHUP", listener: () => void): unknown;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A signal that aborts when the user interrupts the process. Disposing of it removes the listeners. */
export function interruptSignal(source: SignalSource): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort();
  };
  for (const name of signals) source.on(name, abort);
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      for (const name of signals) source.off(name, abort);
    },
  };
}
