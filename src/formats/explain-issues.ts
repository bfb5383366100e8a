import type * as z from "zod/mini";
import { errorAt, suggesting, type Finding } from "./findings.ts";
import { memberOf, membersOf, nodeAt, type JsonPath } from "./json-document.ts";
import type { JsonNode } from "./json-text.ts";
import { listChoices } from "./field-kinds.ts";
import { nearestName } from "./nearest-name.ts";

/** A file with more mistakes than this is not the file it is taken for; explaining them all would only take time. */
const mostExplained = 1000;

/**
 * Puts what a schema of `field-kinds.ts` complains about into sentences, one finding per mistake. The issues' paths must
 * be those of the document.
 */
export function explainIssues(
  root: JsonNode,
  issues: readonly z.core.$ZodIssue[],
  base: JsonPath = [],
): readonly Finding[] {
  const findings = issues
    .slice(0, mostExplained)
    .flatMap((issue) => explainIssue(root, issue, [...base, ...toJsonPath(issue.path)]));
  // A number can be wrong in two ways at once (no integer, and too small), which the same sentence says.
  return [...new Map(findings.map((finding) => [JSON.stringify([finding.path, finding.message]), finding])).values()];
}

function explainIssue(root: JsonNode, issue: z.core.$ZodIssue, path: JsonPath): readonly Finding[] {
  if (issue.code === "unrecognized_keys") {
    const known = issue.message.split(", ");
    return issue.keys
      .slice(0, mostExplained)
      .map((name) => explainUnknownProperty(root, path, restoreName(name), known));
  }
  const node = nodeAt(root, path);
  const expected = issue.code === "invalid_union" ? expectedOfUnion(issue) : issue.message;
  if (node === undefined) {
    const message = `The property ${JSON.stringify(path.at(-1))} is missing; expected ${expected}.`;
    return [errorAt(path.slice(0, -1), "missing-property", message)];
  }
  const form = issue.code === "invalid_union" ? bestForm(root, issue, path) : null;
  if (form !== null) return explainIssues(root, form, path);
  return [explainValue(node, issue, path, expected)];
}

function explainValue(node: JsonNode, issue: z.core.$ZodIssue, path: JsonPath, expected: string): Finding {
  const finding = errorAt(path, codeOf(issue), `Expected ${expected}; found ${describeValue(node)}.`);
  const found = node.kind === "leaf" && typeof node.value === "string" ? node.value : null;
  return found === null ? finding : suggesting(finding, nearestName(found, choicesOf(issue)));
}

function explainUnknownProperty(root: JsonNode, path: JsonPath, name: string, known: readonly string[]): Finding {
  const parent = nodeAt(root, path);
  const absent = known.filter((candidate) => memberOf(parent, candidate) === undefined);
  const nearest = nearestName(name, absent);
  const hint = nearest === null ? ` Known here: ${known.join(", ")}.` : "";
  const message = `Unknown property ${JSON.stringify(name)}.${hint}`;
  return suggesting({ ...errorAt([...path, name], "unknown-property", message), at: "name" }, nearest);
}

/** What was found, short enough for a message. */
export function describeValue(node: JsonNode): string {
  if (node.kind === "object") return "an object";
  if (node.kind === "array") return node.items.length === 0 ? "an empty array" : "an array";
  const written = JSON.stringify(node.value);
  return written.length > 60 ? `${written.slice(0, 60)}...` : written;
}

function codeOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return "wrong-type";
    case "too_big":
    case "too_small":
      return "out-of-range";
    default:
      return "invalid-value";
  }
}

type UnionIssue = Extract<z.core.$ZodIssue, { readonly code: "invalid_union" }>;

function expectedOfUnion(issue: UnionIssue): string {
  return choicesOf(issue).length > 0 ? listChoices(choicesOf(issue)) : "another form";
}

function choicesOf(issue: z.core.$ZodIssue): readonly string[] {
  if (issue.code === "invalid_value") return issue.values.filter((value) => typeof value === "string");
  if (issue.code !== "invalid_union") return [];
  const options: unknown = "options" in issue ? issue.options : [];
  return Array.isArray(options) ? options.filter((option) => typeof option === "string") : [];
}

/** The issues of the form that the value resembles most: the one with the fewest names too many or too few. */
function bestForm(root: JsonNode, issue: UnionIssue, path: JsonPath): readonly z.core.$ZodIssue[] | null {
  const node = nodeAt(root, path);
  const forms = issue.errors.filter((form) =>
    form.every((inner) => inner.path.length > 0 || inner.code === "unrecognized_keys"),
  );
  const names = new Set(membersOf(node).map((member) => member.name));
  const misfits = forms.map((form) => form.reduce((sum, inner) => sum + countMisfits(inner, names), 0));
  return forms[misfits.indexOf(Math.min(...misfits))] ?? null;
}

function countMisfits(issue: z.core.$ZodIssue, names: ReadonlySet<string>): number {
  if (issue.code === "unrecognized_keys") return issue.path.length === 0 ? issue.keys.length : 0;
  return issue.path.length === 1 && !names.has(String(issue.path[0])) ? 1 : 0;
}

// zod skips a property called `__proto__` in a map, so nothing would check it. The value given to zod therefore has such
// names disguised: https://github.com/colinhacks/zod, `$ZodRecord`. To be removed when zod checks them itself.
const disguise = "\u0000";

/** The name a property has in the value given to zod. */
export function disguiseName(name: string): string {
  return name === "__proto__" || name.startsWith(disguise) ? disguise + name : name;
}

/** The name a property has in the document. */
export function restoreName(name: string): string {
  return name.startsWith(disguise) ? name.slice(disguise.length) : name;
}

function toJsonPath(path: readonly PropertyKey[]): JsonPath {
  return path.map((segment) => (typeof segment === "number" ? segment : restoreName(String(segment))));
}
