import type { z } from "zod";
import type { DeepReadonly } from "./read-only.ts";
import type { tapeSchema } from "./tape-schema.ts";

/** Recorded or hand-written input, `*.tape.json`, keyed by step. Step 0 is the first step after mounting. */
export type Tape = DeepReadonly<z.infer<typeof tapeSchema>>;

/** One source event of a tape, told apart by `type`; it comes before the map, so a rebound map can be fed by it. */
export type TapeEvent = Tape["events"][number];
