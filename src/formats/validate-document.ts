import type * as z from "zod/mini";
import type { Diagnostic, Validation } from "./diagnostics.ts";
import { disguiseName, explainIssues, mostExplained } from "./explain-issues.ts";
import { errorAt, syntaxDiagnostic, toDiagnostics, type Finding } from "./findings.ts";
import { hasNode, toValue, visitJson, type JsonPath } from "./json-document.ts";
import { readJson, type JsonMember, type JsonNode } from "./json-text.ts";

/** A finding that replaces all schema issues at or below a value. */
export interface Override extends Finding {
  /** The path of that value; by default the finding's own. */
  readonly covers?: JsonPath;
}

/** The rules of a file format besides its schema. */
export interface FormatRules {
  /** Findings after which the schema is skipped, because the document would overload it. */
  readonly blockers?: (root: JsonNode) => readonly Finding[];
  readonly overrides: (root: JsonNode) => readonly Override[];
  /** Rules across fields. They see the raw document, so they must not assume that the schema holds. */
  readonly checks: (root: JsonNode) => readonly Finding[];
}

/** A valid document as the schema returns it (with defaults, and with odd names disguised), and as written. */
export interface ValidDocument<Schema extends z.ZodMiniType> {
  readonly parsed: z.output<Schema>;
  readonly written: z.input<Schema>;
}

/** Checks a text against a schema and its additional rules. Never throws. */
export function validateDocument<Schema extends z.ZodMiniType>(
  text: string,
  schema: Schema,
  rules: FormatRules,
): Validation<ValidDocument<Schema>> {
  const reading = readJson(text);
  if (!reading.ok)
    return { ok: false, errors: [syntaxDiagnostic(reading.text, reading.offset, reading.message)], warnings: [] };
  const { root } = reading;
  const blockers = rules.blockers?.(root) ?? [];
  if (blockers.length > 0) return { ok: false, errors: toDiagnostics(reading.text, root, blockers), warnings: [] };
  const answer = askSchema(reading.text, root, schema);
  if (answer === null) return { ok: false, errors: explainCrowd(reading.text, root, schema), warnings: [] };
  const { given, result } = answer;
  const overrides: readonly Override[] = [...rules.overrides(root), ...findOverflows(root)];
  const issues = result.success ? [] : explainIssues(root, result.error.issues);
  const findings = [
    ...overrides,
    ...findRepeatedNames(root),
    ...issues.filter((issue) => !overrides.some(({ path, covers = path }) => isAtOrBelow(issue.path, covers))),
    ...rules.checks(root),
  ];
  const diagnostics = toDiagnostics(reading.text, root, findings);
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error");
  const warnings = diagnostics.filter((diagnostic) => diagnostic.severity === "warning");
  // Few documents have disguised names, and none without one of these texts.
  const written = reading.text.includes("__proto__") || reading.text.includes("\\") ? toValue(root) : given;
  if (!result.success || errors.length > 0 || !isWrittenFor<Schema>(written, result))
    return { ok: false, errors, warnings };
  return { ok: true, value: { parsed: result.data, written }, warnings };
}

interface SchemaAnswer<Schema extends z.ZodMiniType> {
  /** The document as passed to the schema. */
  readonly given: unknown;
  readonly result: z.core.util.SafeParseResult<z.output<Schema>>;
}

/** Applies the schema; null if there are too many mistakes to explain. */
function askSchema<Schema extends z.ZodMiniType>(
  text: string,
  root: JsonNode,
  schema: Schema,
): SchemaAnswer<Schema> | null {
  if (text.length > crowdedLength && isCrowd(root, schema)) return null;
  const given = toValue(root, disguiseName);
  const result = parse(schema, given);
  return result === null ? null : { given, result };
}

/** Applies the schema; null if there are more mistakes than zod can collect. */
function parse<Schema extends z.ZodMiniType>(
  schema: Schema,
  given: unknown,
): z.core.util.SafeParseResult<z.output<Schema>> | null {
  try {
    return schema.safeParse(given);
  } catch (thrown) {
    // zod passes all issues of a list as the arguments of one call, and 100,000 arguments overflow the stack.
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
}

/** In longer documents, explaining every mistake can take longer than anyone waits. */
const crowdedLength = 1_000_000;

/** Only this many items of each list are checked first. */
const itemsOfStart = mostExplained;

/** Whether the first items of each list already have more mistakes than will be reported. */
function isCrowd(root: JsonNode, schema: z.ZodMiniType): boolean {
  return issuesOfStart(root, schema).length >= mostExplained;
}

function issuesOfStart(root: JsonNode, schema: z.ZodMiniType): readonly z.core.$ZodIssue[] {
  return parse(schema, toValue(root, disguiseName, itemsOfStart))?.error?.issues ?? [];
}

function explainCrowd(text: string, root: JsonNode, schema: z.ZodMiniType): readonly Diagnostic[] {
  const summary = errorAt([], "too-many-errors", "This file has too many mistakes to list. These are the first.");
  return toDiagnostics(text, root, [summary, ...explainIssues(root, issuesOfStart(root, schema))]);
}

/** The schema has just accepted this document; this only tells the compiler. */
function isWrittenFor<Schema extends z.ZodMiniType>(
  _written: unknown,
  result: { readonly success: boolean },
): _written is z.input<Schema> {
  return result.success;
}

function isAtOrBelow(path: JsonPath, ancestor: JsonPath): boolean {
  return ancestor.length <= path.length && ancestor.every((segment, index) => segment === path[index]);
}

/** Literals such as 1e999, which JavaScript reads as infinite. */
function findOverflows(root: JsonNode): readonly Finding[] {
  if (!hasNode(root, isOverflow)) return [];
  const findings: Finding[] = [];
  visitJson(root, (node, pathOf) => {
    if (!isOverflow(node) || findings.length >= mostExplained) return;
    findings.push(errorAt(pathOf(), "not-finite", "This number is too large: it is not finite in JavaScript."));
  });
  return findings;
}

function isOverflow(node: JsonNode): boolean {
  return node.kind === "leaf" && typeof node.value === "number" && !Number.isFinite(node.value);
}

function findRepeatedNames(root: JsonNode): readonly Finding[] {
  if (!hasNode(root, hasRepeatedName)) return [];
  const findings: Finding[] = [];
  visitJson(root, (node, pathOf) => {
    for (const { name, nameStart } of repeatedMembersOf(node).slice(0, mostExplained - findings.length)) {
      const message = `Duplicate property ${JSON.stringify(name)}: only the last one counts.`;
      findings.push({ ...errorAt([...pathOf(), name], "duplicate-key", message), at: nameStart });
    }
  });
  return findings;
}

/** Up to this many names, comparing all pairs is faster than creating a set. */
const namesWorthASet = 12;

function hasRepeatedName(node: JsonNode): boolean {
  if (node.kind !== "object") return false;
  const { members } = node;
  if (members.length > namesWorthASet) return repeatedMembersOf(node).length > 0;
  for (let later = 1; later < members.length; later += 1) {
    for (let earlier = 0; earlier < later; earlier += 1) {
      if (members[earlier]?.name === members[later]?.name) return true;
    }
  }
  return false;
}

/** The members whose name has occurred before. */
function repeatedMembersOf(node: JsonNode): readonly JsonMember[] {
  if (node.kind !== "object") return [];
  const seen = new Set<string>();
  return node.members.filter(({ name }) => seen.size === seen.add(name).size);
}
