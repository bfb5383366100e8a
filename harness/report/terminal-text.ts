import { randomUUID } from "node:crypto";
import { createColors } from "picocolors";

/** Paints texts for a terminal, in the lists' colours. */
export type Paint = Readonly<Record<PaintName, (text: string) => string>>;

type PaintName = "bold" | "dim" | "inverse" | "red" | "green" | "yellow" | "cyan";

const escape = "\u001B";

/**
 * Prefix of all escape sequences that Framegate itself sends to a terminal. A game cannot guess it, so none of its
 * output is taken for a colour, a cursor movement or a command to a CI service.
 */
const ownMark = `${escape}${randomUUID()}`;

/** Paints with marked colours, which `harmlessText` lets through; without `colour` it returns texts unchanged. */
export function createPaint(colour: boolean): Paint {
  const colours = createColors(colour);
  const paint = (name: PaintName): ((text: string) => string) => {
    const [open = "", close = ""] = colours[name]("\0").split("\0");
    return (text) => `${markEscapes(open)}${text}${markEscapes(close)}`;
  };
  return {
    bold: paint("bold"),
    dim: paint("dim"),
    inverse: paint("inverse"),
    red: paint("red"),
    green: paint("green"),
    yellow: paint("yellow"),
    cyan: paint("cyan"),
  };
}

/** Marks the escape sequences of a text as our own. The text's author must have escaped everything else. */
export function markEscapes(text: string): string {
  return text.replaceAll(escape, ownMark);
}

/** Marks the workflow commands of a report that has one per line. */
export function markCommands(report: string): string {
  return report.replaceAll(/^::/gmu, `${ownMark}::`);
}

/** Moves to the start of the line and erases it. */
export const clearLine = `${ownMark}[1G${ownMark}[K`;

/**
 * Controls, marks of the reading direction, characters without a width, and other line separators. A terminal obeys the
 * first, and the others make it show something else than the text. Line feed and tab stay.
 */
const controls =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u034F\u115F\u1160\u17B4\u17B5\u3164\uFFA0\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Start of a GitHub workflow command, which blanks may precede, and of a command inside a line, for GitHub or another
 * CI service.
 */
const commandStarts = /(?<=^[^\S\n]*):(?=:)|#(?=#\w*\[)/gmu;

/**
 * Escapes everything that a terminal or CI service would obey. A dangerous character becomes an escape such as
 * `\u001b`, which is the same character in JSON, so reports for programs keep their values. Text marked as our own
 * stays.
 */
export function harmlessText(text: string): string {
  const [first = "", ...own] = text.split(ownMark);
  const parts = own.map((part) =>
    part.startsWith("::") ? `::${withoutCommands(part.slice(2))}` : `${escape}${withoutCommands(part)}`,
  );
  return [withoutCommands(first), ...parts].join("");
}

function withoutCommands(text: string): string {
  return text.replaceAll(controls, escaped).replaceAll(commandStarts, escaped);
}

function escaped(character: string): string {
  // Two escapes for a surrogate pair, as in JSON.
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
  }).join("");
}

/** The text on one line: a line break in a file name or an exception would forge a line of the output. */
export function onOneLine(text: string): string {
  return text.replaceAll(/[\n\t]/gu, escaped);
}

/** Cuts lines that nobody reads, and says how much was cut. A cut line loses its colours. */
export function cutLongLines(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  return text
    .split("\n")
    .map((line) => (line.length <= lengthMax ? line : cutText(withoutColours(line), lengthMax)))
    .join("\n");
}

/** Start of a text, and how many characters were cut. */
export function cutText(text: string, lengthMax: number): string {
  const more = text.length - lengthMax;
  return more <= 0 ? text : `${text.slice(0, lengthMax)} ... and ${String(more)} more characters`;
}

function withoutColours(line: string): string {
  const [first = "", ...own] = line.split(ownMark);
  return [first, ...own.map((part) => part.replace(/^\[\d*[A-Za-z]/u, ""))].join("");
}
