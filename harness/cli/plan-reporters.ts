import { FramegateError } from "../errors.ts";

/** A report to write, and its destination. */
export interface PlannedReporter<Name extends string> {
  readonly name: Name;
  /** Null for the terminal, where the list goes to stderr and every other report to stdout. */
  readonly file: string | null;
}

interface ReporterFlags {
  /** As given, such as `list,junit=out/junit.xml`. */
  readonly reporter?: readonly string[];
  readonly json?: true;
  /** File for the one report without its own. */
  readonly output?: string;
}

interface ReportersOfCommand<Name extends string> {
  readonly names: readonly Name[];
  /** The command's name, such as `framegate scan`. */
  readonly command: string;
}

/**
 * Reports requested by the flags; by default a list. Throws `usage` for an unknown name, and if two reports would mix
 * on stdout.
 */
export function planReporters<Name extends string>(
  { reporter = [], json, output }: ReporterFlags,
  { names, command }: ReportersOfCommand<Name | "list" | "json">,
): readonly PlannedReporter<Name | "list" | "json">[] {
  const usage = (problem: string): FramegateError => new FramegateError("usage", { problem, command });
  const asked = reporter
    .flatMap((text) => text.split(","))
    .map((text) => {
      const [, named = text, file = null] = /^([^=]*)=([^]+)$/.exec(text) ?? [];
      const name = names.find((one) => one === named);
      if (name === undefined) throw usage(`There is no reporter "${named}". Reporters: ${names.join(", ")}.`);
      return { name, file };
    });
  const named = json === true ? [...asked, { name: "json" as const, file: null }] : asked;
  const unplaced = named.filter(({ name, file }) => name !== "list" && file === null);
  if (unplaced.length > 1) {
    const unplacedNames = unplaced.map(({ name }) => name).join(" and ");
    const example = String(unplaced[0]?.name);
    throw usage(
      `${unplacedNames} cannot both go to ${output ?? "stdout"}. Give each its file: --reporter ${example}=FILE`,
    );
  }
  if (output !== undefined && unplaced.length === 0)
    throw usage("--output needs a --reporter other than list, or --json.");
  const placed = named.map((one) =>
    one.name === "list" || one.file !== null ? one : { ...one, file: output ?? null },
  );
  // If all reports go to files, people still want the list; a report on stdout is for a program.
  const isQuiet = placed.some(({ name, file }) => name === "list" || file === null);
  return isQuiet ? placed : [{ name: "list" as const, file: null }, ...placed];
}
