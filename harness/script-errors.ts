import { entry } from "./error-entry.ts";

/** The part of the catalogue about scripts that play a game. */
export const scriptErrors = {
  "script-missing": entry<{ path: string }>({
    exit: "usage",
    message: ({ path }) => `There is no script at ${path}.`,
    hint: () => "The path is relative to this folder.",
    where: ({ path }) => path,
  }),
  "script-failed": entry<{ script: string; reason: string; where: string }>({
    exit: "usage",
    message: ({ script, reason }) => `The script ${script} failed: ${reason}`,
    hint: () => "No tape was written. The calls of a script are in docs/clicks.md.",
    where: ({ where }) => where,
  }),
  "script-hung": entry<{ script: string; idleMs: number; last: string | null }>({
    exit: "usage",
    message: ({ script, idleMs, last }) =>
      `The script ${script} neither ended nor played for ${String(idleMs)} ms${last === null ? "" : `, after its call at ${last}`}.`,
    hint: () => "No tape was written. Look for a loop or a promise without end.",
    where: ({ script, last }) => last ?? script,
  }),
} as const;
