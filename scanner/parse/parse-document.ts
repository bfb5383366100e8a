import { type DefaultTreeAdapterMap, defaultTreeAdapter, Parser } from "parse5";

/** The most elements that may be open at once, and the most attributes of one. Browsers nest no deeper than 512 elements. */
const deepest = 1000;
const mostAttributes = 1000;
/** Attributes are counted after every piece of this many characters. */
const pieceLength = 8192;

/**
 * Parses a document. At most tags, the parser looks through all open elements, and at each attribute through all others, so
 * a document with too many of them would take minutes.
 *
 * @throws RangeError for such a document.
 */
export function parseDocument(text: string): DefaultTreeAdapterMap["document"] {
  let depth = 0;
  const treeAdapter = {
    ...defaultTreeAdapter,
    ...fromTheEnd,
    onItemPush: (): void => {
      if (++depth > deepest) throw new RangeError("the markup is nested too deep to be read");
    },
    onItemPop: (): void => {
      depth--;
    },
  };
  const parser = new Parser<DefaultTreeAdapterMap>({ sourceCodeLocationInfo: true, treeAdapter });
  for (let start = 0; start < text.length; start += pieceLength) {
    parser.tokenizer.write(text.slice(start, start + pieceLength), false);
    const token: unknown = Reflect.get(parser.tokenizer, "currentToken");
    if (attributeCountOf(token) > mostAttributes) throw new RangeError("an element has too many attributes to be read");
  }
  parser.tokenizer.write("", true);
  return parser.document;
}

function attributeCountOf(token: unknown): number {
  return typeof token === "object" && token !== null && "attrs" in token && Array.isArray(token.attrs)
    ? token.attrs.length
    : 0;
}

type Node = DefaultTreeAdapterMap["childNode"];
type Parent = DefaultTreeAdapterMap["parentNode"];

/** Insertions that search from the end: a node that is not appended is put before one of the last children. */
const fromTheEnd = {
  insertBefore(parent: Parent, node: Node, next: Node): void {
    parent.childNodes.splice(parent.childNodes.lastIndexOf(next), 0, node);
    node.parentNode = parent;
  },
  insertTextBefore(parent: Parent, text: string, next: Node): void {
    const previous = parent.childNodes[parent.childNodes.lastIndexOf(next) - 1];
    if (previous !== undefined && defaultTreeAdapter.isTextNode(previous)) previous.value += text;
    else fromTheEnd.insertBefore(parent, defaultTreeAdapter.createTextNode(text), next);
  },
  detachNode(node: Node): void {
    const siblings = node.parentNode?.childNodes;
    if (siblings === undefined) return;
    siblings.splice(siblings.lastIndexOf(node), 1);
    node.parentNode = null;
  },
  /** Concerns the root and the body only, which are no scripts. */
  adoptAttributes(): void {
    // Nobody reads those attributes.
  },
};
