/** Called with the value that a script was given, and the stack of the call that asked for it. */
export type OnGiven = (api: string, result: unknown, stack: string) => void;

/**
 * The stack of the script that called a replacement; null if the prelude itself called it, or recording has ended.
 * `ownCalls` is the number of calls from the replacement to this function, all of them the prelude's.
 */
export type AskedBy = (ownCalls: number) => string | null;
