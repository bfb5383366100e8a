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
const links: ReadonlySet<string> = new Set(["LINK", "link"]);
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

  /**
   * Scripts are invisible, and their text can be a megabyte; their effects are hashed anyway. Preloads depend on the
   * state of a cache.
   */
  function isUnseen(node: unknown, name: string): boolean {
    return scripts.has(name) || (links.has(name) && Reflect.apply(getAttribute, node, ["rel"]) === "modulepreload");
  }

  function absorbAttributes(owner: unknown): void {
    const names: unknown = Reflect.apply(getAttributeNames, owner, []);
    if (Array.isArray(names)) for (const name of names) absorbAttribute(owner, String(name));
  }

  function textOf(node: unknown): string {
    const text = nodeValue?.(node);
    return typeof text === "string" ? text : "";
  }

  function absorbText(node: unknown): void {
    sink.addText(inText(textOf(node)));
  }

  /**
   * Absorbs neighbouring texts as one, as a person reads them: the parser breaks a long text into nodes where it happened
   * to pause. Returns the node behind them.
   */
  function absorbTexts(first: unknown): unknown {
    const joined: string[] = [];
    let node = first;
    for (; node !== null && texts.has(nodeType?.(node)); node = nextSibling?.(node)) joined.push(textOf(node));
    sink.addText(inText(joined.join("")));
    return node;
  }

  function absorbTree(node: unknown): void {
    const type = nodeType?.(node);
    if (texts.has(type)) {
      absorbText(node);
      return;
    }
    const name = String(nodeName?.(node));
    if (isUnseen(node, name)) return;
    sink.addText(name);
    if (type === element) absorbAttributes(node);
    for (let child = firstChild?.(node); child !== null && child !== undefined;) {
      if (texts.has(nodeType?.(child))) {
        child = absorbTexts(child);
      } else {
        absorbTree(child);
        child = nextSibling?.(child);
      }
    }
    // Marks the end of the children: a number cannot be mistaken for a name.
    sink.addNumber(0);
  }

  return { absorbTree, absorbAttribute, absorbText };
}
