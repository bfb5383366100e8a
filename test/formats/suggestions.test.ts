import { describe, expect, it } from "vitest";
import { type JsonPath, toPointer } from "../../src/formats/json-document.ts";
import {
  describeFormat,
  definitionsOf,
  formatNames,
  type FormatName,
  type JsonSchema,
} from "../../src/formats/json-schema.ts";
import { keyCodes } from "../../src/formats/key-codes.ts";
import { nearestName } from "../../src/formats/nearest-name.ts";
import { phaseNames } from "../../src/formats/phases.ts";
import { validateInputMap } from "../../src/formats/input-map.ts";
import { listPlaces, renameAt, replaceAt } from "./edit-document.ts";
import { strictValidators } from "./format-validators.ts";
import { fullDocuments } from "./full-documents.ts";
import { listTypos } from "./typos.ts";

/** Objects whose property names are the author's own. */
const maps = ["actions", "assets", "rootLabels"];

interface Vocabulary {
  readonly names: Set<string>;
  /** Constants, by the name of the property that takes them. */
  readonly constants: Map<string, Set<string>>;
}

function readVocabulary(name: FormatName): Vocabulary {
  const vocabulary: Vocabulary = { names: new Set(), constants: new Map() };
  const schema = describeFormat(name);
  for (const part of [schema, ...Object.values(definitionsOf(schema) ?? {})]) readPart(part, "", vocabulary);
  return vocabulary;
}

function readPart(part: JsonSchema | boolean, name: string, vocabulary: Vocabulary): void {
  if (typeof part === "boolean") return;
  const values = [part.const, ...(part.enum ?? [])].filter((value) => typeof value === "string");
  const known = vocabulary.constants.get(name) ?? new Set();
  vocabulary.constants.set(name, new Set([...known, ...values]));
  for (const [own, property] of Object.entries(part.properties ?? {})) {
    vocabulary.names.add(own);
    readPart(property, own, vocabulary);
  }
  for (const form of [
    ...(part.oneOf ?? []),
    ...(part.anyOf ?? []),
    part.items ?? [],
    part.additionalProperties ?? true,
  ].flat()) {
    readPart(form, name, vocabulary);
  }
}

interface Slip {
  /** Makes the document with the typo in it. */
  readonly edit: () => unknown;
  readonly pointer: string;
  readonly meant: string;
  readonly found: string;
}

function* misspellNames(document: object, { names }: Vocabulary): Generator<Slip> {
  for (const { path } of listPlaces(document)) {
    const meant = path.at(-1);
    if (typeof meant !== "string" || maps.includes(String(path.at(-2)))) continue;
    for (const { typo } of listTypos(meant)) {
      // A typo that happens to be another name of the format cannot be recognised.
      if (names.has(typo)) continue;
      yield {
        edit: () => renameAt(document, path, typo),
        pointer: toPointer([...path.slice(0, -1), typo]),
        meant,
        found: typo,
      };
    }
  }
}

// Names with different constants in different places. Only those that the documents contain are misspelt; for all other
// names, their constants replace each other.
const severalMeanings: ReadonlySet<string> = new Set(["type", "status", "metric"]);

function* misspellConstants(document: object, { constants }: Vocabulary): Generator<Slip> {
  for (const { path, value } of listPlaces(document)) {
    const known = constants.get(String(path.at(-1))) ?? new Set();
    if (typeof value !== "string" || !known.has(value)) continue;
    const meantOnes = severalMeanings.has(String(path.at(-1))) ? [value] : known;
    for (const meant of meantOnes) yield* misspellConstant(document, path, meant, known);
  }
}

function* misspellConstant(
  document: object,
  path: JsonPath,
  meant: string,
  known: ReadonlySet<string>,
): Generator<Slip> {
  for (const { typo } of listTypos(meant)) {
    if (known.has(typo)) continue;
    yield { edit: () => replaceAt(document, path, typo), pointer: toPointer(path), meant, found: typo };
  }
}

