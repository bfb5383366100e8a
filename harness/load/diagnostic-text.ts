import type { Diagnostic } from "../../src/formats/diagnostics.ts";

/** A file that diagnostics are about, with its lines at hand: a large one is taken apart once. */
export interface DiagnosedFile {
  readonly name: string;
  readonly lines: readonly string[];
}

/** How the parts of a printed diagnostic are set off. */
export interface DiagnosticStyle {
  readonly place: (text: string) => string;
  readonly error: (text: string) => string;
  readonly warning: (text: string) => string;
  /** What is beside the point: codes, pointers, line numbers. */
  readonly aside: (text: string) => string;
}

const plainStyle: DiagnosticStyle = { place: String, error: String, warning: String, aside: String };

/** Columns of a terminal that the shown part of a line may take. */
const lineWidthMax = 100;

/** Makes a file's text ready for its diagnostics; null where it could not be read. */
export function diagnosedFile(name: string, text: string | null): DiagnosedFile {
  // Columns are counted behind a byte order mark.
  return { name, lines: text === null ? [] : text.replace(/^\uFEFF/u, "").split(/\r\n|\r|\n/u) };
}

/**
 * Prints a diagnostic as compilers do: `file:line:column - error CODE: sentence`, the pointer of the value in the
 * document, and the line that it stands in with the value underlined.
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
  // A minified file is one long line: show the part around the place, and do not begin within a character.
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

/** Length of what stands at a place: a text with its quotes, a number or a word, or a single bracket. */
function widthOfToken(line: string, start: number): number {
  const token = /"(?:[^"\\]|\\.)*"|[-+.\w]+/uy;
  token.lastIndex = start;
  return token.exec(line)?.[0].length ?? 1;
}

/** The index, or the one before it where it is between the two code units of one character. */
function outsidePair(text: string, index: number): number {
  return index > 0 && (text.codePointAt(index - 1) ?? 0) > 0xffff ? index - 1 : index;
}

/** What is no character of text would command the terminal: colours, the cursor, the direction of reading; tabs move. */
const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The same length without anything that is no character of text. */
function blankControls(text: string): string {
  return text.replaceAll(controls, (character) => " ".repeat(character.length));
}

/** For a sentence, where what was written should be seen. */
function harmless(text: string): string {
  return text.replaceAll(controls, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`);
}

/** At a depth of 10,000 a pointer is longer than all the rest; its end says where it is, its start where to begin. */
function shorten(pointer: string): string {
  return pointer.length <= 200 ? pointer : `${pointer.slice(0, 100)} ... ${pointer.slice(-95)}`;
}

// East Asian characters and emoji take two columns, https://www.unicode.org/reports/tr11/; marks that are set on another
// character take none. Scripts are an approximation of the table there, which regular expressions cannot ask.
const wide =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303E\uFF01-\uFF60]$/u;
const widthless = /^\p{Mark}$/u;

/** Blanks that take as many columns of a terminal as a text does. */
function blankAsWideAs(text: string): string {
  return Array.from(text, (character) => {
    if (widthless.test(character)) return "";
    return wide.test(character) ? "  " : " ";
  }).join("");
}
