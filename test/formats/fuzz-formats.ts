import { Ajv, type ValidateFunction } from "ajv";
import {
  definitionsOf,
  describeFormat,
  editorSchemaOf,
  type FormatName,
  formatNames,
  type JsonSchema,
} from "../../src/formats/json-schema.ts";
import { breaksRule } from "./cross-field-rules.ts";
import { strictValidators } from "./format-validators.ts";
import { fullDocuments } from "./full-documents.ts";
import { createRandom, mutate, type MutationPool, mutationKinds, type Random } from "./mutate-document.ts";

export interface Disagreement {
  readonly format: FormatName;
  readonly text: string;
  /** The errors of validation; empty if it accepts the document. */
  readonly validation: readonly string[];
  /** The errors of the other side; empty if it accepts the document. */
  readonly other: string;
}

export interface FuzzResult {
  readonly documents: number;
  readonly valid: number;
  readonly byFormat: Readonly<Record<string, number>>;
  readonly byMutation: Readonly<Record<string, number>>;
  readonly disagreements: readonly Disagreement[];
}

/** After this many disagreements, more would add nothing. */
const mostDisagreements = 20;

/**
 * Mutates valid documents of all formats one to three times, and compares strict validation with a general validator on
 * the generated JSON Schema and a second implementation of the rules across fields. The seed determines everything.
 */
export function fuzzFormats(count: number, seed: number): FuzzResult {
  const random = createRandom(seed);
  const arenas = formatNames.map((format) => createArena(format));
  const byFormat: Record<string, number> = Object.fromEntries(formatNames.map((name) => [name, 0]));
  const byMutation: Record<string, number> = Object.fromEntries(mutationKinds.map((kind) => [kind, 0]));
  const disagreements: Disagreement[] = [];
  let valid = 0;
  let documents = 0;
  while (documents < count && disagreements.length < mostDisagreements) {
    const arena = arenas[Math.floor(random() * arenas.length)];
    if (arena === undefined) throw new Error("There are no formats.");
    const { document, kinds } = makeDocument(arena, random);
    for (const kind of kinds) byMutation[kind] = (byMutation[kind] ?? 0) + 1;
    byFormat[arena.format] = (byFormat[arena.format] ?? 0) + 1;
    documents += 1;
    const disagreement = compare(arena, document);
    if (disagreement === "both accept") valid += 1;
    else if (disagreement !== "both refuse") disagreements.push(disagreement);
  }
  return { documents, valid, byFormat, byMutation, disagreements };
}

interface Arena {
  readonly format: FormatName;
  readonly texts: readonly string[];
  readonly pool: MutationPool;
  readonly accepts: ValidateFunction;
}

function createArena(format: FormatName): Arena {
  return {
    format,
    texts: fullDocuments[format].map((document) => JSON.stringify(document)),
    pool: createPool(format),
    accepts: new Ajv({ strict: true, allowUnionTypes: true }).compile(editorSchemaOf(format)),
  };
}

function makeDocument(
  { texts, pool }: Arena,
  random: Random,
): { readonly document: unknown; readonly kinds: readonly string[] } {
  const document: unknown = JSON.parse(texts[Math.floor(random() * texts.length)] ?? "{}");
  if (typeof document !== "object" || document === null) throw new Error("A document is an object.");
  const times = 1 + Math.floor(random() ** 2 * 3);
  const kinds = Array.from({ length: times }, () => mutate(document as Record<string, unknown>, random, pool));
  return { document, kinds };
}

function compare({ format, accepts }: Arena, document: unknown): Disagreement | "both accept" | "both refuse" {
  const text = JSON.stringify(document);
  const validation = strictValidators[format](text);
  // The written text instead of the document in memory, because writing replaces values that JSON does not have.
  const isAccepted = accepts(JSON.parse(text)) && !breaksRule[format](JSON.parse(text));
  if (validation.ok === isAccepted) return isAccepted ? "both accept" : "both refuse";
  return {
    format,
    text,
    validation: validation.ok ? [] : validation.errors.map(({ code, pointer }) => `${code} ${pointer}`),
    other: isAccepted ? "" : JSON.stringify(accepts.errors ?? "a rule across fields"),
  };
}

const strangeNames = ["", "__proto__", "constructor", "toString", "length", "0", "é", "a/b~c", "Type", "NAME"];
const edges = [
  0,
  -0,
  1,
  -1,
  0.5,
  2,
  255,
  256,
  1023,
  1024,
  65535,
  65536,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53) + 1,
  -(2 ** 53),
  1e300,
  5e-324,
];
const strangeValues = [
  null,
  true,
  false,
  "",
  "x",
  "2",
  "#aabbcc",
  "#AABBC",
  "a-b",
  "1.0.0",
  "01.0.0",
  [],
  {},
  [[]],
  [1],
  ["x"],
  { type: "key" },
];

function createPool(format: FormatName): MutationPool {
  const names = new Set(strangeNames);
  const constants = new Set<unknown>();
  const schema = describeFormat(format);
  const pending: (JsonSchema | boolean)[] = [schema, ...Object.values(definitionsOf(schema) ?? {})];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (typeof part === "boolean") continue;
    const { const: constant = [], enum: choices = [], properties = {}, items = [], additionalProperties = [] } = part;
    for (const value of [constant, choices].flat()) constants.add(value);
    for (const name of Object.keys(properties)) names.add(name);
    pending.push(...Object.values(properties), ...[items, additionalProperties, formsOf(part)].flat());
  }
  return { names: [...names], values: [...constants, ...edges, ...strangeValues] };
}

function formsOf({ oneOf = [], anyOf = [] }: JsonSchema): readonly (JsonSchema | boolean)[] {
  return [...oneOf, ...anyOf];
}
