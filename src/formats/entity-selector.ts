/** One condition of a selector: on the name of a node, or on a value in its user data. */
export interface SelectorCondition {
  /** Null for the node's name. */
  readonly userDataKey: string | null;
  readonly comparison: "is" | "starts-with" | "ends-with" | "contains" | "is-there";
  /** Empty for `is-there`. */
  readonly value: string;
}

/** Selects the nodes of a scene graph that count as entities, such as `Mesh[name^=enemy]`. */
export interface EntitySelector {
  /** Null for nodes of every type. */
  readonly type: string | null;
  readonly conditions: readonly SelectorCondition[];
}

/** How to count the scene graphs of engines that do not use Framegate. */
export interface EngineConfig {
  /** A node counts as an entity if one of them selects it. Without any, entities are the nodes with an entity id. */
  readonly entities: readonly EntitySelector[];
}

/** The properties of a node that a selector tests. */
export interface SelectableNode {
  /** The engine's name for its kind, its class, and its base classes. */
  readonly types: readonly string[];
  readonly name: string;
  readonly userData: unknown;
}

export type SelectorParse =
  | { readonly ok: true; readonly selector: EntitySelector }
  | { readonly ok: false; /** A clause. */ readonly problem: string };

const comparisons: Readonly<Record<string, SelectorCondition["comparison"]>> = {
  "=": "is",
  "^=": "starts-with",
  "$=": "ends-with",
  "*=": "contains",
};

// A type, and then any number of conditions in brackets. A value with brackets or quotes in it is quoted.
const typePattern = /^(?:\*|[\p{ID_Start}_$][\p{ID_Continue}$]*)?/u;
const fieldPattern = /^\[\s*([^\s\]=^$*~|"']+)\s*/u;
const endPattern = /^\s*\]/u;
const valuePattern = /^\s*(?:"([^"]*)"|'([^']*)'|([^\]"']*))\s*\]/u;

/** Reads a selector: a type or none, then `[name]`, `[name=x]`, `[userData.key]` or `[userData.key=x]`, with `=`, `^=`, `$=` or `*=`. */
export function parseEntitySelector(text: string): SelectorParse {
  const whole = text.trim();
  if (whole === "") return { ok: false, problem: "it is empty" };
  const [type = ""] = typePattern.exec(whole) ?? [];
  const conditions: SelectorCondition[] = [];
  for (let rest = whole.slice(type.length); rest !== "";) {
    const parsed = parseCondition(rest);
    if (typeof parsed === "string") return { ok: false, problem: parsed };
    conditions.push(parsed.condition);
    rest = parsed.rest;
  }
  return { ok: true, selector: { type: type === "" || type === "*" ? null : type, conditions } };
}

interface ParsedCondition {
  readonly condition: SelectorCondition;
  readonly rest: string;
}

/** The condition at the start of `text`, or an error message. */
function parseCondition(text: string): ParsedCondition | string {
  const [opening, field] = fieldPattern.exec(text) ?? [];
  if (opening === undefined || field === undefined) {
    if (text.startsWith(",")) return "it has a comma: give --entities once for each selector";
    return `${JSON.stringify(text)} is no condition, as in [name^=enemy]`;
  }
  const userDataKey = /^userData\.(.+)$/u.exec(field)?.[1] ?? null;
  if (field !== "name" && userDataKey === null)
    return `${JSON.stringify(field)} is nothing that a node is asked for: there are name and userData.KEY`;
  const compared = parseComparison(text.slice(opening.length));
  if (typeof compared === "string") return compared;
  const { comparison, value, length } = compared;
  return { condition: { userDataKey, comparison, value }, rest: text.slice(opening.length + length) };
}

interface ParsedComparison extends Omit<SelectorCondition, "userDataKey"> {
  /** Of its text, including the closing bracket. */
  readonly length: number;
}

function parseComparison(text: string): ParsedComparison | string {
  const [end] = endPattern.exec(text) ?? [];
  if (end !== undefined) return { comparison: "is-there", value: "", length: end.length };
  const [sign = ""] = /^[=^$*~|!<>]+/u.exec(text) ?? [];
  const comparison = Object.hasOwn(comparisons, sign) ? comparisons[sign] : undefined;
  if (comparison === undefined)
    return sign === "" ? "a bracket is not closed" : `"${sign}" is no comparison: there are =, ^=, $= and *=`;
  const match = valuePattern.exec(text.slice(sign.length));
  if (match === null) return "a bracket or a quotation mark is not closed";
  const [all, doubleQuoted, singleQuoted, plain = ""] = match;
  const value = doubleQuoted ?? singleQuoted ?? plain.trim();
  return { comparison, value, length: sign.length + all.length };
}

/** Whether a selector selects a node. */
export function selects({ type, conditions }: EntitySelector, node: SelectableNode): boolean {
  if (type !== null && !node.types.includes(type)) return false;
  return conditions.every((condition) => meets(condition, node));
}

function meets({ userDataKey, comparison, value }: SelectorCondition, node: SelectableNode): boolean {
  const found = userDataKey === null ? node.name : textOf(node.userData, userDataKey);
  switch (comparison) {
    case "is-there":
      // Nodes without a name have an empty one.
      return found !== null && (userDataKey !== null || found !== "");
    case "is":
      return found === value;
    case "starts-with":
      return found?.startsWith(value) === true;
    case "ends-with":
      return found?.endsWith(value) === true;
    case "contains":
      return found?.includes(value) === true;
  }
}

/** A value of the user data as text; null if there is none, empty if it cannot be written as text. */
function textOf(userData: unknown, key: string): string | null {
  if (typeof userData !== "object" || userData === null) return null;
  const value: unknown = Reflect.get(userData, key);
  if (value === undefined || value === null) return null;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
