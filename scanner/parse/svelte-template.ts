import { createRequire } from "node:module";
import type * as svelteCompiler from "svelte/compiler";
import type { AST } from "svelte/compiler";
import type { TextRange } from "../text/strip.ts";
import { listenerOpening, Template } from "./template.ts";

/** Reads the markup of a Svelte component, whose scripts and styles are blank. Null if it does not parse. */
export function readSvelte(markup: string, hasTypes: boolean): Template | null {
  // `require` loads it synchronously, and only if it is needed.
  // eslint-disable-next-line @typescript-eslint/no-unsafe-assignment
  const { parse }: typeof svelteCompiler = createRequire(import.meta.url)("#bundled/svelte-compiler");
  try {
    // With a script in TypeScript, expressions may have types.
    const { fragment, options } = parse(hasTypes ? `${markup}<script lang="ts"></script>` : markup, { modern: true });
    const writer = new SvelteWriter(markup);
    for (const attribute of options?.attributes ?? []) writer.writeAttribute("svelte:options", attribute);
    writer.writeScope(fragment);
    return writer;
  } catch (error) {
    // A RangeError means too deep nesting. Anything else is not Svelte.
    if (error instanceof RangeError) throw error;
    return null;
  }
}

class SvelteWriter extends Template {
  /** Writes a part of the markup as a block that starts with the declarations. */
  writeScope(markup: AST.Fragment | null | undefined, ...declarations: readonly (string | object)[]): void {
    if (!markup) return;
    this.#write("{\n", ...declarations);
    for (const node of markup.nodes) this.#writeNode(node);
    this.code.write("}\n");
  }

  writeAttribute(element: string, attribute: AST.ElementLike["attributes"][number]): void {
    switch (attribute.type) {
      case "Attribute":
      case "StyleDirective":
        this.#writeText(attribute, listenerOpening(element, attribute.name));
        break;
      case "LetDirective":
        break;
      case "OnDirective":
        this.#writeValue(attribute.expression, listenerOpening(element, `on${attribute.name}`));
        break;
      default:
        this.#writeValue(attribute.expression);
    }
  }

  #writeText({ name, value }: AST.Attribute | AST.StyleDirective, opening: string): void {
    const parts = Array.isArray(value) ? value : value === true ? [] : [value];
    for (const part of parts) {
      if (part.type === "ExpressionTag") this.#writeValue(part.expression, opening);
      else if (parts.length === 1) this.attributes.push({ name, value: part.raw, start: part.start });
    }
  }

  #writeNode(node: AST.Fragment["nodes"][number]): void {
    if ("attributes" in node) {
      this.#writeElement(node);
      return;
    }
    switch (node.type) {
      case "IfBlock":
        this.#write("if (", node.test, "\n) ");
        this.writeScope(node.consequent);
        this.writeScope(node.alternate);
        break;
      case "EachBlock":
        this.#writeEach(node);
        break;
      case "AwaitBlock":
        this.#writeAwait(node);
        break;
      case "SnippetBlock":
        this.#write("function ", node.expression, "(", ...node.parameters.flatMap((one) => [one, ", "]), ") ");
        this.writeScope(node.body);
        break;
      case "ConstTag":
      case "DeclarationTag":
        this.#write(node.declaration, ";\n");
        break;
      default:
        if ("expression" in node) this.#writeValue(node.expression);
        if ("fragment" in node) this.writeScope(node.fragment);
    }
  }

  #writeEach({ expression, context, index, key, body, fallback }: AST.EachBlock): void {
    this.#write("for (const ", context ?? "$each", " of (", expression, "\n)) ");
    const declarations = index === undefined ? [] : [`let ${index};\n`];
    this.writeScope(body, ...declarations, ...(key === undefined ? [] : ["(", key, "\n);\n"]));
    this.writeScope(fallback);
  }

  #writeAwait({ expression, value, error, pending, then, catch: failed }: AST.AwaitBlock): void {
    this.#write("{ const $awaited = (", expression, "\n);\n");
    this.writeScope(pending);
    this.writeScope(then, ...(value === null ? [] : ["const ", value, " = $awaited;\n"]));
    this.writeScope(failed, ...(error === null ? [] : ["let ", error, " = undefined;\n"]));
    this.#write("}\n");
  }

  #writeElement(element: AST.ElementLike): void {
    if ("expression" in element) this.#writeValue(element.expression);
    if ("tag" in element) this.#writeValue(element.tag);
    for (const attribute of element.attributes) this.writeAttribute(element.name, attribute);
    // The names of a slot are visible only inside the element.
    const given = element.attributes.filter((attribute) => attribute.type === "LetDirective");
    const names = given.flatMap(({ expression, name }) => [expression ?? name, ", "]);
    if (names.length > 0) this.#write("((", ...names, ") => ");
    this.writeScope(element.fragment);
    if (names.length > 0) this.#write(");\n");
  }

  /** Writes an expression as a statement, or as the argument of a function. */
  #writeValue(expression: object | null, opening = "("): void {
    if (expression !== null) this.#write(opening, expression, "\n);\n");
  }

  #write(...parts: readonly (string | object)[]): void {
    this.code.write(...parts.map((part) => (typeof part === "string" ? part : rangeOf(part))));
  }
}

/** The range of an expression, which the types of its nodes leave out. */
function rangeOf(node: object): TextRange {
  return { start: Number(Reflect.get(node, "start")), end: Number(Reflect.get(node, "end")) };
}
