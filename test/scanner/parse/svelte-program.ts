import { type AST, parse } from "svelte/compiler";
import type { PlainAttribute } from "../../../scanner/parse/template.ts";
import { listenerOpening } from "../../../scanner/parse/template.ts";

/** The program that Svelte's own parser makes of markup, written as `readSvelte` writes it. */
export interface SvelteProgram {
  readonly code: string;
  readonly attributes: readonly PlainAttribute[];
}

/** @throws If Svelte rejects the markup. */
export function programOf(markup: string, hasTypes: boolean): SvelteProgram {
  const { fragment } = parse(hasTypes ? `${markup}<script lang="ts"></script>` : markup, { modern: true });
  const writer = new ProgramWriter(markup);
  return { code: writer.scopeOf(fragment), attributes: writer.attributes };
}

class ProgramWriter {
  readonly attributes: PlainAttribute[] = [];
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  scopeOf(fragment: AST.Fragment | null | undefined, declarations = ""): string {
    return fragment ? `{${declarations}${fragment.nodes.map((node) => this.#codeOf(node)).join("")}}\n` : "";
  }

  #codeOf(node: AST.Fragment["nodes"][number]): string {
    if ("attributes" in node) return this.#elementOf(node);
    switch (node.type) {
      case "IfBlock":
        return `if (${this.#textOf(node.test)}) ${this.scopeOf(node.consequent)}${this.#elseOf(node.alternate)}`;
      case "EachBlock":
        return this.#listOf(node);
      case "AwaitBlock":
        return this.#awaitedOf(node);
      case "SnippetBlock": {
        const parameters = node.parameters.map((one) => this.#textOf(one));
        return `function ${node.expression.name}(${parameters.join(", ")}) ${this.scopeOf(node.body)}`;
      }
      case "ConstTag":
      case "DeclarationTag":
        return `${this.#textOf(node.declaration)};\n`;
      case "DebugTag":
        return node.identifiers.length === 0 ? "" : `(${node.identifiers.map(({ name }) => name).join(", ")});\n`;
      default:
        return (
          ("expression" in node ? this.#valueOf(node.expression) : "") +
          ("fragment" in node ? this.scopeOf(node.fragment) : "")
        );
    }
  }

  /** The conditions of a chain are siblings. */
  #elseOf(fragment: AST.Fragment | null): string {
    const [first] = fragment?.nodes ?? [];
    return first?.type === "IfBlock" && first.elseif ? this.#codeOf(first) : this.scopeOf(fragment);
  }

  #listOf({ expression, context, index, key, body, fallback }: AST.EachBlock): string {
    const item = context === null ? "$each" : this.#textOf(context);
    const names = (index === undefined ? "" : `let ${index};`) + (key === undefined ? "" : this.#valueOf(key));
    return `for (const ${item} of (${this.#textOf(expression)})) ${this.scopeOf(body, names)}${this.scopeOf(fallback)}`;
  }

  #awaitedOf({ expression, value, error, pending, then, catch: failed }: AST.AwaitBlock): string {
    const given = value === null ? "" : `const ${this.#textOf(value)} = $awaited;`;
    const thrown = error === null ? "" : `let ${this.#textOf(error)} = undefined;`;
    const clauses = this.scopeOf(pending) + this.scopeOf(then, given) + this.scopeOf(failed, thrown);
    return `{ const $awaited = (${this.#textOf(expression)});\n${clauses}}`;
  }

  #elementOf(element: AST.ElementLike): string {
    const own = "expression" in element ? element.expression : "tag" in element ? element.tag : null;
    const attributes = element.attributes.map((attribute) => this.#attributeOf(element.name, attribute));
    const names = element.attributes
      .filter((attribute) => attribute.type === "LetDirective")
      .map(({ expression, name }) => (expression === null ? name : this.#textOf(expression)));
    const scope = this.scopeOf(element.fragment);
    return (
      this.#valueOf(own) + attributes.join("") + (names.length === 0 ? scope : `((${names.join(", ")}) => ${scope});\n`)
    );
  }

  #attributeOf(element: string, attribute: AST.ElementLike["attributes"][number]): string {
    switch (attribute.type) {
      case "Attribute":
      case "StyleDirective":
        return this.#textsOf(attribute, listenerOpening(element, attribute.name));
      case "LetDirective":
        return "";
      case "OnDirective":
        return this.#valueOf(attribute.expression, listenerOpening(element, `on${attribute.name}`));
      default:
        return this.#valueOf(attribute.expression);
    }
  }

  #textsOf({ name, value }: AST.Attribute | AST.StyleDirective, opening: string): string {
    const parts = Array.isArray(value) ? value : value === true ? [] : [value];
    const [only] = parts;
    if (parts.length === 1 && only?.type === "Text" && only.raw !== "")
      this.attributes.push({ name, value: only.raw, start: only.start });
    return parts.map((part) => (part.type === "ExpressionTag" ? this.#valueOf(part.expression, opening) : "")).join("");
  }

  #valueOf(expression: object | null, opening = "("): string {
    return expression === null ? "" : `${opening}${this.#textOf(expression)}\n);\n`;
  }

  /** The text of a node. The types of nodes leave out its range. */
  #textOf(node: object): string {
    return this.#markup.slice(Number(Reflect.get(node, "start")), Number(Reflect.get(node, "end")));
  }
}
