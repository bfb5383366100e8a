/** Commands of a game for its developers. */
export interface DebugCommands {
  /**
   * Adds a command that `framegateDebug.command(name, ...args)` calls from the browser's console, between two frames.
   * The return value of `run` is the command's result. Only the debug bridge can call it. Returns a function that removes
   * the command.
   *
   * @throws Error If the name is taken.
   * @example ctx.debug.command("spawn", (count) => spawnEnemies(Number(count)));
   */
  command(name: string, run: (...args: readonly unknown[]) => unknown): () => void;
}

/** The commands of all roots. */
export class DebugBoard implements DebugCommands {
  readonly #commands = new Map<string, (...args: readonly unknown[]) => unknown>();

  readonly command = (name: string, run: (...args: readonly unknown[]) => unknown): (() => void) => {
    if (this.#commands.has(name)) throw new Error(`ctx.debug.command: the name "${name}" is taken. Use another one.`);
    this.#commands.set(name, run);
    return () => {
      this.#commands.delete(name);
    };
  };

  names(): readonly string[] {
    return [...this.#commands.keys()];
  }

  /**
   * Calls a command and returns its result. Throws if there is no command of that name, and rethrows the command's
   * errors.
   */
  run(name: string, args: readonly unknown[]): unknown {
    const command = this.#commands.get(name);
    if (command !== undefined) return command(...args);
    const known = this.#commands.size === 0 ? "The game has registered none." : `Commands: ${this.names().join(", ")}.`;
    throw new Error(`There is no debug command "${name}". ${known}`);
  }
}
