import type { createColors } from "picocolors";
import { type Finding, type RelatedPlace, scanGroup } from "../findings/finding.ts";
import { groupBy } from "../findings/group-by.ts";
import { enumerate, firstOf, harmless, placeOf, pointOf, widthOf, wrap } from "./list-text.ts";
import type { LineReader } from "./scan-report.ts";

export interface FileContext {
  readonly paint: ReturnType<typeof createColors>;
  readonly columns: number;
  readonly readLine: LineReader;
}

type Findings = readonly [Finding, ...Finding[]];

/** Renders the sorted findings of one file, showing each line of code once. */
export function renderFile(findings: Findings, context: FileContext): string {
  const lines = [...groupBy(findings, ({ line }) => line).values()];
  const width = widthOf(lines.map(([first]) => pointOf(first)));
  const heading = context.paint.bold(harmless(findings[0].file));
  return [heading, ...lines.flatMap((ofLine) => renderLine(ofLine, width, context))].join("\n");
}

/** In a narrower terminal, lines overflow: less code would say nothing. */
const leastRoom = 20;
const mostRelated = 5;

/** Renders the findings of one line of code together. */
function renderLine(findings: Findings, width: number, context: FileContext): readonly string[] {
  const { paint, columns } = context;
  const margin = " ".repeat(width + 4);
  const room = Math.max(leastRoom, columns - margin.length);
  // `Math.random (3 times) and Date.now`.
  const byApi = groupBy(findings, ({ api }) => api);
  const names = Array.from(byApi, ([api, { length }]) => (length === 1 ? api : `${api} (${length} times)`));
  const groups = [...new Set(findings.map(({ group }) => group))].join(", ");
  const point = paint.dim(pointOf(findings[0]).padEnd(width));
  const said = findings.filter(({ group }) => group === scanGroup).flatMap(({ message }) => wrap(message, room));
  const ways = findings.flatMap((finding) => [...renderRelated(finding), ...finding.chain.map(renderStep)]);
  const below = [...said, ...frameOf(findings, room, context), ...ways.map((way) => paint.dim(harmless(way)))];
  const heading = `  ${point}  ${paint.red(harmless(enumerate(names)))}  ${paint.dim(groups)}`;
  return [heading, ...below.map((line) => margin + line)];
}

/** Renders the calls of an alias, one line per message, because there may be dozens. */
function renderRelated({ related, file }: Finding): readonly string[] {
  const byMessage = groupBy(related, ({ message }) => message);
  return Array.from(byMessage, ([message, places]) => {
    const points = places.map((place) => (place.file === file ? pointOf(place) : placeOf(place)));
    return `${message.replace(/\.$/, "")}: ${firstOf(points, mostRelated)}`;
  });
}

function renderStep(place: RelatedPlace, index: number): string {
  return `${index === 0 ? "from" : "  to"} ${placeOf(place)} ${place.message}`;
}

/** Renders the line of code with a mark below each place, cut to fit, because minified code is one line. */
function frameOf(findings: Findings, room: number, { paint, readLine }: FileContext): readonly string[] {
  const source = readLine(findings[0].file, findings[0].line) ?? "";
  // Tabs become one space, so that the marks line up.
  const code = harmless(source.trim().replaceAll("\t", " "));
  if (code === "") return [];
  const indentation = source.length - source.trimStart().length;
  const places = findings.map(({ column }) => Math.max(0, column - 1 - indentation));
  const [text, start] = cut(code, places, room);
  const marks = new Set(places.map((place) => place - start));
  const underline = Array.from({ length: text.length }, (_, index) => (marks.has(index) ? "^" : " ")).join("");
  return [text, paint.red(underline.trimEnd())];
}

/**
 * As much of a line as fits: from its start if all places are visible then, else around the first of them. Also returns
 * the index where it starts.
 */
function cut(code: string, places: readonly number[], room: number): readonly [string, number] {
  if (code.length <= room) return [code, 0];
  const first = places.reduce((least, place) => Math.min(least, place));
  const isSeen = places.every((place) => place < room - 1);
  const wanted = isSeen ? 0 : first - Math.floor(room / 3);
  const start = Math.max(0, Math.min(wanted, code.length - room));
  const shown = code.slice(start, start + room);
  const begun = start > 0 ? `…${shown.slice(1)}` : shown;
  return [start + room < code.length ? `${begun.slice(0, -1)}…` : begun, start];
}
