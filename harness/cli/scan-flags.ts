/** The options of `scan`, as they come from the command line. Absent where there is no default. */
export interface ScanFlags {
  readonly group?: readonly string[];
  readonly ignore?: readonly string[];
  readonly deps?: true;
  readonly force?: true;
  readonly fix?: true;
  readonly watch?: true;
  readonly all?: true;
  readonly baseline?: string;
  readonly updateBaseline?: true;
  readonly cache?: string | true;
  readonly reporter?: readonly string[];
  readonly output?: string;
  readonly json?: true;
  readonly verbose?: true;
}

interface ScanFlag {
  readonly name: string;
  /** How the value is called in the help; null for a flag without one, in brackets where it may be left out. */
  readonly value: string | null;
  readonly isList: boolean;
  readonly description: string;
}

/** Every option, for the help and for both readers of a command line. */
export const scanFlagTable: readonly ScanFlag[] = [
  {
    name: "group",
    value: "<names>",
    isList: true,
    description: "look for more: library, scheduling, float, async-order, locale, environment, io; repeatable",
  },
  {
    name: "deps",
    value: null,
    isList: false,
    description: "follow imports into packages, and say which of them is random or reads a clock",
  },
  {
    name: "ignore",
    value: "<glob>",
    isList: true,
    description: "leave out what matches, as .gitignore would; repeatable",
  },
  {
    name: "force",
    value: null,
    isList: false,
    description: "scan a game that does not set determinism.seededRandom, too",
  },
  {
    name: "fix",
    value: null,
    isList: false,
    description: "replace what can only mean one thing, where a ctx is in scope",
  },
  { name: "watch", value: null, isList: false, description: "scan again whenever a source changes" },
  {
    name: "all",
    value: null,
    isList: false,
    description: "list every finding in full, also in files that are not the game's own",
  },
  { name: "baseline", value: "<file>", isList: false, description: "pass what this file lists: debt that is known" },
  { name: "update-baseline", value: null, isList: false, description: "write what is found into the baseline" },
  {
    name: "cache",
    value: "[file]",
    isList: false,
    description: "remember results (default file: node_modules/.cache/framegate-scan)",
  },
  {
    name: "reporter",
    value: "<names>",
    isList: true,
    description: "list, json, sarif, github, junit; name=file writes to a file; repeatable",
  },
  { name: "output", value: "<file>", isList: false, description: "where the report goes instead of stdout" },
  {
    name: "json",
    value: null,
    isList: false,
    description: "print the report as JSON on stdout, and nothing else there",
  },
];

/** What a plain command line asks for. */
export interface ScanArguments {
  readonly paths: readonly string[];
  readonly flags: ScanFlags;
}

/**
 * Reads the arguments behind `scan`, where nothing is wrong with them and no help is asked for; null otherwise, for the
 * whole program to explain. A scan takes less time than loading that program.
 */
export function readScanArguments(args: readonly string[]): ScanArguments | null {
  const paths: string[] = [];
  let values: Readonly<Record<string, unknown>> = {};
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? "";
    if (!argument.startsWith("-")) {
      paths.push(argument);
      continue;
    }
    const option = readOption(argument, args[index + 1]);
    if (option === null) return null;
    const { flag, value, usesNext } = option;
    const key = keyOf(flag.name);
    values = { ...values, [key]: flag.isList ? addToList(String(value), values[key]) : value };
    if (usesNext) index++;
  }
  return { paths, flags: values };
}

/** The file to remember results in, relative to the working directory; null for none. */
export function cacheFileOf({ cache }: ScanFlags): string | null {
  return cache === true ? "node_modules/.cache/framegate-scan" : (cache ?? null);
}

interface ReadOption {
  readonly flag: ScanFlag;
  readonly value: string | true;
  readonly usesNext: boolean;
}

function readOption(argument: string, next: string | undefined): ReadOption | null {
  const [, name = "", own] = /^--([a-z-]+)(?:=([^]*))?$/.exec(argument) ?? [];
  const flag = flags.find((one) => one.name === name);
  if (flag === undefined) return null;
  if (flag.value === null) return own === undefined ? { flag, value: true, usesNext: false } : null;
  if (own !== undefined) return { flag, value: own, usesNext: false };
  // A value that looks like an option is left to whoever explains mistakes.
  if (next?.startsWith("-") === false) return { flag, value: next, usesNext: true };
  return flag.value.startsWith("[") ? { flag, value: true, usesNext: false } : null;
}

/** Adds the names in `text`, which commas part, to a list that may be there already. */
export function addToList(text: string, list: unknown): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  const earlier: readonly unknown[] = Array.isArray(list) ? list : [];
  return [...earlier.map(String), ...names.filter((name) => name !== "")];
}

const flags: readonly ScanFlag[] = [...scanFlagTable, { name: "verbose", value: null, isList: false, description: "" }];

/** `update-baseline` is the property `updateBaseline`. */
function keyOf(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}
