/** A position in a source file. */
export interface Place {
  /** A path as the caller gave it. */
  readonly file: string;
  /** One-based. */
  readonly line: number;
  /** One-based, in UTF-16 units. */
  readonly column: number;
}

/** The groups that are always on. */
export const coreGroups = ["raw-random", "raw-clock"] as const;

const namedGroups = ["library", "scheduling", "float", "async-order", "locale", "environment", "io"] as const;

/** The groups of banned functions. The first two are always on; the others are enabled by name. */
export const groups = [...coreGroups, ...namedGroups] as const;

/** The name of a group of banned functions. */
export type Group = (typeof groups)[number];

/**
 * The group of findings about the scan itself, such as a file that does not parse or a suppression without a reason.
 */
export const scanGroup = "scan";

/** A place related to a finding, and its relation. */
export interface RelatedPlace extends Place {
  /** A sentence. */
  readonly message: string;
}

/** A place where a banned function is obtained. Findings fail a scan. */
export interface Finding extends Place {
  /** The name of the banned function: `Math.random`, `three.Vector3#random`, `parse-error`. */
  readonly api: string;
  /** The group of the function; `scan` for a finding about the scan itself. */
  readonly group: Group | typeof scanGroup;
  /** How reports rank it. */
  readonly severity: "error" | "warning";
  /** Why it is banned. */
  readonly message: string;
  /** Calls of the function through an alias. */
  readonly related: readonly RelatedPlace[];
  /** The steps from the module that uses the function to its source; empty if both are one module. */
  readonly chain: readonly RelatedPlace[];
  /** The names around the place, outermost first, joined by dots; empty at the top of a module. */
  readonly symbol: string;
  /** The source text of the place, with white space collapsed. */
  readonly text: string;
}

/** Code that cannot be judged by reading it, or that replaces a banned function. A notice never fails a scan. */
export interface Notice extends Place {
  /** The kind of problem. */
  readonly kind: NoticeKind;
  /** The code that cannot be judged, and the reason. */
  readonly message: string;
}

/** Findings and notices in the order of file, line and column. */
export interface Scan {
  readonly findings: readonly Finding[];
  readonly notices: readonly Notice[];
}

/** The message of each kind of notice. */
export const noticeTexts = {
  "Math[*]": "The member of Math that is read here is known only at run time. It may be Math.random.",
  "Date[*]": "The member of Date that is read here is known only at run time. It may be Date.now.",
  "performance[*]": "The member of performance that is read here is known only at run time. It may be performance.now.",
  "crypto[*]": "The member of crypto that is read here is known only at run time. It may be a source of randomness.",
  "new Date(...)": "The spread arguments are known only at run time. If there are none, the date is the current time.",
  eval: "The code that is evaluated here is known only at run time, so it was not scanned.",
  unscanned: "This file, or a part of it, could not be read and was not scanned.",
  "followed-so-far": "More values flow through this file than can be followed. Some were not followed to the end.",
  "override:Math.random": "Math.random is replaced here. Framegate also replaces it when it runs the game.",
  "override:Date.now": "Date.now is replaced here. Framegate also replaces it when it runs the game.",
};

/**
 * The subject of a notice: an unknown member of a clock or a generator, an unknown date, code created at run time, a
 * file that is not scanned, a value that was not followed to its end, or a replaced banned function.
 */
export type NoticeKind = keyof typeof noticeTexts;
