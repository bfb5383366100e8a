import type { DocumentLanguage } from "../find/language.ts";
import { blanked, CodePieces } from "./code-pieces.ts";
import { type Dialect, isParseProblem, parseSource } from "./parse-source.ts";
import { scopesOf } from "./scopes-of.ts";
import { readSvelte } from "./svelte-template.ts";
import type { PlainAttribute } from "./template.ts";
import { loadVue, readVue } from "./vue-template.ts";

export type ComponentLanguage = Exclude<DocumentLanguage, "html">;

/** A component as one program: its scripts where they are, and behind them the expressions of its markup. */
export interface ComponentCode {
  readonly program: CodePieces;
  readonly dialect: Dialect;
  readonly attributes: readonly PlainAttribute[];
  /** The markup if it cannot be read, and is no part of the program. */
  readonly unread: string | null;
}

/** Gives the dialect of a `script` by its attributes; null if it is no code. */
export type DialectOf = (attributes: ReadonlyMap<string, string>) => Dialect | null;

/** @throws RangeError for markup that would take minutes to read. */
export function readComponent(text: string, language: ComponentLanguage, dialectOf: DialectOf): ComponentCode {
  const { scripts, markup, dialect, isSetup, isWhole } = takeApart(text, dialectOf);
  const program = new CodePieces(scripts);
  const options = Array.from(scripts.matchAll(exportedOptions), ({ index }) => index);
  for (const [index, start] of [0, ...options].entries())
    program.write(index === 0 ? "" : "$options = ", { start, end: options[index] ?? text.length });
  checkSize(markup);
  const template = !isWhole ? null : language === "vue" ? readVue(markup) : readSvelte(markup, dialect !== "js");
  if (template === null) return { program, dialect, attributes: [], unread: markup };
  const { attributes } = template;
  const code = new CodePieces(text);
  code.write("\n;{\n");
  if (language === "vue")
    code.write(membersOf(freeNames(`${isSetup ? program.text : ""}\n;{${template.code.text}}`, dialect)));
  code.write("{\n");
  code.writeAll(template.code);
  code.write("}}\n");
  if (isParseProblem(parseSource(code.text, dialect))) return { program, dialect, attributes, unread: markup };
  program.writeAll(code);
  return { program, dialect, attributes, unread: null };
}

/**
 * A component's options as they are exported, directly or through a function. In the program they have a name. The brace is
 * looked for first: from each blank, a search backwards would go through all blanks before it.
 */
const exportedOptions = /(?=\{)(?<=^[^\S\n]*export\s+default\s+(?:[\w$.]+\s*\(\s*)?)/gm;

interface Parts {
  /** The text with blanks in place of all that is no script, and with blanks in place of its scripts and styles. */
  readonly scripts: string;
  readonly markup: string;
  readonly dialect: Dialect;
  /** True if a script hands all its names to the template. */
  readonly isSetup: boolean;
  /** False if a comment has no end. */
  readonly isWhole: boolean;
}

/**
 * A comment, or a script or a style with its attributes and its content. An element that has no end goes on to the end of the
 * text, so that nothing is searched for twice. Tags behind a quote are texts of a script.
 */
const opaque =
  /(?<!["'`])<(?:!--[^]*?-->|(script|style)(?=[\s/>])((?:[^"'>]+|"[^"]*(?:"|$)|'[^']*(?:'|$))*)(?:(?<=\/)>|>?([^]*?)(?:<\/\1(?![\w-])[^>]*>?|$)))/gi;

function takeApart(text: string, dialectOf: DialectOf): Parts {
  let [scripts, markup, isSetup] = ["", "", false];
  const dialects = new Set<Dialect>();
  const lastEnd = text.lastIndexOf("-->") + 1;
  const closed = text.slice(0, lastEnd) + text.slice(lastEnd).replaceAll("<!--", "    ");
  for (const { 0: whole, 1: name, 2: tag = "", 3: content = "", index } of closed.matchAll(opaque)) {
    if (name === undefined) continue;
    markup += text.slice(markup.length, index) + blanked(whole);
    const attributes = attributesIn(tag);
    const dialect = name.toLowerCase() === "script" ? dialectOf(attributes) : null;
    if (dialect !== null) {
      dialects.add(dialect);
      isSetup ||= attributes.has("setup");
      scripts += blanked(text.slice(scripts.length, index + `<${name}${tag}>`.length)) + content;
    }
  }
  return {
    scripts: scripts + blanked(text.slice(scripts.length)),
    markup: markup + text.slice(markup.length),
    dialect: (["tsx", "ts"] as const).find((one) => dialects.has(one)) ?? "js",
    isSetup,
    isWhole: closed === text,
  };
}

function attributesIn(tag: string): ReadonlyMap<string, string> {
  const attributes = tag.matchAll(/([^\s"'=/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"']+))?/g);
  return new Map([...attributes].map(([, name = "", value = ""]) => [name, value.replaceAll(/^["']|["']$/g, "")]));
}

/** More than anyone writes. The parsers' time grows with the square of what is open, and of the attributes of one tag. */
const mostTags = 10_000;
const mostAttributes = 5000;

function checkSize(markup: string): void {
  const tags = markup.match(/<[a-z](?:[^"'<>]+|"[^"]*"|'[^']*')*/gi) ?? [];
  const isLong = (tag: string): boolean => tag.replaceAll(/"[^"]*"|'[^']*'/g, "").split(/\s+/).length > mostAttributes;
  if (tags.length > mostTags || tags.some(isLong))
    throw new RangeError("the markup has more tags or attributes than can be read");
}

/** The names that a text uses and does not declare. */
function freeNames(text: string, dialect: Dialect): readonly string[] {
  const parsed = parseSource(text, dialect);
  if (isParseProblem(parsed)) return [];
  const free = scopesOf(parsed.program).globalScope?.through.map(({ identifier }) => identifier.name) ?? [];
  return [...new Set(free.filter((name) => typeof name === "string"))];
}

/** The members of a Vue component that its template means by some names. The other names are globals there, or its own parts. */
function membersOf(names: readonly string[]): string {
  const { isGloballyAllowed } = loadVue();
  const members = names.filter(
    (name) => !isGloballyAllowed(name) && !/^(?:arguments|\$(?:data|options|setup))$/.test(name),
  );
  const declarations = members.map((name) => {
    const ofOptions = `$options?.methods?.${name} ?? $options?.computed?.${name}?.()`;
    return `let ${name} = $data?.${name} ?? $setup?.${name} ?? ${ofOptions};\n`;
  });
  return `var $options; const $data = $options?.data?.(), $setup = $options?.setup?.();\n${declarations.join("")}`;
}
