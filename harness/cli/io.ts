/** Where text goes. */
export interface TextSink {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** What a command may touch of the process. Tests pass their own. */
export interface CommandIo {
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder that relative paths are relative to. */
  readonly cwd: string;
  /** Aborted when the user interrupts. */
  readonly signal: AbortSignal;
}
