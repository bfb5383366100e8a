import type { Diagnostic } from "../../src/formats/diagnostics.ts";

/** A file with diagnostics. It is split into lines once, because it may be large. */
export interface DiagnosedFile {
  readonly name: string;
  readonly lines: readonly string[];
}

/** Colours for the parts of a printed diagnostic. */
export interface DiagnosticStyle {
  readonly place: (text: string) => string;
  readonly error: (text: string) => string;
  readonly warning: (text: string) => string;
  /** Secondary parts: codes, pointers, line numbers. */
  readonly aside: (text: string) => string;
}

const plainStyle: DiagnosticStyle = { place: String, error: String, warning: String, aside: String };

/** Maximum number of columns shown of a line. */
const lineWidthMax = 100;

/** Prepares a file's text for its diagnostics; null if it could not be read. */
export function diagnosedFile(name: string, text: string | null): DiagnosedFile {
  // Columns do not count the byte order mark.
  return { name, lines: text === null ? [] : text.replace(/^\uFEFF/u, "").split(/\r\n|\r|\n/u) };
}

/**
 * Prints a diagnostic like a compiler: `file:line:column - error CODE: sentence`, the JSON pointer of the value, and
 * its line with the value underlined.
 */
export function renderDiagnostic(
  file: DiagnosedFile,
  diagnostic: Diagnostic,
  style: DiagnosticStyle = plainStyle,
): string {
  const { code, severity, pointer, message, line, column } = diagnostic;
  const isPlaced = line !== undefined && column !== undefined;
  const place = isPlaced ? `${file.name}:${String(line)}:${String(column)}` : file.name;
  const word = severity === "error" ? style.error("error") : style.warning("warning");
  const frame = isPlaced ? codeFrame(file.lines, { line, column }, (text) => style[severity](text), style) : [];
  return [
    `${style.place(harmless(place))} - ${word} ${style.aside(`${code}:`)} ${harmless(message)}`,
    ...(pointer === "" ? [] : [`  ${style.aside(`at ${shorten(harmless(pointer))}`)}`]),
    ...frame,
  ].join("\n");
}

/** Position of the first diagnostic, as `file:line:column`. */
export function firstPosition(file: string, diagnostics: readonly Diagnostic[]): string {
  const [first] = diagnostics;
  return first?.line === undefined ? file : `${file}:${String(first.line)}:${String(first.column ?? 1)}`;
}

interface Place {
  readonly line: number;
  readonly column: number;
}

function codeFrame(
  lines: readonly string[],
  { line, column }: Place,
  mark: (text: string) => string,
  style: DiagnosticStyle,
): readonly string[] {
  const written = lines[line - 1];
  if (written === undefined) return [];
  const start = column - 1;
  const end = start + widthOfToken(written, start);
  // A minified file is one long line. Show the part around the column, and do not split a character.
  const from = outsidePair(written, Math.max(0, start - Math.floor(lineWidthMax / 2)));
  const to = outsidePair(written, from + lineWidthMax);
  const number = String(line);
  const before = blankAsWideAs(blankControls(written.slice(from, start)));
  const carets = blankAsWideAs(blankControls(written.slice(start, Math.min(end, to)))).replaceAll(" ", "^");
  return [
    `  ${style.aside(`${number} |`)} ${blankControls(written.slice(from, to))}`,
    `  ${style.aside(`${" ".repeat(number.length)} |`)} ${before}${mark(carets === "" ? "^" : carets)}`,
  ];
}

/** Length of the token at an offset: a string with its quotes, a number or a word, or a single bracket. */
function widthOfToken(line: string, start: number): number {
  const token = /"(?:[^"\\]|\\.)*"|[-+.\w]+/uy;
  token.lastIndex = start;
  return token.exec(line)?.[0].length ?? 1;
}

/** The index, or the one before it if it falls between the two code units of a character. */
function outsidePair(text: string, index: number): number {
  return index > 0 && (text.codePointAt(index - 1) ?? 0) > 0xffff ? index - 1 : index;
}

/** Control characters would change a terminal's colours, cursor or reading direction, and tabs shift the text. */
const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Replaces each control character with a blank, to keep the length. */
function blankControls(text: string): string {
  return text.replaceAll(controls, (character) => " ".repeat(character.length));
}

/** Makes control characters in a sentence visible. */
function harmless(text: string): string {
  return text.replaceAll(controls, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`);
}

/** At a depth of 10,000 a pointer is longer than the rest of the message. Its two ends are enough. */
function shorten(pointer: string): string {
  return pointer.length <= 200 ? pointer : `${pointer.slice(0, 100)} ... ${pointer.slice(-95)}`;
}

// East Asian characters and emoji take two columns, https://www.unicode.org/reports/tr11/; combining marks take none.
// Regular expressions have no property for that table, so scripts approximate it.
const wide =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303E\uFF01-\uFF60]$/u;
const widthless = /^\p{Mark}$/u;

/** Blanks as wide as a text in a terminal. */
function blankAsWideAs(text: string): string {
  return Array.from(text, (character) => {
    if (widthless.test(character)) return "";
    return wide.test(character) ? "  " : " ";
  }).join("");
}
