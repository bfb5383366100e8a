import type { DocumentLanguage } from "../find/language.ts";
import { type Dialect, takeApart } from "../text/component-parts.ts";
import { CodePieces } from "./code-pieces.ts";
import { stripSource } from "../text/strip.ts";
import { isParseProblem, SourceParser } from "./parse-source.ts";
import { readSvelte } from "./svelte-template.ts";
import type { PlainAttribute } from "./template.ts";
import { loadVue, readVue } from "./vue-template.ts";

export type ComponentLanguage = Exclude<DocumentLanguage, "html">;

/** A component as one program: its scripts where they are, and behind them the expressions of its markup. */
export interface ComponentCode {
  readonly program: CodePieces;
  readonly dialect: Dialect;
  readonly attributes: readonly PlainAttribute[];
  /** The markup if it cannot be read. */
  readonly unread: string | null;
}

/**
 * @param hasTemplate Whether the markup is read as well.
 * @throws RangeError for markup that would take minutes to read.
 */
export function readComponent(text: string, language: ComponentLanguage, hasTemplate: boolean): ComponentCode {
  const { scripts, markup, dialect, isSetup } = takeApart(text);
  const program = new CodePieces(scripts);
  const options = Array.from(scripts.matchAll(exportedOptions), ({ index }) => index);
  for (const [index, start] of [0, ...options].entries())
    program.write(index === 0 ? "" : "$options = ", { start, end: options[index] ?? text.length });
  if (!hasTemplate) return { program, dialect, attributes: [], unread: null };
  checkSize(markup);
  const template = language === "vue" ? readVue(markup) : readSvelte(markup, dialect !== "js");
  if (template === null) return { program, dialect, attributes: [], unread: markup };
  const { attributes } = template;
  const code = new CodePieces(text);
  code.write("\n;{\n");
  if (language === "vue") code.write(membersOf(template.code.text, isSetup ? scripts : ""));
  code.write("{\n");
  code.writeAll(template.code);
  code.write("}}\n");
  // With no offset to cover, no tree is made of it.
  const parser = new SourceParser(code.text, dialect, stripSource(code.text, dialect !== "ts"));
  if (isParseProblem(parser.parse([]))) return { program, dialect, attributes, unread: markup };
  program.writeAll(code);
  return { program, dialect, attributes, unread: null };
}

/**
 * A component's options as they are exported, directly or through a function. In the program they have a name. The brace is
 * looked for first: from each blank, a search backwards would go through all blanks before it.
 */
const exportedOptions = /(?=\{)(?<=^[^\S\n]*export\s+default\s+(?:[\w$.]+\s*\(\s*)?)/gm;

/** More than anyone writes. The parsers' time grows with the square of what is open, and of the attributes of one tag. */
const mostTags = 10_000;
const mostAttributes = 5000;

function checkSize(markup: string): void {
  const tags = markup.match(/<[a-z](?:[^"'<>]+|"[^"]*"|'[^']*')*/gi) ?? [];
  const isLong = (tag: string): boolean => tag.replaceAll(/"[^"]*"|'[^']*'/g, "").split(/\s+/).length > mostAttributes;
  if (tags.length > mostTags || tags.some(isLong))
    throw new RangeError("the markup has more tags or attributes than can be read");
}

/** Names as a text has them, other than members. */
const plainNames = /(?<![\w$\u0080-\uffff]|(?<!\.\.)\.)[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/g;
const reserved =
  /^(?:arguments|async|await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield|\$(?:data|options|setup))$/;

/**
 * The members of a Vue component that its template means by some names. The other names are globals there, or its own parts,
 * or those of a script that hands all of them to the template.
 */
function membersOf(template: string, setup: string): string {
  const { isGloballyAllowed } = loadVue();
  const given = new Set(setup.match(plainNames));
  const members = Array.from(new Set(template.match(plainNames))).filter(
    (name) => !given.has(name) && !reserved.test(name) && !isGloballyAllowed(name),
  );
  const declarations = members.map((name) => {
    const ofOptions = `$options?.methods?.${name} ?? $options?.computed?.${name}?.()`;
    return `let ${name} = $data?.${name} ?? $setup?.${name} ?? ${ofOptions};\n`;
  });
  return `var $options; const $data = $options?.data?.(), $setup = $options?.setup?.();\n${declarations.join("")}`;
}
