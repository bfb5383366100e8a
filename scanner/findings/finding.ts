/** A position in a source file: a path as the caller gave it, a one-based line, a one-based column in UTF-16 units. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** What may be banned. The first two are the core contract and always on; the others are asked for by name. */
export const groups = [
  "raw-random",
  "raw-clock",
  "library",
  "scheduling",
  "float",
  "async-order",
  "locale",
  "environment",
  "io",
] as const;

export type Group = (typeof groups)[number];

/** The groups that no option turns off. */
export const coreGroups = ["raw-random", "raw-clock"] as const satisfies readonly Group[];

/** A finding about the scan itself belongs to this group: a file that does not parse, a suppression without a reason. */
export const scanGroup = "scan";

/** A place that has to do with a finding, and how. */
export interface RelatedPlace extends Place {
  readonly message: string;
}

/** Where a banned function is obtained. Findings fail a scan. */
export interface Finding extends Place {
  /** The name of what is banned: `Math.random`, `three.Vector3#random`, `parse-error`. */
  readonly api: string;
  readonly group: Group | typeof scanGroup;
  readonly severity: "error" | "warning";
  readonly message: string;
  /** Where the function is called through an alias. */
  readonly related: readonly RelatedPlace[];
  /** The way from the module that uses the function to the source, one step a module; empty inside one module. */
  readonly chain: readonly RelatedPlace[];
  /** The names around the place, outermost first, joined by dots; empty at the top of a module. */
  readonly symbol: string;
  /** The source text of the place with its white space collapsed. */
  readonly text: string;
}

/** What cannot be decided by reading, or what the harness should know. A notice never fails a scan. */
export interface Notice extends Place {
  /** `Math[*]`, `new Date(...)`, `eval`, `unscanned`, `override:Math.random`, `override:Date.now`, and `<object>[*]` for a clock or `crypto`. */
  readonly kind: NoticeKind;
  readonly message: string;
}

export type NoticeKind =
  | `${"Math" | "Date" | "performance" | "crypto"}[*]`
  | "new Date(...)"
  | "eval"
  | "unscanned"
  | "followed-so-far"
  | `override:${"Math.random" | "Date.now"}`;
