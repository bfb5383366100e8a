// zod's small build: the page carries these schemas with `loadMap`, and the full one would more than double their size.
import * as z from "zod/mini";

// Every message of these schemas is the phrase for what was expected ("an integer 1024..65535"): `explain-issues.ts`
// puts the sentence around it, because only there is it known what was found and where.

export type FieldUnit = "px" | "ms" | "rad" | "Hz";

/** What people are told about a value beside what the schema itself says: in editors, and in the reference tables. */
export interface FieldFacts {
  /** One or two sentences. */
  readonly description: string;
  readonly unit?: FieldUnit;
  /** What an omitted field means. */
  readonly default?: string | number | boolean;
  /** Set where validation fills in what is missing, but an editor should ask for it. */
  readonly isRequiredInEditors?: true;
  /** The name that a value of several places has in the JSON Schema; where it contains itself it needs one. */
  readonly id?: string;
}

export const fieldFacts = z.registry<FieldFacts>();

/** Says what a value is for. Returns the same schema. */
export function described<Schema extends z.core.$ZodType>(
  schema: Schema,
  description: string,
  facts: Omit<FieldFacts, "description"> = {},
): Schema {
  fieldFacts.add(schema, { description, ...facts });
  return schema;
}

/** A property that may be left out, but not be `undefined`, which JSON does not have. */
export function optional<Schema extends z.core.$ZodType>(schema: Schema): z.ZodMiniExactOptional<Schema> {
  return z.exactOptional(schema);
}

/** An object that takes no other property than its own. The message of an unknown property lists the known ones. */
export function closedObject<Shape extends z.core.$ZodShape>(shape: Shape): z.ZodMiniObject<Shape, z.core.$strict> {
  const known = Object.keys(shape).join(", ");
  const error = (issue: { readonly code?: string | undefined }): string =>
    issue.code === "unrecognized_keys" ? known : "an object";
  return z.strictObject<Shape>(shape, { error });
}

/** A map with keys of the author's choice. */
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

/** Text of a form; `expected` is the form in words. */
export function textLike(pattern: RegExp, expected: string): z.ZodMiniString<string> {
  return z.string({ error: "a string" }).check(z.regex(pattern, { error: expected }));
}

/** Any finite number; JSON knows no other, and a literal that overflows is reported by the reader. */
export function finiteNumber(): z.ZodMiniNumber<number> {
  return z.number({ error: "a number" });
}

export function numberAboveZero(): z.ZodMiniNumber<number> {
  const error = "a number > 0";
  return z.number({ error }).check(z.gt(0, { error }));
}

/** A number of a range, both ends included. */
export function numberBetween(minimum: number, maximum: number): z.ZodMiniNumber<number> {
  const error = `a number ${minimum}..${maximum}`;
  return z.number({ error }).check(z.gte(minimum, { error }), z.lte(maximum, { error }));
}

/** An integer of a range, both ends included. */
export function integerBetween(minimum: number, maximum: number): z.ZodMiniInt {
  const error = `an integer ${minimum}..${maximum}`;
  return z.int({ error }).check(z.gte(minimum, { error }), z.lte(maximum, { error }));
}

export function integerAboveZero(): z.ZodMiniInt {
  const error = `an integer > 0 and <= ${Number.MAX_SAFE_INTEGER}`;
  return z.int({ error }).check(z.gt(0, { error }), z.lte(Number.MAX_SAFE_INTEGER, { error }));
}

/** Every integer that JavaScript can tell from its neighbours. */
export function safeInteger(): z.ZodMiniInt {
  return integerBetween(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
}

export function truthValue(): z.ZodMiniBoolean<boolean> {
  return z.boolean({ error: "a boolean" });
}

/** The one value that is allowed. */
export function exactly<const Value extends string | number>(value: Value): z.ZodMiniLiteral<Value> {
  return z.literal(value, { error: JSON.stringify(value) });
}

/** One of a few strings. */
export function oneOf<const Values extends readonly [string, ...string[]]>(
  values: Values,
): z.ZodMiniEnum<{ [Value in Values[number]]: Value }> {
  return z.enum(values, { error: listChoices(values) });
}

/** Names all that is allowed, as in: "gated" or "self-driven". */
export function listChoices(values: readonly string[]): string {
  const quoted = values.map((value) => JSON.stringify(value));
  const last = quoted.at(-1) ?? "nothing";
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(", ")} or ${last}`;
}
