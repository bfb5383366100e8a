/** A sink for text. */
export interface TextSink {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** The part of the process that a command may use. Tests pass their own. */
export interface CommandIo {
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder that relative paths count from. */
  readonly cwd: string;
  /** Aborts when the user interrupts. */
  readonly signal: AbortSignal;
}
