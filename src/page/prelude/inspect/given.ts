/** Called with what a script was given, and the stack of the call that asked for it. */
export type OnGiven = (api: string, result: unknown, stack: string) => void;

/**
 * The stack of the script that called a replacement; null if that is the prelude, or nothing is written down any more.
 * `ownCalls` is the number of calls from the replacement to this function, which all are the prelude's.
 */
export type AskedBy = (ownCalls: number) => string | null;
