import { createRequire } from "node:module";
import type * as vueCompiler from "@vue/compiler-dom";
import type { DirectiveNode, ElementNode, ForParseResult, TemplateChildNode, TextNode } from "@vue/compiler-dom";
import type * as vueShared from "@vue/shared";
import type { CodePart } from "./code-pieces.ts";
import { listenerOpening, Template } from "./template.ts";

/** Vue's compiler. `require` loads it synchronously, and only if it is needed. */
export function loadVue(): typeof vueCompiler & typeof vueShared {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-return
  return createRequire(import.meta.url)("#bundled/vue-compiler");
}

/**
 * Reads the template of a Vue component, whose scripts and styles are blank. Null if its language is not HTML, or if a
 * tag, a comment or an expression is unclosed.
 */
export function readVue(markup: string): Template | null {
  const { parse, ErrorCodes } = loadVue();
  const { EOF_BEFORE_TAG_NAME, EOF_IN_CDATA, EOF_IN_COMMENT, EOF_IN_TAG, X_MISSING_INTERPOLATION_END } = ErrorCodes;
  const endless = [EOF_BEFORE_TAG_NAME, EOF_IN_CDATA, EOF_IN_COMMENT, EOF_IN_TAG, X_MISSING_INTERPOLATION_END];
  let isRead = true;
  const { children } = parse(markup, {
    parseMode: "sfc",
    onError: ({ code }) => (isRead &&= !endless.some((one) => one === code)),
    // In decoded text, a finding would get a wrong place.
    decodeEntities: (text) => text,
  });
  const writer = new VueWriter(markup);
  const [template] = children.filter(isElement).filter(({ tag }) => tag === "template");
  for (const prop of template?.props ?? [])
    if (prop.name === "lang" && "value" in prop) isRead &&= prop.value?.content === "html";
  writer.writeNodes(template?.children ?? []);
  return isRead ? writer : null;
}

/** A node of the template, or a part of one. */
interface Located {
  readonly loc: { readonly start: { readonly offset: number }; readonly source: string };
}

class VueWriter extends Template {
  writeNodes(nodes: readonly TemplateChildNode[]): void {
    for (const node of nodes) {
      if (isElement(node)) this.#writeElement(node);
      else if ("content" in node && typeof node.content === "object") this.#writeValue(node.content);
    }
  }

  #writeElement({ tag, props, children }: ElementNode): void {
    const directives = props.filter((prop) => "modifiers" in prop);
    const endOfList = this.#openList(directives.find(({ name }) => name === "for")?.forParseResult);
    for (const directive of directives) this.#writeDirective(tag, directive);
    let slot: Located | undefined = directives.find(({ name }) => name === "slot")?.exp;
    for (const prop of props) {
      if ("modifiers" in prop || prop.value === undefined) continue;
      const value = withoutQuotes(prop.value);
      this.attributes.push({ name: prop.name, value: value.loc.source, start: value.loc.start.offset });
      if (prop.name === "slot-scope" || (prop.name === "scope" && tag === "template")) slot = value;
    }
    if (slot !== undefined) this.#write("((", slot, ") => {\n");
    this.writeNodes(children);
    this.#write(slot === undefined ? "" : "});\n", endOfList);
  }

  /** Writes the start of a loop, and returns its end. */
  #openList(list: ForParseResult | undefined): string {
    if (list === undefined) return "";
    this.#write("for (const ", list.value ?? "$item", " of (", list.source, "\n)) {\n");
    for (const name of [list.key, list.index]) if (name !== undefined) this.#write("let ", name, ";\n");
    return "}\n";
  }

  #writeDirective(tag: string, { name, arg, exp }: DirectiveNode): void {
    if (exp === undefined || exp.loc.source.trim() === "" || name === "for" || name === "slot") return;
    const opening = listenerOpening(tag, name + (arg?.loc.source ?? ""));
    const { isFnExpressionBrowser: isFunction, isMemberExpressionBrowser: isPath } = loadVue();
    // A function, or a path to one, is the listener itself. Any other value is the listener's code.
    if (name !== "on" || arg === undefined || isFunction(exp) || isPath(exp)) this.#writeValue(exp, opening);
    else this.#write(`${opening}($event) => {\n`, exp, "\n});\n");
  }

  /** Writes an expression as a statement, or as the argument of a function. */
  #writeValue(expression: Located, opening = "("): void {
    this.#write(opening, expression, "\n);\n");
  }

  /** Writes glue and code of the template, where a quote may be written as `&quot;`. */
  #write(...parts: readonly (string | Located)[]): void {
    this.code.write(...parts.flatMap((part) => (typeof part === "string" ? [part] : decoded(part))));
  }
}

function isElement(node: TemplateChildNode): node is ElementNode {
  return "props" in node;
}

function withoutQuotes({ loc: { start, source } }: TextNode): Located {
  const [quote = ""] = /^["']/.exec(source) ?? [];
  const end = source.length - quote.length;
  return { loc: { start: { offset: start.offset + quote.length }, source: source.slice(quote.length, end) } };
}

function decoded({ loc: { start, source } }: Located): readonly CodePart[] {
  let from = start.offset;
  return source.split(/(&(?:amp|lt|gt|quot|apos|#39);)/).map((text) => {
    const range = { start: from, end: from + text.length };
    from = range.end;
    return entities.get(text) ?? range;
  });
}

const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({ "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&#39;": "'" }),
);
