/**
 * Entry of a bundle that runs in a world of its own, in which the page has replaced nothing. The harness calls it
 * between two frames, on a node under the mouse.
 */

const pseudoClass = /:(?:hover|active)(?![\w-])/gu;

/**
 * Lists those elements around a node, itself included, and the field of a label, which a selector with `:hover` or
 * `:active` may be about: usually a button, a link or a menu, and in a game without such styles none. Of selectors that
 * are not taken apart here, every element may be meant.
 */
export function styledElements(node: Node): readonly Element[] {
  const elements: Element[] = [];
  const shadowRoots: ShadowRoot[] = [];
  for (let at: Node | null = node; at !== null; at = at instanceof ShadowRoot ? at.host : parentOf(at)) {
    if (at instanceof ShadowRoot) shadowRoots.push(at);
    if (at instanceof Element) elements.push(at);
    if (at instanceof HTMLLabelElement && at.control !== null) elements.push(at.control);
  }
  const subjects = new Map<Node, readonly (string | null)[]>();
  const subjectsOf = (root: Node): readonly (string | null)[] => {
    const known = subjects.get(root) ?? [...new Set(subjectsIn(root))];
    subjects.set(root, known);
    return known;
  };
  return elements.filter((element) =>
    [element.getRootNode(), ...shadowRoots].some((root) => subjectsOf(root).some((one) => isMeant(element, one))),
  );
}

/** The property of a form may be a field of that name. */
function parentOf(node: Node): Node | null {
  const parent: unknown = Reflect.get(Node.prototype, "parentNode", node);
  return parent instanceof Node ? parent : null;
}

/** The selectors of the elements that a tree's styles make different under the mouse; null is any element. */
function* subjectsIn(root: Node): Generator<string | null> {
  if (!(root instanceof Document || root instanceof ShadowRoot)) return;
  for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) {
    for (const selector of selectorsOf(sheet)) {
      for (const { index } of selector.matchAll(pseudoClass)) yield subjectOf(selector.slice(0, index));
    }
  }
}

function* selectorsOf(sheet: CSSStyleSheet): Generator<string> {
  let rules: CSSRuleList;
  try {
    rules = sheet.cssRules;
  } catch {
    // Rules of another host cannot be read.
    yield ":is(:hover)";
    return;
  }
  yield* selectorsIn(rules);
}

function* selectorsIn(rules: CSSRuleList): Generator<string> {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) yield rule.selectorText;
    if (rule instanceof CSSImportRule && rule.styleSheet !== null) yield* selectorsOf(rule.styleSheet);
    if (rule instanceof CSSStyleRule || rule instanceof CSSGroupingRule) yield* selectorsIn(rule.cssRules);
  }
}

/** The compound selector before a pseudo-class, with its ancestors; null for nested rules and inside of parentheses. */
function subjectOf(before: string): string | null {
  let depth = 0;
  let start = 0;
  for (const [at, character] of [...before].entries()) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (character === "," && depth === 0) start = at + 1;
  }
  const subject = before.slice(start).replaceAll(pseudoClass, "");
  if (depth > 0 || subject.includes("&")) return null;
  return /(?:^|[\s>+~])$/u.test(subject) ? `${subject}*` : subject;
}

function isMeant(element: Element, subject: string | null): boolean {
  try {
    return subject === null || element.matches(subject);
  } catch {
    return true;
  }
}
