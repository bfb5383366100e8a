import * as z from "zod/mini";
import { fieldFacts } from "./field-kinds.ts";
import { historySchema } from "./history-schema.ts";
import { inputMapSchema } from "./input-map-schema.ts";
import { machineSchema } from "./machine-schema.ts";
import { manifestSchema } from "./manifest-schema.ts";
import { reportFileSchema } from "./report-schema.ts";
import { scene2dSchema } from "./scene2d-schema.ts";
import { sweepFileSchema } from "./sweep-schema.ts";
import { tapeSchema } from "./tape-schema.ts";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

interface FileFormat {
  readonly title: string;
  /** The name of its files. */
  readonly fileName: string;
  readonly schema: z.core.$ZodType;
}

/** The names of all formats, which are also the names of their JSON Schemas. */
export const formatNames = ["manifest", "input-map", "tape", "scn2d", "report", "sweep", "history", "machine"] as const;

export type FormatName = (typeof formatNames)[number];

/** The title, file name and schema of each format. */
export const fileFormats: Readonly<Record<FormatName, FileFormat>> = {
  manifest: { title: "Framegate game manifest", fileName: "framegate.game.json", schema: manifestSchema },
  "input-map": { title: "Framegate input map", fileName: "framegate.input.json", schema: inputMapSchema },
  tape: { title: "Framegate tape", fileName: "*.tape.json", schema: tapeSchema },
  scn2d: { title: "Framegate 2D scene", fileName: "*.scn2d.json", schema: scene2dSchema },
  report: { title: "Framegate report", fileName: "report.json", schema: reportFileSchema },
  sweep: { title: "Framegate sweep", fileName: "sweep.json", schema: sweepFileSchema },
  history: { title: "Framegate history", fileName: "*.history.jsonl", schema: historySchema },
  machine: { title: "Framegate machine", fileName: "*.machine.json", schema: machineSchema },
};

/**
 * A format as a draft-07 schema with all of its `FieldFacts`: `unit` next to `description` and `default`. Forms with a
 * constant `type` are a `oneOf`. Made for the reference tables; editors get `editorSchemaOf`.
 */
export function describeFormat(name: FormatName): JsonSchema {
  return z.toJSONSchema(fileFormats[name].schema, { target: "draft-07", metadata: fieldFacts, io: "input" });
}

/**
 * The draft-07 JSON Schema of a format for editors and other validators. It reports the same as validation with
 * `--strict`, except for the rules across fields. It selects forms by `if`, so that a mistake in one form is not
 * reported for all of them.
 */
export function editorSchemaOf(name: FormatName): JsonSchema {
  const { $schema, ...rest } = forEditors(describeFormat(name));
  return { ...($schema === undefined ? {} : { $schema }), title: fileFormats[name].title, ...rest };
}

type Part = JsonSchema | boolean;

function partForEditors(part: Part): Part {
  return typeof part === "boolean" ? part : forEditors(part);
}

function forEditors(schema: JsonSchema): JsonSchema {
  const { oneOf, anyOf, description, properties, items, additionalProperties } = schema;
  const definitions = definitionsOf(schema);
  return {
    ...withoutWords(schema),
    ...(description === undefined ? {} : { description: describeWholly(description, schema["unit"], schema.default) }),
    ...(properties === undefined ? {} : propertiesForEditors(properties, schema.required ?? [])),
    ...(items === undefined ? {} : { items: itemsForEditors(items) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: partForEditors(additionalProperties) }),
    ...(definitions === null ? {} : { definitions: mapValues(definitions, forEditors) }),
    ...(oneOf === undefined ? {} : chooseByType(oneOf.map(partForEditors))),
    ...(anyOf === undefined ? {} : chooseByShape(anyOf.map(partForEditors))),
  };
}

/**
 * Removes keywords that draft-07 does not have or that editors get in another way, and `propertyNames`, which is always
 * a string.
 */
function withoutWords(schema: JsonSchema): JsonSchema {
  const rest = { ...schema };
  for (const word of ["unit", "isRequiredInEditors", "propertyNames", "oneOf", "anyOf"]) {
    Reflect.deleteProperty(rest, word);
  }
  return rest;
}

/** The named parts of a schema; null if it has none. */
export function definitionsOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> | null {
  const { definitions } = schema;
  return isRecordOfSchemas(definitions) ? definitions : null;
}

// zod writes them under this name for draft-07, but its type declares only the newer `$defs`.
function isRecordOfSchemas(definitions: unknown): definitions is Readonly<Record<string, JsonSchema>> {
  return typeof definitions === "object" && definitions !== null;
}

/** Editors show only the description, so it includes the unit and the default. */
function describeWholly(description: string, unit: unknown, initial: unknown): string {
  return [
    description,
    ...(typeof unit === "string" ? [`Unit: ${unit}.`] : []),
    ...(initial === undefined ? [] : [`Default: ${JSON.stringify(initial)}.`]),
  ].join(" ");
}

function propertiesForEditors(
  properties: Readonly<Record<string, Part>>,
  required: readonly string[],
): { readonly properties: Record<string, Part>; readonly required?: string[] } {
  const names = Object.entries(properties)
    .filter(
      ([name, part]) => required.includes(name) || (typeof part !== "boolean" && part["isRequiredInEditors"] === true),
    )
    .map(([name]) => name);
  return {
    properties: mapValues(properties, partForEditors),
    ...(names.length === 0 ? {} : { required: names }),
  };
}

function itemsForEditors(items: Part | Part[]): Part | Part[] {
  return Array.isArray(items) ? items.map(partForEditors) : partForEditors(items);
}

function mapValues<From, To>(record: Readonly<Record<string, From>>, convert: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, convert(value)]));
}

/**
 * Forms with a constant `type`. A wrong `type` is reported there, any other mistake in the form that `type` selects.
 */
function chooseByType(forms: readonly Part[]): JsonSchema {
  const known = forms.flatMap((form) => {
    const type = typeof form === "boolean" ? undefined : form.properties?.["type"];
    return typeof type === "object" && typeof type.const === "string" ? [{ name: type.const, form }] : [];
  });
  if (known.length !== forms.length) throw new Error("A form of these has no constant type.");
  return {
    type: "object",
    properties: { type: { enum: known.map(({ name }) => name) } },
    required: ["type"],
    allOf: known.map(({ name, form }) => ({
      if: { type: "object", properties: { type: { const: name } }, required: ["type"] },
      then: form,
    })),
  };
}

/**
 * Forms that differ in their JSON type, or in a property that only one of them requires. The last form is the fallback.
 */
function chooseByShape(forms: readonly Part[]): JsonSchema {
  const [first, ...others] = forms;
  if (typeof first !== "object" || others.length === 0) return typeof first === "object" ? first : {};
  return { if: whatTells(first, others), then: first, else: chooseByShape(others) };
}

function whatTells(form: JsonSchema, others: readonly Part[]): JsonSchema {
  const isAmong = (test: (other: JsonSchema) => boolean): boolean =>
    others.some((other) => typeof other === "object" && test(other));
  if (typeof form.type === "string" && !isAmong((other) => other.type === form.type)) return { type: form.type };
  const own = form.required?.find((name) => !isAmong((other) => other.properties?.[name] !== undefined));
  if (own === undefined) throw new Error("Nothing tells this form from the others.");
  return { type: "object", properties: { [own]: {} }, required: [own] };
}
