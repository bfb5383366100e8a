// This is zod's small build: pages carry these schemas for `loadMap`, and the full build would more than double the
// size.
import * as z from "zod/mini";

// Every message of these schemas is a phrase for the expected value ("an integer 1024..65535"). `explain-issues.ts`
// makes the sentence, because it knows which value was found, and where.

export type FieldUnit = "px" | "ms" | "rad" | "Hz";

/** Facts about a field that its schema does not contain, for editors and the reference tables. */
export interface FieldFacts {
  /** One or two sentences. */
  readonly description: string;
  readonly unit?: FieldUnit;
  /** The value of an omitted field. */
  readonly default?: string | number | boolean;
  /** Set if validation fills the field in, but an editor should ask for it. */
  readonly isRequiredInEditors?: true;
  /** The name of a value in the JSON Schema if it occurs in several places. A recursive value needs one. */
  readonly id?: string;
}

export const fieldFacts = z.registry<FieldFacts>();

/** Adds a description to a schema and returns the same schema. */
export function described<Schema extends z.core.$ZodType>(
  schema: Schema,
  description: string,
  facts: Omit<FieldFacts, "description"> = {},
): Schema {
  fieldFacts.add(schema, { description, ...facts });
  return schema;
}

/** A property that may be missing, but not `undefined`, which JSON does not have. */
export function optional<Schema extends z.core.$ZodType>(schema: Schema): z.ZodMiniExactOptional<Schema> {
  return z.exactOptional(schema);
}

/** An object without extra properties. The message for an unknown property lists the known ones. */
export function closedObject<Shape extends z.core.$ZodShape>(shape: Shape): z.ZodMiniObject<Shape, z.core.$strict> {
  const known = Object.keys(shape).join(", ");
  const error = (issue: { readonly code?: string | undefined }): string =>
    issue.code === "unrecognized_keys" ? known : "an object";
  return z.strictObject<Shape>(shape, { error });
}

/** A map whose keys the author chooses. */
export function mapOf<Value extends z.core.$ZodType>(value: Value): z.ZodMiniRecord<z.ZodMiniString<string>, Value> {
  return z.record(z.string(), value, { error: "an object" });
}

/** A list of any length. */
export function listOf<Item extends z.core.$ZodType>(item: Item): z.ZodMiniArray<Item> {
  return z.array(item, { error: "an array" });
}

/** A list that is not empty. */
export function nonEmptyListOf<Item extends z.core.$ZodType>(item: Item): z.ZodMiniArray<Item> {
  const error = "an array of at least 1 item";
  return z.array(item, { error }).check(z.minLength(1, { error }));
}

/** Exactly two items. */
export function pairOf<Item extends z.core.$ZodType>(item: Item): z.ZodMiniTuple<[Item, Item], null> {
  return z.tuple([item, item], { error: "an array of 2 items" });
}

export function text(): z.ZodMiniString<string> {
  return z.string({ error: "a string" });
}

export function nonEmptyText(): z.ZodMiniString<string> {
  const error = "a string that is not empty";
  return z.string({ error }).check(z.minLength(1, { error }));
}

/** A text that matches a pattern; `expected` describes it in words. */
export function textLike(pattern: RegExp, expected: string): z.ZodMiniString<string> {
  return z.string({ error: "a string" }).check(z.regex(pattern, { error: expected }));
}

/** Any finite number. JSON has no others, and the reader reports a literal that overflows. */
export function finiteNumber(): z.ZodMiniNumber<number> {
  return z.number({ error: "a number" });
}

export function numberAboveZero(): z.ZodMiniNumber<number> {
  const error = "a number > 0";
  return z.number({ error }).check(z.gt(0, { error }));
}

/** A number in a range, both ends included. */
export function numberBetween(minimum: number, maximum: number): z.ZodMiniNumber<number> {
  const error = `a number ${minimum}..${maximum}`;
  return z.number({ error }).check(z.gte(minimum, { error }), z.lte(maximum, { error }));
}

/** An integer in a range, both ends included. */
export function integerBetween(minimum: number, maximum: number): z.ZodMiniInt {
  const error = `an integer ${minimum}..${maximum}`;
  return z.int({ error }).check(z.gte(minimum, { error }), z.lte(maximum, { error }));
}

export function integerAboveZero(): z.ZodMiniInt {
  const error = `an integer > 0 and <= ${Number.MAX_SAFE_INTEGER}`;
  return z.int({ error }).check(z.gt(0, { error }), z.lte(Number.MAX_SAFE_INTEGER, { error }));
}

/** Any integer that JavaScript represents exactly. */
export function safeInteger(): z.ZodMiniInt {
  return integerBetween(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
}

export function truthValue(): z.ZodMiniBoolean<boolean> {
  return z.boolean({ error: "a boolean" });
}

/** A single allowed value. */
export function exactly<const Value extends string | number>(value: Value): z.ZodMiniLiteral<Value> {
  return z.literal(value, { error: JSON.stringify(value) });
}

/** One of a fixed list of strings. */
export function oneOf<const Values extends readonly [string, ...string[]]>(
  values: Values,
): z.ZodMiniEnum<{ [Value in Values[number]]: Value }> {
  return z.enum(values, { error: listChoices(values) });
}

/** Lists the allowed values, as in: "gated" or "self-driven". */
export function listChoices(values: readonly string[]): string {
  const quoted = values.map((value) => JSON.stringify(value));
  const last = quoted.at(-1) ?? "nothing";
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(", ")} or ${last}`;
}
