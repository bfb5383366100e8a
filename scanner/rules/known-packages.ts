import { type Group, groups } from "../findings/finding.ts";
import entries from "./known-packages.json" with { type: "json" };
import type { BannedPaths } from "./rule.ts";

/**
 * The banned exports of one package, by the banned use. A text may list several paths, and `.` is the package itself.
 */
interface Entry extends BannedPaths {
  /** The versions whose sources and documentation were read for this entry. */
  readonly versions?: string;
  /** Facts from them that the entry does not state. */
  readonly note?: string;
  /** The package whose entry applies as well, except where this one differs. */
  readonly like?: string;
  /** The group of its rules, if that is not `library`. */
  readonly group?: string;
  /** The name of the global that a script tag defines. */
  readonly globalName?: string;
  /** Import paths that mean the whole package. `**` is any path. */
  readonly entries?: string;
  /** Import paths that mean a part of it. `*` matches one name and stands for that name. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Instances whose methods return the instance. */
  readonly fluent?: string;
  /** Functions that wrap their argument in an instance whose methods are those of the package. */
  readonly wrappers?: string;
}

/** The entry of a package, with what it has from another one. */
export interface PackageKnowledge extends Entry {
  readonly group: Group;
}

const written: Readonly<Record<string, Entry>> = entries;

/** The packages known to export something banned, by name. */
export const knownPackages: ReadonlyMap<string, PackageKnowledge> = new Map(
  Object.entries(written).map(([name, own]) => {
    const entry = { ...written[own.like ?? ""], ...own };
    return [name, { ...entry, group: groups.find((group) => group === entry.group) ?? "library" }];
  }),
);
