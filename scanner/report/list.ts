import { createColors } from "picocolors";
import { adviceFor, packageAdvice, packageOf } from "../findings/advice.ts";
import { type Finding, type Notice, type Place, scanGroup } from "../findings/finding.ts";
import type { ForeignKindOf } from "../findings/foreign-kind.ts";
import { groupBy } from "../findings/group-by.ts";
import { compareTexts } from "../findings/place-order.ts";
import { renderFile } from "./list-file.ts";
import { count, enumerate, firstOf, harmless, placeOf, pointOf, widthOf, wrap } from "./list-text.ts";
import type { LineReader, ScanReport } from "./scan-report.ts";

/** The width and colours of a list, and its lookups. */
export interface ListOptions {
  /** True for output in colour. */
  readonly colour: boolean;
  /** The width of the terminal. */
  readonly columns: number;
  /** Shows every finding in full, including those beyond the first fifty and those in foreign files. */
  readonly all: boolean;
  /** Reads lines of code. */
  readonly readLine: LineReader;
  /** Recognises files that are probably not the game's own. */
  readonly foreignKindOf: ForeignKindOf;
}

/**
 * Renders the report for a terminal: findings by file with their lines of code, then findings that are only counted,
 * then each explanation once, and the total at the end, where people look first.
 */
export function renderList(report: ScanReport, options: ListOptions): string {
  const sections = new List(report, options).sections().filter((section) => section !== "");
  return `${sections.join("\n\n")}\n`;
}

/** The most findings shown in full, and the most files counted: nobody reads more at once. */
const mostShown = 50;
/** Up to two equal messages are shown with their code. More become one block. */
const mostAlike = 2;
/** The most places of a notice shown per file, and the most files. */
const mostPoints = 3;
const mostFiles = 10;

/** The section of a finding: in full, by its message, or counted among foreign files or packages. */
type Sort = "own" | "repeated" | "foreign" | "packaged";

const fileOf = ({ file }: Place): string => file;

class List {
  readonly #report: ScanReport;
  readonly #options: ListOptions;
  readonly #paint: ReturnType<typeof createColors>;

  constructor(report: ScanReport, options: ListOptions) {
    this.#report = report;
    this.#options = options;
    this.#paint = createColors(options.colour);
  }

  sections(): readonly string[] {
    const { findings, notices } = this.#report;
    const sameMessage = groupBy(findings, ({ message }) => message);
    const sorted = groupBy(findings, ({ group, message, file }): Sort => {
      if (group === scanGroup && (sameMessage.get(message)?.length ?? 0) > mostAlike) return "repeated";
      if (!this.#options.all && packageOf(file) !== null) return "packaged";
      return this.#isForeign(file) ? "foreign" : "own";
    });
    const own = sorted.get("own") ?? [];
    const shown = this.#options.all ? own : own.slice(0, mostShown);
    const context = { ...this.#options, paint: this.#paint };
    return [
      ...Array.from(groupBy(shown, fileOf).values(), (ofFile) => renderFile(ofFile, context)),
      this.#rest(own.slice(shown.length)),
      ...this.#repeated(sorted.get("repeated") ?? []),
      this.#foreign(sorted.get("foreign") ?? []),
      this.#packages(sorted.get("packaged") ?? []),
      ...this.#notices(notices.filter(({ file }) => !this.#isForeign(file))),
      this.#stale(),
      this.#advice(own.filter(({ group }) => group !== scanGroup)),
      this.#sum(),
    ];
  }

  #isForeign(file: string): boolean {
    return !this.#options.all && this.#options.foreignKindOf(file) !== null;
  }

  /** Counts the findings that are not shown, by file. */
  #rest(findings: readonly Finding[]): string {
    if (findings.length === 0) return "";
    const rows = Array.from(groupBy(findings, fileOf), ([file, { length }]) => [length, file] as const);
    const heading = this.#paint.bold(`${count(findings.length, "more finding")}, by file. --all shows them.`);
    return [heading, ...renderRows(rows)].join("\n");
  }

