import type { Finding, Place, RelatedPlace } from "../findings/finding.ts";
import { groupBy } from "./group-by.ts";
import { enumerate, firstOf, harmless, type ListContext, wrap } from "./list-text.ts";

/** The findings of one file, each line of code once. `findings` are in order, and at least one. */
export function renderFile(findings: readonly Finding[], context: ListContext): string {
  const lines = [...groupBy(findings, ({ line }) => String(line)).values()];
  const width = Math.max(...lines.map(([first]) => (first === undefined ? 0 : pointOf(first).length)));
  const heading = context.paint.bold(harmless(findings[0]?.file ?? ""));
  return [heading, ...lines.flatMap((ofLine) => renderLine(ofLine, width, context))].join("\n");
}

/** The findings of one line of code: an expression that gives two clocks is read as one. */
function renderLine(findings: readonly Finding[], width: number, context: ListContext): readonly string[] {
  const { paint, columns } = context;
  const [first] = findings;
  if (first === undefined) return [];
  const margin = " ".repeat(width + 4);
  const room = Math.max(leastRoom, columns - margin.length);
  const groups = [...new Set(findings.map(({ group }) => group))].join(", ");
  const said = findings.filter(({ group }) => group === "scan").flatMap(({ message }) => wrap(harmless(message), room));
  const ways = findings.flatMap(({ related, chain }) => [...renderRelated(related, first.file), ...renderChain(chain)]);
  return [
    `  ${paint.dim(pointOf(first).padEnd(width))}  ${paint.red(harmless(namesOf(findings)))}  ${paint.dim(groups)}`,
    ...[...said, ...frameOf(findings, room, context), ...ways.map((way) => paint.dim(harmless(way)))].map(
      (line) => margin + line,
    ),
  ];
}

/** In a narrower terminal lines run over: less code would say nothing. */
const leastRoom = 20;

/** `Math.random (3 times) and Date.now`. */
function namesOf(findings: readonly Finding[]): string {
  const names = Array.from(
    groupBy(findings, ({ api }) => api),
    ([api, same]) => (same.length === 1 ? api : `${api} (${String(same.length)} times)`),
  );
  return enumerate(names);
}

/** Where an alias is called, one line for each message: there may be dozens. */
function renderRelated(related: readonly RelatedPlace[], file: string): readonly string[] {
  return Array.from(
    groupBy(related, ({ message }) => message),
    ([message, places]) => {
      const points = places.map((place) => (place.file === file ? pointOf(place) : placeOf(place)));
      return `${message.replace(/\.$/, "")}: ${firstOf(points, mostRelated)}`;
    },
  );
}

const mostRelated = 5;

function renderChain(chain: readonly RelatedPlace[]): readonly string[] {
  return chain.map((place, index) => `${index === 0 ? "from" : "  to"} ${placeOf(place)} ${place.message}`);
}

function placeOf(place: Place): string {
  return `${place.file}:${pointOf(place)}`;
}

function pointOf({ line, column }: Place): string {
  return `${String(line)}:${String(column)}`;
}

/** The line of code with a mark below each place, cut to what has room: minified code is one line. */
function frameOf(findings: readonly Finding[], room: number, { paint, readLine }: ListContext): readonly string[] {
  const [first] = findings;
  const source = first === undefined ? null : readLine(first.file, first.line);
  if (source === null || source.trim() === "") return [];
  const indentation = source.length - source.trimStart().length;
  // A tab is as wide as one space here, so that the marks stand below what they mark.
  const code = harmless(source.trim().replaceAll("\t", " "));
  const places = findings.map(({ column }) => Math.max(0, column - 1 - indentation));
  const { text, start } = cut(code, places, room);
  const marks = new Set(places.map((place) => place - start).filter((place) => place >= 0 && place < text.length));
  const underline = Array.from({ length: text.length }, (_, index) => (marks.has(index) ? "^" : " ")).join("");
  return [text, paint.red(underline.trimEnd())];
}

interface Cut {
  readonly text: string;
  /** The index of its first character in the whole. */
  readonly start: number;
}

/** As much of a line as has room, from its beginning if the places can be seen then, else around the first of them. */
function cut(code: string, places: readonly number[], room: number): Cut {
  if (code.length <= room) return { text: code, start: 0 };
  const isSeen = Math.max(...places) < room - 1;
  const wanted = isSeen ? 0 : Math.min(...places) - Math.floor(room / 3);
  const start = Math.max(0, Math.min(wanted, code.length - room));
  const shown = code.slice(start, start + room);
  const begun = start > 0 ? `…${shown.slice(1)}` : shown;
  return { text: start + room < code.length ? `${begun.slice(0, -1)}…` : begun, start };
}
