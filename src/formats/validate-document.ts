import type * as z from "zod/mini";
import type { Diagnostic, Validation } from "./diagnostics.ts";
import { disguiseName, explainIssues, mostExplained } from "./explain-issues.ts";
import { errorAt, syntaxDiagnostic, toDiagnostics, type Finding } from "./findings.ts";
import { hasNode, toValue, visitJson, type JsonPath } from "./json-document.ts";
import { readJson, type JsonMember, type JsonNode } from "./json-text.ts";

/** A finding that stands for everything the schema says at or below a value. */
export interface Override extends Finding {
  /** That value; the finding's own where omitted. */
  readonly covers?: JsonPath;
}

/** What a file format adds to its schema. */
export interface FormatRules {
  /** Findings after which the schema is not asked, because it could not bear the document. */
  readonly blockers?: (root: JsonNode) => readonly Finding[];
  readonly overrides: (root: JsonNode) => readonly Override[];
  /** Rules across fields. They see whatever was written, so they must not assume that the schema holds. */
  readonly checks: (root: JsonNode) => readonly Finding[];
}

/** A valid document as the schema hands it out (defaults filled in, odd names disguised) and as it was written. */
export interface ValidDocument<Schema extends z.ZodMiniType> {
  readonly parsed: z.output<Schema>;
  readonly written: z.input<Schema>;
}

/** Checks a text against a schema and the rules beside it. Never throws. */
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
  // A disguise is worn by few names, and not at all where no text of the file could need one.
  const written = reading.text.includes("__proto__") || reading.text.includes("\\") ? toValue(root) : given;
  if (!result.success || errors.length > 0 || !isWrittenFor<Schema>(written, result))
    return { ok: false, errors, warnings };
  return { ok: true, value: { parsed: result.data, written }, warnings };
}

interface SchemaAnswer<Schema extends z.ZodMiniType> {
  /** The document as the schema saw it. */
  readonly given: unknown;
  readonly result: z.core.util.SafeParseResult<z.output<Schema>>;
}

/** What the schema says; null where more is wrong than is told. */
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

/** What the schema says; null where more is wrong than it can hold. */
function parse<Schema extends z.ZodMiniType>(
  schema: Schema,
  given: unknown,
): z.core.util.SafeParseResult<z.output<Schema>> | null {
  try {
    return schema.safeParse(given);
  } catch (thrown) {
    // zod hands all that is wrong in a list on as the arguments of one call, and some 100,000 are more than a call takes.
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
}

/** From this many characters on, explaining all that is wrong can take longer than anybody waits. */
const crowdedLength = 1_000_000;

/** Items of each list that are looked at first. */
const itemsOfStart = mostExplained;

/** Whether already the first items of each list have more mistakes than are told. */
function isCrowd(root: JsonNode, schema: z.ZodMiniType): boolean {
  return issuesOfStart(root, schema).length >= mostExplained;
}

function issuesOfStart(root: JsonNode, schema: z.ZodMiniType): readonly z.core.$ZodIssue[] {
  return parse(schema, toValue(root, disguiseName, itemsOfStart))?.error?.issues ?? [];
}

function explainCrowd(text: string, root: JsonNode, schema: z.ZodMiniType): readonly Diagnostic[] {
  const summary = errorAt([], "too-many-errors", "This file has more mistakes than can be told. These are the first.");
  return toDiagnostics(text, root, [summary, ...explainIssues(root, issuesOfStart(root, schema))]);
}

/** The schema has just accepted this very document; only the compiler does not know it. */
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
      const message = `Duplicate property ${JSON.stringify(name)}: only the last one would count.`;
      findings.push({ ...errorAt([...pathOf(), name], "duplicate-key", message), at: nameStart });
    }
  });
  return findings;
}

/** Up to this many names it is faster to compare each with each than to make a set of them. */
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

/** The members whose name an earlier one has. */
function repeatedMembersOf(node: JsonNode): readonly JsonMember[] {
  if (node.kind !== "object") return [];
  const seen = new Set<string>();
  return node.members.filter(({ name }) => seen.size === seen.add(name).size);
}