  /** Findings about the scan with the same message in many files, such as files that do not parse. */
  #repeated(findings: readonly Finding[]): readonly string[] {
    const byMessage = groupBy(findings, ({ message }) => message);
    return Array.from(byMessage, ([message, same]) => {
      const advice = harmless(`Exclude files that are not part of the game: --ignore ${same[0].file}`);
      return `${this.#places(this.#paint.red("error"), message, same)}\n${this.#paint.cyan(advice)}`;
    });
  }

  /** Minified, generated and vendored files, one line each, and how to exclude one. */
  #foreign(findings: readonly Finding[]): string {
    const noticed = this.#report.notices.filter(({ file }) => this.#isForeign(file));
    const byFile = [...groupBy([...findings, ...noticed], fileOf)].sort(([left], [right]) => compareTexts(left, right));
    const [first] = byFile;
    if (first === undefined) return "";
    const rows = byFile.map(([file, same]) => {
      const { length } = same.filter((one) => "kind" in one);
      const more = length === 0 ? "" : `, ${count(length, "notice")}`;
      return [same.length - length, `${file} (${this.#options.foreignKindOf(file) ?? ""})${more}`] as const;
    });
    const heading = "Generated, minified or third-party files. They count too; --all shows their findings.";
    const advice = harmless(`Exclude files that cannot affect the game: --ignore ${first[0]}`);
    return [this.#wrap(heading, this.#paint.bold), ...renderRows(rows), this.#paint.cyan(advice)].join("\n");
  }

  /** One line per package: the banned functions in it, and where the game imports it. Advice follows. */
  #packages(findings: readonly Finding[]): string {
    if (findings.length === 0) return "";
    const byPackage = groupBy(findings, ({ file }) => packageOf(file) ?? "");
    const rows = Array.from(byPackage, ([name, ofPackage]) => {
      const [start] = ofPackage[0].chain;
      const way = start === undefined ? "" : `, from ${placeOf(start)}`;
      return [ofPackage.length, `${name}: ${enumerate(apisOf(ofPackage))}${way}`] as const;
    });
    const advice = `${packageAdvice("a package", this.#report.hasContext)} --all shows each place.`;
    const heading = this.#paint.bold("Packages that the game reaches:");
    return [heading, ...renderRows(rows), this.#wrap(advice, this.#paint.cyan)].join("\n");
  }

  /** Notices by message, each with its places. */
  #notices(notices: readonly Notice[]): readonly string[] {
    const byText = groupBy(notices, ({ kind, message }) => `${kind}: ${message}`);
    return Array.from(byText, ([text, same]) => this.#places(this.#paint.blue("notice"), text, same));
  }

  #stale(): string {
    const lines = this.#report.stale.map(({ file, api, symbol }) => {
      const where = symbol === "" ? "" : ` in ${symbol}`;
      const text = harmless(`${file}: the baseline lists ${api}${where}, which is no longer found.`);
      return `${this.#paint.yellow("stale")} ${text}`;
    });
    return lines.join("\n");
  }

  /** Each explanation once, with advice. */
  #advice(findings: readonly Finding[]): string {
    const byText = groupBy(findings, (finding) => {
      const { api, message } = finding;
      // The introduction only repeats the name.
      const introduction = `${api} is banned: `;
      const reason = message.startsWith(introduction) ? message.slice(introduction.length) : message;
      return `${reason} ${adviceFor(finding, this.#report.hasContext) ?? ""}`;
    });
    const texts = Array.from(byText, ([text, same]) => `${apisOf(same).join(", ")}: ${text}`);
    return texts.map((text) => this.#wrap(text, this.#paint.cyan)).join("\n");
  }

  /** The totals, in one line. */
  #sum(): string {
    const { findings, notices, filesScanned, suppressedCount, baselinedCount, stale } = this.#report;
    const parts = [
      findings.length === 0 ? this.#paint.green("Nothing found") : this.#paint.red(count(findings.length, "finding")),
      ...(notices.length === 0 ? [] : [count(notices.length, "notice")]),
      ...(suppressedCount === 0 ? [] : [`${suppressedCount} suppressed`]),
      ...(baselinedCount === 0 ? [] : [`${baselinedCount} in the baseline`]),
      ...(stale.length === 0 ? [] : [`${stale.length} stale in the baseline: --update-baseline removes them`]),
    ];
    return `${parts.join(", ")}. ${count(filesScanned, "file")} scanned.`;
  }

  /** A label, a message, and its places. */
  #places(word: string, text: string, places: readonly Place[]): string {
    const { all, columns } = this.#options;
    // The escape codes in a coloured word take no room in the terminal.
    const [first = "", ...others] = wrap(text, columns - "notice ".length);
    const files = Array.from(groupBy(places, fileOf), ([file, ofFile]) => {
      return `  ${harmless(file)}:${firstOf(ofFile.map(pointOf), all ? ofFile.length : mostPoints)}`;
    });
    return [`${word} ${first}`, ...others, ...firstRows(files, all ? files.length : mostFiles)].join("\n");
  }

  #wrap(text: string, paint: (line: string) => string): string {
    return wrap(text, this.#options.columns).map(paint).join("\n");
  }
}

function apisOf(findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.map(({ api }) => api))];
}

/** Rows of a right-aligned number and a text. */
function renderRows(rows: readonly (readonly [number: number, text: string])[]): readonly string[] {
  const width = widthOf(rows.map(([number]) => String(number)));
  const lines = rows.map(([number, text]) => `  ${String(number).padStart(width)}  ${harmless(text)}`);
  return firstRows(lines, mostShown);
}

function firstRows(rows: readonly string[], most: number): readonly string[] {
  return rows.length <= most ? rows : [...rows.slice(0, most), `  and ${count(rows.length - most, "more file")}`];
}
