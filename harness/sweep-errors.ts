import { entry } from "./error-entry.ts";

/** Errors of sweeps over seeds, and of merging them. */
export const sweepErrors = {
  "bad-seeds": entry<{ list: string; part: string; instead: string | null }>({
    exit: "usage",
    message: ({ list, part, instead }) =>
      `${JSON.stringify(list)} is not a list of seeds: ${part === "" ? "a part of it is empty" : `${JSON.stringify(part)} is neither a seed nor a range`}.${instead === null ? "" : ` Did you mean ${instead}?`}`,
    hint: () => "Write ranges and whole numbers, as in --seeds 1..100 or --seeds 3,7,20..29.",
  }),
  "too-many-seeds": entry<{ list: string; count: number; most: number }>({
    exit: "usage",
    message: ({ list, count, most }) => `${list} has ${String(count)} seeds, and a sweep has at most ${String(most)}.`,
    hint: () => "Sweep fewer seeds, or run several sweeps.",
  }),
  "shard-empty": entry<{ shard: string; seeds: number }>({
    exit: "usage",
    message: ({ shard, seeds }) =>
      `There is no seed in shard ${shard}: the list has ${seeds === 1 ? "one seed" : `${String(seeds)} seeds`}.`,
    hint: () => "Use at most as many shards as there are seeds.",
  }),
  "only-timed-budget": entry<{ path: string; metrics: string }>({
    exit: "usage",
    message: ({ path, metrics }) =>
      `The budget of ${path} limits only times (${metrics}), and this sweep measures none.`,
    hint: () => "Add a budget of counts, such as --budget maxDrawCalls=200, or time each seed with --repeat 2.",
    where: ({ path }) => path,
  }),
  "sweep-without-browser": entry<{ reason: string }>({
    exit: "environment",
    message: ({ reason }) => `The browser failed with two seeds in a row, so the sweep was ended. ${reason}`,
    hint: () => "Check the machine's memory, and run `framegate doctor`.",
  }),
  "game-changed": entry<{ url: string }>({
    exit: "usage",
    message: ({ url }) => `A file of the game was changed during the sweep, so its seeds are not of one game: ${url}.`,
    hint: () => "Run the sweep again, on a copy if you go on working on the game.",
    where: ({ url }) => url,
  }),
  "sweep-not-found": entry<{ path: string }>({
    exit: "usage",
    message: ({ path }) => `There is no sweep at ${path}.`,
    hint: () => "Pass folders that framegate sweep --out has written, or their sweep.json files.",
    where: ({ path }) => path,
  }),
  "sweeps-differ": entry<{ path: string; other: string; what: string }>({
    exit: "usage",
    message: ({ path, other, what }) => `${path} and ${other} do not belong together: they differ in ${what}.`,
    hint: () => "Merge shards of one sweep: the same build of the game with the same options, in the same browser.",
    where: ({ path }) => path,
  }),
  "seeds-disagree": entry<{
    path: string;
    other: string;
    seed: number;
    what: string;
    value: string;
    otherValue: string;
  }>({
    exit: "nondeterminism",
    message: ({ path, other, seed, what, value, otherValue }) =>
      `Seed ${String(seed)} gave different results: ${what} is ${value} in ${path}, and ${otherValue} in ${other}.`,
    hint: ({ seed }) => `Look for the cause with \`framegate verify --seed ${String(seed)}\`.`,
    where: ({ path }) => path,
  }),
  "sweep-interrupted": entry<{ done: number; total: number; path: string }>({
    exit: "interrupted",
    message: ({ done, total, path }) =>
      `Interrupted after ${String(done)} of ${String(total)} seeds. ${path} has ${done === 1 ? "this one" : "these"}, and is marked as incomplete.`,
    hint: () => "Sweep the missing seeds into another folder, and join both with `framegate merge`.",
  }),
} as const;
