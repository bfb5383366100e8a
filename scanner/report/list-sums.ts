import { packageAdvice, packageOf } from "../findings/advice.ts";
import type { Finding, Notice, Place } from "../findings/finding.ts";
import { compareTexts } from "../findings/place-order.ts";
import { groupBy } from "./group-by.ts";
import { count, enumerate, firstOf, harmless, type ListContext, mostShown, wrap } from "./list-text.ts";

/** How many findings each file has of those that are not shown. */
export function renderRest(findings: readonly Finding[], { paint }: ListContext): string {
  if (findings.length === 0) return "";
  const rows = Array.from(
    groupBy(findings, ({ file }) => file),
    ([file, ofFile]) => [ofFile.length, file] as const,
  );
  const heading = paint.bold(`${count(findings.length, "more finding")}, by file. --all shows them.`);
  return [heading, ...renderRows(rows)].join("\n");
}

/** Minified, generated and vendored files, one line each, with how to leave one out. */
export function renderForeign(
  findings: readonly Finding[],
  notices: readonly Notice[],
  { paint, foreignKindOf, columns }: ListContext,
): string {
  const noticesByFile = groupBy(notices, ({ file }) => file);
  const findingsByFile = groupBy(findings, ({ file }) => file);
  const files = [...new Set([...findingsByFile.keys(), ...noticesByFile.keys()])].sort(compareTexts);
  const [first] = files;
  if (first === undefined) return "";
  const rows = files.map((file) => {
    const noticeCount = noticesByFile.get(file)?.length ?? 0;
    const more = noticeCount === 0 ? "" : `, ${count(noticeCount, "notice")}`;
    return [findingsByFile.get(file)?.length ?? 0, `${file} (${foreignKindOf(file) ?? ""})${more}`] as const;
  });
  return [
    ...wrap(foreignHeading, columns).map((line) => paint.bold(line)),
    ...renderRows(rows),
    paint.cyan(harmless(`Leave out what cannot change the game: --ignore ${first}`)),
  ].join("\n");
}

const foreignHeading = "Files that a tool wrote, or someone else. They count as well; --all shows what is in them.";

/** One line for each package: the banned functions in it, and where the game imports it. Below, what a game can do. */
export function renderPackages(findings: readonly Finding[], hasContext: boolean, context: ListContext): string {
  const { paint, columns } = context;
  if (findings.length === 0) return "";
  const rows = Array.from(
    groupBy(findings, ({ file }) => packageOf(file) ?? ""),
    ([name, ofPackage]) => {
      const apis = [...new Set(ofPackage.map(({ api }) => api))];
      const [start] = ofPackage[0]?.chain ?? [];
      const way = start === undefined ? "" : `, from ${start.file}:${String(start.line)}:${String(start.column)}`;
      return [ofPackage.length, `${name}: ${enumerate(apis)}${way}`] as const;
    },
  );
  return [
    paint.bold("Packages that the game reaches:"),
    ...renderRows(rows),
    ...wrap(`${packageAdvice("a package", hasContext)} --all shows each place.`, columns).map((line) =>
      paint.cyan(line),
    ),
  ].join("\n");
}

/** Findings about the scan that are the same in many files, such as a kind of file that does not parse. */
export function renderRepeated(findings: readonly Finding[], context: ListContext): string {
  const { paint } = context;
  return Array.from(
    groupBy(findings, ({ message }) => message),
    ([message, same]) => {
      const advice = `Leave out what is no source of the game: --ignore ${same[0]?.file ?? ""}`;
      return `${renderPlaces(paint.red("error"), message, same, context)}\n${paint.cyan(harmless(advice))}`;
    },
  ).join("\n\n");
}

/** Notices by what they say, each with its places. */
export function renderNotices(notices: readonly Notice[], context: ListContext): string {
  const { paint } = context;
  const byText = groupBy(notices, ({ kind, message }) => `${kind}: ${message}`);
  return Array.from(byText, ([text, same]) => renderPlaces(paint.blue("notice"), text, same, context)).join("\n\n");
}

/** A message behind a word, and the places that it is about. */
function renderPlaces(word: string, text: string, places: readonly Place[], { all, columns }: ListContext): string {
  // The escape codes in a coloured word take no room in the terminal.
  const [first = "", ...others] = wrap(harmless(text), columns - "notice ".length);
  const files = Array.from(
    groupBy(places, ({ file }) => file),
    ([file, ofFile]) => {
      const points = ofFile.map(({ line, column }) => `${String(line)}:${String(column)}`);
      return `  ${harmless(file)}:${firstOf(points, all ? points.length : mostPoints)}`;
    },
  );
  return [`${word} ${first}`, ...others, ...firstRows(files, all ? files.length : mostFiles)].join("\n");
}

const mostPoints = 3;
const mostFiles = 10;

/** Numbers in a column, with a text behind each. */
function renderRows(rows: readonly (readonly [number: number, text: string])[]): readonly string[] {
  const width = Math.max(...rows.map(([number]) => String(number).length));
  const lines = rows.map(([number, text]) => `  ${String(number).padStart(width)}  ${harmless(text)}`);
  return firstRows(lines, mostShown);
}

function firstRows(rows: readonly string[], most: number): readonly string[] {
  return rows.length <= most ? rows : [...rows.slice(0, most), `  and ${count(rows.length - most, "more file")}`];
}
