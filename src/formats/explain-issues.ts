import type * as z from "zod/mini";
import { errorAt, suggesting, unknownProperty, type Finding } from "./findings.ts";
import { memberOf, membersOf, nodeAt, type JsonPath } from "./json-document.ts";
import type { JsonNode } from "./json-text.ts";
import { listChoices } from "./field-kinds.ts";
import { findMisspelt } from "./misspelt-names.ts";
import { nearestName } from "./nearest-name.ts";

/** A file with more mistakes than this is probably another kind of file, so the rest is not worth explaining. */
export const mostExplained = 1000;

/**
 * Turns the issues of a `field-kinds.ts` schema into sentences, one finding per mistake. The issues' paths must be
 * those of the document.
 */
export function explainIssues(
  root: JsonNode,
  issues: readonly z.core.$ZodIssue[],
  base: JsonPath = [],
): readonly Finding[] {
  const placed = issues.slice(0, mostExplained).map((issue) => ({ issue, path: [...base, ...toJsonPath(issue.path)] }));
  const missing = new Set(placed.filter(({ path }) => nodeAt(root, path) === undefined).map(({ path }) => keyOf(path)));
  const unknown = placed.flatMap(({ issue, path }) => explainUnknownProperties(root, issue, path, missing));
  // A misspelt required property is one mistake, although it is both an unknown and a missing name.
  const meant = new Set(
    unknown.flatMap(({ path, suggestion }) =>
      suggestion === undefined ? [] : [keyOf([...path.slice(0, -1), suggestion])],
    ),
  );
  const others = placed
    .filter(({ issue, path }) => issue.code !== "unrecognized_keys" && !meant.has(keyOf(path)))
    .flatMap(({ issue, path }) => explainIssue(root, issue, path));
  const findings = [...unknown, ...others];
  // A number can break two rules at once (not an integer, and too small), for which the sentence is the same.
  return [...new Map(findings.map((finding) => [keyOf([...finding.path, finding.message]), finding])).values()];
}

/** A text that is equal exactly for equal paths. */
function keyOf(path: JsonPath): string {
  return JSON.stringify(path);
}

function explainIssue(root: JsonNode, issue: z.core.$ZodIssue, path: JsonPath): readonly Finding[] {
  const node = nodeAt(root, path);
  const expected = issue.code === "invalid_union" ? expectedOfUnion(issue) : issue.message;
  if (node === undefined) return [explainMissingProperty(root, issue, path, expected)];
  const form = issue.code === "invalid_union" ? bestForm(root, issue, path) : null;
  if (form !== null) return explainIssues(root, form, path);
  return [explainValue(node, issue, path, expected)];
}

function explainMissingProperty(root: JsonNode, issue: z.core.$ZodIssue, path: JsonPath, expected: string): Finding {
  const parent = path.slice(0, -1);
  const name = String(path.at(-1));
  // If the property that selects the object's form is missing, unknown names have not been checked.
  const misspelt = issue.code === "invalid_union" ? findMisspelt(nodeAt(root, parent), name) : null;
  if (misspelt !== null) return unknownProperty([...parent, misspelt], name);
  return errorAt(parent, "missing-property", `The property ${JSON.stringify(name)} is missing; expected ${expected}.`);
}

function explainValue(node: JsonNode, issue: z.core.$ZodIssue, path: JsonPath, expected: string): Finding {
  const finding = errorAt(path, codeOf(issue), `Expected ${expected}; found ${describeValue(node)}.`);
  const found = node.kind === "leaf" && typeof node.value === "string" ? node.value : null;
  return found === null ? finding : suggesting(finding, nearestName(found, choicesOf(issue)));
}

/** The unknown properties of an object. For suggestions, missing required names come first. */
function explainUnknownProperties(
  root: JsonNode,
  issue: z.core.$ZodIssue,
  path: JsonPath,
  missing: ReadonlySet<string>,
): readonly Finding[] {
  if (issue.code !== "unrecognized_keys") return [];
  const known = issue.message.split(", ");
  const parent = nodeAt(root, path);
  const absent = known.filter((candidate) => memberOf(parent, candidate) === undefined);
  const isMissing = (candidate: string): boolean => missing.has(keyOf([...path, candidate]));
  const candidates = [...absent.filter(isMissing), ...absent.filter((candidate) => !isMissing(candidate))];
  return issue.keys.slice(0, mostExplained).map((disguised) => {
    const name = restoreName(disguised);
    const nearest = nearestName(name, candidates);
    return unknownProperty([...path, name], nearest, known);
  });
}

/** Describes a value briefly enough for a message. */
export function describeValue(node: JsonNode): string {
  if (node.kind === "object") return "an object";
  if (node.kind === "array") return node.items.length === 0 ? "an empty array" : "an array";
  const written = node.literal ?? JSON.stringify(node.value);
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

/** The issues of the form that the value resembles most: the one with the fewest missing and unknown names. */
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

// zod skips a property called `__proto__` in a record, so it would go unchecked. The value passed to zod therefore has
// such names disguised. Remove this when zod checks them itself: https://github.com/colinhacks/zod, `$ZodRecord`.
const disguise = "\u0000";

/** The name of a property in the value passed to zod. */
export function disguiseName(name: string): string {
  return name === "__proto__" || name.startsWith(disguise) ? disguise + name : name;
}

/** The name of a property in the document. */
export function restoreName(name: string): string {
  return name.startsWith(disguise) ? name.slice(disguise.length) : name;
}

function toJsonPath(path: readonly PropertyKey[]): JsonPath {
  return path.map((segment) => (typeof segment === "number" ? segment : restoreName(String(segment))));
}