/**
 * A report has so many names that trying a slip in each would take half a minute. Of more names than this, an evenly
 * spaced share is tried.
 */
const mostSlips = 1500;

function sampleOf(slips: readonly Slip[]): readonly Slip[] {
  const step = Math.ceil(slips.length / mostSlips);
  return slips.filter((_, index) => index % step === 0);
}

/** Counts the typos, those that gave one error at the right place, and those with the right suggestion. */
function judge(
  name: FormatName,
  slips: readonly Slip[],
): { slips: number; errors: number; placed: number; right: number; wrong: string[] } {
  const result = { slips: 0, errors: 0, placed: 0, right: 0, wrong: [] as string[] };
  for (const { edit, pointer, meant, found } of slips) {
    const validation = strictValidators[name](JSON.stringify(edit()));
    const errors = validation.ok ? [] : validation.errors;
    const here = errors.find((error) => error.pointer === pointer);
    result.slips += 1;
    result.errors += errors.length;
    result.placed += here === undefined ? 0 : 1;
    result.right += here?.suggestion === meant ? 1 : 0;
    if (here?.suggestion !== meant || errors.length !== 1)
      result.wrong.push(`${found} for ${meant} at ${pointer}: ${here?.suggestion} (${errors.length})`);
  }
  return result;
}

describe("a name or constant with one typo", () => {
  it.each(formatNames)("is corrected in 95 of 100 names of %s, and reported once", (name) => {
    const vocabulary = readVocabulary(name);
    const result = judge(
      name,
      sampleOf(fullDocuments[name].flatMap((document) => [...misspellNames(document, vocabulary)])),
    );
    expect(result.slips).toBeGreaterThan(100);
    expect(result.placed, "at the pointer of the name").toBe(result.slips);
    expect(result.right / result.slips, result.wrong.join("\n")).toBeGreaterThanOrEqual(0.95);
    expect(result.errors / result.slips, result.wrong.join("\n")).toBeLessThanOrEqual(1.05);
  });

  // A machine has no constants.
  it.each(formatNames.filter((name) => name !== "machine"))(
    "is corrected in 95 of 100 constants of %s, and reported once",
    (name) => {
      const vocabulary = readVocabulary(name);
      const result = judge(
        name,
        sampleOf(fullDocuments[name].flatMap((document) => [...misspellConstants(document, vocabulary)])),
      );
      expect(result.slips).toBeGreaterThan(100);
      expect(result.placed, "at the pointer of the constant").toBe(result.slips);
      expect(result.right / result.slips, result.wrong.join("\n")).toBeGreaterThanOrEqual(0.95);
      expect(result.errors / result.slips, result.wrong.join("\n")).toBeLessThanOrEqual(1.05);
    },
  );

  it("is corrected in 95 of 100 key codes", () => {
    const slips = [...keyCodes]
      .flatMap((meant) => listTypos(meant).map(({ typo }) => ({ meant, typo })))
      .filter(({ typo }) => !keyCodes.has(typo));
    const wrong = slips.filter(({ meant, typo }) => {
      const bindings = [{ type: "key", code: typo }];
      const { warnings } = validateInputMap(
        JSON.stringify({ version: 1, actions: { a: { valueType: "digital", bindings } } }),
      );
      return warnings[0]?.suggestion !== meant;
    });
    expect(1 - wrong.length / slips.length, JSON.stringify(wrong)).toBeGreaterThanOrEqual(0.95);
  });

  it("is corrected in 95 of 100 phases", () => {
    const slips = phaseNames.flatMap((meant) => listTypos(meant).map(({ typo }) => ({ meant, typo })));
    const wrong = slips.filter(({ meant, typo }) => nearestName(typo, phaseNames) !== meant);
    expect(1 - wrong.length / slips.length, JSON.stringify(wrong)).toBeGreaterThanOrEqual(0.95);
  });
});
