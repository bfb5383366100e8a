/** The options of `scan` as given on the command line; absent if not given. */
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
  /** Name of the value in the help, in brackets if optional; null for a flag without a value. */
  readonly value: string | null;
  readonly isList: boolean;
  readonly description: string;
}

/** Every option, for the help and for both parsers of the command line. */
export const scanFlagTable: readonly ScanFlag[] = [
  {
    name: "group",
    value: "<names>",
    isList: true,
    description: "also look for: library, scheduling, float, async-order, locale, environment, io; repeatable",
  },
  {
    name: "deps",
    value: null,
    isList: false,
    description: "follow imports into packages, and report those that draw randomness or read a clock",
  },
  {
    name: "ignore",
    value: "<glob>",
    isList: true,
    description: "leave out matching paths, with the patterns of .gitignore; repeatable",
  },
  {
    name: "force",
    value: null,
    isList: false,
    description: "scan a game even if it does not set determinism.seededRandom",
  },
  {
    name: "fix",
    value: null,
    isList: false,
    description: "replace calls with an unambiguous replacement, where a ctx is in scope, and report the rest",
  },
  { name: "watch", value: null, isList: false, description: "scan again whenever a source changes" },
  {
    name: "all",
    value: null,
    isList: false,
    description: "list every finding in full, even in files that are not the game's own",
  },
  { name: "baseline", value: "<file>", isList: false, description: "do not report the findings that this file lists" },
  { name: "update-baseline", value: null, isList: false, description: "write all findings into the baseline" },
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
  { name: "output", value: "<file>", isList: false, description: "file for the report instead of stdout" },
  {
    name: "json",
    value: null,
    isList: false,
    description: "print the report as JSON on stdout, and nothing else there",
  },
];

/** A parsed command line without errors. */
export interface ScanArguments {
  readonly paths: readonly string[];
  readonly flags: ScanFlags;
}

/**
 * Parses the arguments after `scan`. Null for an error or a request for help, which the full program handles: loading
 * it takes longer than a scan.
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

/** Cache file for results, relative to the working directory; null for none. */
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
  // A value that looks like an option is an error, which the full program explains.
  if (next?.startsWith("-") === false) return { flag, value: next, usesNext: true };
  return flag.value.startsWith("[") ? { flag, value: true, usesNext: false } : null;
}

/** Appends the comma-separated names in `text` to an optional list. */
export function addToList(text: string, list: unknown): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  const earlier: readonly unknown[] = Array.isArray(list) ? list : [];
  return [...earlier.map(String), ...names.filter((name) => name !== "")];
}

const flags: readonly ScanFlag[] = [...scanFlagTable, { name: "verbose", value: null, isList: false, description: "" }];

/** Maps `update-baseline` to the property `updateBaseline`. */
function keyOf(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}
