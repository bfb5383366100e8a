import type { HashSink } from "../../../core/state-hash.ts";

/** Absorbs nodes of a document. */
export interface TreeReader {
  /** Absorbs a node with everything in it. */
  absorbTree(node: Node): void;
  absorbAttribute(element: Element, name: string): void;
  absorbText(node: Node): void;
}

const element = 1;
const scripts: ReadonlySet<string> = new Set(["SCRIPT", "script"]);
const preloads: ReadonlySet<string> = new Set(["LINK", "link"]);
const texts: ReadonlySet<unknown> = new Set([3, 4]);

/** Takes the browser's own functions: an element of a page may have properties of these names. */
export function createTreeReader(
  { Element, Node }: Window & typeof globalThis,
  sink: HashSink,
  inText: (text: string) => string,
): TreeReader {
  const { getAttribute, getAttributeNames } = Element.prototype;
  const [nodeType, nodeName, nodeValue, firstChild, nextSibling] = [
    ...["nodeType", "nodeName", "nodeValue", "firstChild", "nextSibling"],
  ].map((key) => {
    const get = Object.getOwnPropertyDescriptor(Node.prototype, key)?.get;
    return (node: unknown): unknown => (get === undefined ? null : Reflect.apply(get, node, []));
  });

  function absorbAttribute(owner: unknown, name: string): void {
    const value: unknown = Reflect.apply(getAttribute, owner, [name]);
    sink.addText(name);
    sink.addText(typeof value === "string" ? inText(value) : "");
  }

  function isPreload(link: unknown): boolean {
    return Reflect.apply(getAttribute, link, ["rel"]) === "modulepreload";
  }

  function absorbText(node: unknown): void {
    const text = nodeValue?.(node);
    sink.addText(typeof text === "string" ? inText(text) : "");
  }

  function absorbTree(node: unknown): void {
    const type = nodeType?.(node);
    if (texts.has(type)) {
      absorbText(node);
      return;
    }
    const name = String(nodeName?.(node));
    // Nobody sees a script, and its text can be a megabyte. What it does is seen. Preloads depend on the state of a cache.
    if (scripts.has(name) || (preloads.has(name) && isPreload(node))) return;
    sink.addText(name);
    if (type === element) {
      const names: unknown = Reflect.apply(getAttributeNames, node, []);
      if (Array.isArray(names)) for (const name of names) absorbAttribute(node, String(name));
    }
    for (let child = firstChild?.(node); child !== null && child !== undefined; child = nextSibling?.(child)) {
      absorbTree(child);
    }
    // The end of the children, which a number can be told by from their names.
    sink.addNumber(0);
  }

  return { absorbTree, absorbAttribute, absorbText };
}
