import type { DocumentLanguage } from "../find/language.ts";
import type { TextRange } from "../text/strip.ts";
import { CodePieces } from "./code-pieces.ts";
import { type Attribute, readMarkup, type Token } from "./markup.ts";
import type { Dialect } from "./parse-source.ts";
import { isParseProblem, parseSource } from "./parse-source.ts";
import { scopesOf } from "./scopes-of.ts";
import { svelteCode, svelteMarks } from "./svelte-code.ts";
import { vueCode, vueGlobals, vueMarks } from "./vue-code.ts";

export type ComponentLanguage = Exclude<DocumentLanguage, "html">;

/** A component as one program: its scripts where they are, and behind them the expressions of its markup. */
export interface ComponentCode {
  readonly program: CodePieces;
  readonly dialect: Dialect;
  /** All attributes of the markup. */
  readonly attributes: readonly Attribute[];
  /** Markup that may hold code and cannot be read. */
  readonly unread: readonly string[];
}

/** Gives the dialect of a `script` by its attributes; null if it is no code. */
export type DialectOf = (attributes: ReadonlyMap<string, string>) => Dialect | null;

export function readComponent(text: string, language: ComponentLanguage, dialectOf: DialectOf): ComponentCode {
  const { tokens, isBroken } = readMarkup(text, language === "vue" ? vueMarks : svelteMarks);
  const scripts = tokens.flatMap((token) => (token.kind === "raw" ? scriptIn(text, token, dialectOf) : []));
  const dialect = (["tsx", "ts"] as const).find((one) => scripts.some((script) => script.dialect === one)) ?? "js";
  const markup = language === "vue" ? templateIn(text, tokens) : { tokens, unread: null };
  const code = language === "vue" ? vueBlock(text, markup.tokens, { scripts, dialect }) : svelteCode(text, tokens);
  const isRead = !isParseProblem(parseSource(code.text(), dialect));
  const program = programOf(text, scripts);
  if (isRead) program.addAll(code);
  return {
    program,
    dialect,
    attributes: markup.tokens.flatMap((token) => (token.kind === "open" ? token.attributes : [])),
    unread: [markup.unread ?? "", isBroken || !isRead ? outside(text, scripts) : ""],
  };
}

interface Script extends TextRange {
  readonly dialect: Dialect;
  readonly isSetup: boolean;
}

function scriptIn(
  text: string,
  { name, attributes, start, end }: Extract<Token, { kind: "raw" }>,
  dialectOf: DialectOf,
): readonly Script[] {
  if (name.toLowerCase() !== "script") return [];
  const values = new Map(
    attributes.map(({ name: key, value }) => [key, value === null ? "" : text.slice(value.start, value.end)]),
  );
  const dialect = dialectOf(values);
  return dialect === null ? [] : [{ start, end, dialect, isSetup: values.has("setup") }];
}

interface Scripts {
  readonly scripts: readonly Script[];
  readonly dialect: Dialect;
}

/** The tokens of a Vue component's template. One in another language than HTML is not read. */
function templateIn(
  text: string,
  tokens: readonly Token[],
): { readonly tokens: readonly Token[]; readonly unread: string | null } {
  const first = tokens.findIndex((token) => token.kind === "open" && token.name === "template");
  const opening = tokens[first];
  if (opening?.kind !== "open" || !opening.hasChildren) return { tokens: [], unread: null };
  let depth = 0;
  const length = tokens.slice(first).findIndex((token) => {
    if (token.kind === "open" && token.name === "template" && token.hasChildren) depth++;
    if (token.kind === "close" && token.name === "template") depth--;
    return depth === 0;
  });
  const inside = tokens.slice(first + 1, length === -1 ? undefined : first + length);
  const lang = opening.attributes.find(({ name }) => name === "lang")?.value ?? null;
  if (lang === null || text.slice(lang.start, lang.end) === "html") return { tokens: inside, unread: null };
  return { tokens: [], unread: text.slice(lang.end, text.lastIndexOf("</template")) };
}

/** A template's expressions in a block. Names that no script declares and that are no globals there are the component's. */
function vueBlock(text: string, tokens: readonly Token[], { scripts, dialect }: Scripts): CodePieces {
  const template = vueCode(text, tokens);
  const code = new CodePieces(text);
  if (template.text() === "") return code;
  const declared = scripts.some(({ isSetup }) => isSetup)
    ? declaredNames(text, { scripts, dialect })
    : new Set<string>();
  code.add("\n;var $options;\n{ const $data = $options?.data?.(), $setup = $options?.setup?.();\n");
  for (const name of freeNames(parseSource(template.text(), dialect))) {
    if (vueGlobals.has(name) || declared.has(name)) continue;
    const ofOptions = `$options?.methods?.${name} ?? $options?.computed?.${name}?.()`;
    code.add(`let ${name} = $data?.${name} ?? $setup?.${name} ?? ${ofOptions};\n`);
  }
  code.add("{\n");
  code.addAll(template);
  code.add("}}\n");
  return code;
}

function freeNames(parsed: ReturnType<typeof parseSource>): readonly string[] {
  if (isParseProblem(parsed)) return [];
  const free = scopesOf(parsed.program).globalScope?.through.map(({ identifier }) => identifier.name) ?? [];
  return [...new Set(free.filter((name) => typeof name === "string"))];
}

function declaredNames(text: string, { scripts, dialect }: Scripts): ReadonlySet<string> {
  const program = programOf(text, scripts);
  const parsed = parseSource(program.text(), dialect);
  if (isParseProblem(parsed)) return new Set();
  const top = scopesOf(parsed.program).scopes.find(({ type }) => type === "module");
  return new Set(top?.variables.map(({ name }) => name));
}

/** A component's options as they are exported, directly or through a function. */
const exportedOptions = /(?<=^[^\S\n]*export\s+default\s+(?:[\w$.]+\s*\(\s*)?)(?=\{)/m;

/** Scripts where they are, with blanks around them. A component's options get a name. */
function programOf(text: string, scripts: readonly Script[]): CodePieces {
  const program = new CodePieces(text);
  let from = 0;
  for (const { start, end } of scripts) {
    program.blank({ start: from, end: start });
    const options = exportedOptions.exec(text.slice(start, end));
    const middle = start + (options?.index ?? 0);
    program.copy({ start, end: middle });
    if (options !== null) program.add("$options = ");
    program.copy({ start: middle, end });
    from = end;
  }
  program.blank({ start: from, end: text.length });
  return program;
}

function outside(text: string, scripts: readonly Script[]): string {
  const from = [0, ...scripts.map(({ end }) => end)];
  return from.map((start, index) => text.slice(start, scripts[index]?.start)).join("\n");
}
