import type { DocumentLanguage } from "../find/language.ts";
import { takeApart } from "../text/component-parts.ts";
import { CodePieces } from "./code-pieces.ts";
import { stripSource } from "../text/strip.ts";
import { isParseProblem, type ParseProblem, SourceParser } from "./parse-source.ts";
import { type Document, readHandlers, readIfShallow, scriptOfModule, suspectMarkup } from "./script-block.ts";
import { readSvelte } from "./svelte-template.ts";
import { loadVue, readVue } from "./vue-template.ts";

export type ComponentLanguage = Exclude<DocumentLanguage, "html">;

/** Reads a component, optionally only its scripts, or returns why it cannot be read. */
export function readComponent(text: string, language: ComponentLanguage, isWhole: boolean): Document | ParseProblem {
  return readIfShallow(() => blocksOf(text, language, isWhole));
}

/** The scripts of a component and the expressions of its markup share their names, so they are one program. */
function blocksOf(text: string, language: ComponentLanguage, isWhole: boolean): Document {
  const { program, templateStart, dialect, attributes, unread } = programOf(text, language, isWhole);
  const handlers = readHandlers(attributes, text);
  const { text: code, offsetOf } = program;
  const template = Array.from({ length: code.length - templateStart }, (_, index) => templateStart + index);
  const placesIn = (kept: readonly number[]): readonly number[] => [
    ...kept.map(program.indexOf).filter((index) => index < templateStart),
    ...template,
  ];
  const block = { ...scriptOfModule, text: code, offsetOf, placesIn, dialect };
  return {
    blocks: [block, ...handlers.blocks],
    hasUnreadCode: handlers.hasUnreadCode || (unread !== null && suspectMarkup.test(unread)),
  };
}

/**
 * The scripts in place, followed by the expressions of the markup from `templateStart` on. `unread` is the markup if it
 * cannot be read. Throws a RangeError for markup that would take minutes to read.
 */
function programOf(text: string, language: ComponentLanguage, hasTemplate: boolean) {
  const { scripts, markup, dialect, isSetup } = takeApart(text);
  const program = new CodePieces(scripts);
  const options = Array.from(scripts.matchAll(exportedOptions), ({ index }) => index);
  for (const [index, start] of [0, ...options].entries())
    program.write(index === 0 ? "" : "$options = ", { start, end: options[index] ?? text.length });
  const templateStart = program.text.length;
  const known = { program, templateStart, dialect };
  if (!hasTemplate) return { ...known, attributes: [], unread: null };
  if (language === "vue") checkSize(markup);
  const template = language === "vue" ? readVue(markup) : readSvelte(markup);
  if (template === null) return { ...known, attributes: [], unread: markup };
  const { attributes } = template;
  const code = new CodePieces(text);
  code.write("\n;{\n");
  if (language === "vue") code.write(membersOf(template.code.text, isSetup ? scripts : ""));
  code.write("{\n");
  code.writeAll(template.code);
  code.write("}}\n");
  // Without offsets to cover, the parser creates no tree.
  const parser = new SourceParser(code.text, dialect, stripSource(code.text, dialect !== "ts"));
  if (isParseProblem(parser.parse([]))) return { ...known, attributes, unread: markup };
  program.writeAll(code);
  return { ...known, attributes, unread: null };
}

/**
 * A component's options as they are exported, directly or through a function. The program gives them a name. The
 * pattern starts at the brace, because a search backwards from every blank would visit all blanks before it.
 */
const exportedOptions = /(?=\{)(?<=^[^\S\n]*export\s+default\s+(?:[\w$.]+\s*\(\s*)?)/gm;

/** Limits far above handwritten markup: Vue's parser takes quadratic time in open elements, and in attributes of a tag. */
const mostTags = 10_000;
const mostAttributes = 5000;

function checkSize(markup: string): void {
  const tags = markup.match(/<[a-z](?:[^"'<>]+|"[^"]*"|'[^']*')*/gi) ?? [];
  const isLong = (tag: string): boolean => tag.replaceAll(/"[^"]*"|'[^']*'/g, "").split(/\s+/).length > mostAttributes;
  if (tags.length > mostTags || tags.some(isLong))
    throw new RangeError("the markup has more tags or attributes than can be read");
}

/** Names in a text, except members. */
const plainNames = /(?<![\w$\u0080-\uffff]|(?<!\.\.)\.)[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/g;
const reserved =
  /^(?:arguments|async|await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield|\$(?:data|options|setup))$/;

/**
 * Declarations for names in a Vue template that refer to component members. Other names are globals, Vue's own, or
 * names of a script that exposes all its names to the template.
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
