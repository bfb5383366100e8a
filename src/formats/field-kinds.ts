import { z } from "zod";

// Every message of these schemas is the phrase for what was expected ("an integer 1024..65535"): `explain-issues.ts`
// puts the sentence around it, because only there is it known what was found and where.

/** An object that takes no other property than its own. The message of an unknown property lists the known ones. */
export function closedObject<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> {
  const known = Object.keys(shape).join(", ");
  return z.strictObject(shape, { error: (issue) => (issue.code === "unrecognized_keys" ? known : "an object") });
}

/** A map with keys of the author's choice. */
export function mapOf<Value extends z.ZodType>(value: Value): z.ZodRecord<z.ZodString, Value> {
  return z.record(z.string(), value, { error: "an object" });
}

/** A list of any length. */
export function listOf<Item extends z.ZodType>(item: Item): z.ZodArray<Item> {
  return z.array(item, { error: "an array" });
}

/** A list that is not empty. */
export function nonEmptyListOf<Item extends z.ZodType>(item: Item): z.ZodArray<Item> {
  const expected = "an array of at least 1 item";
  return z.array(item, { error: expected }).min(1, { error: expected });
}

export function text(): z.ZodString {
  return z.string({ error: "a string" });
}

export function nonEmptyText(): z.ZodString {
  const expected = "a string that is not empty";
  return z.string({ error: expected }).min(1, { error: expected });
}

/** Text of a form; `expected` is the form in words. */
export function textLike(pattern: RegExp, expected: string): z.ZodString {
  return z.string({ error: "a string" }).regex(pattern, { error: expected });
}

/** Any finite number; JSON knows no other, and a literal that overflows is reported by the reader. */
export function finiteNumber(): z.ZodNumber {
  return z.number({ error: "a number" });
}

export function numberAboveZero(): z.ZodNumber {
  const expected = "a number > 0";
  return z.number({ error: expected }).gt(0, { error: expected });
}

/** A number of a range, both ends included. */
export function numberBetween(minimum: number, maximum: number): z.ZodNumber {
  const expected = `a number ${minimum}..${maximum}`;
  return z.number({ error: expected }).min(minimum, { error: expected }).max(maximum, { error: expected });
}

/** An integer of a range, both ends included. */
export function integerBetween(minimum: number, maximum: number): z.ZodInt {
  const expected = `an integer ${minimum}..${maximum}`;
  return z.int({ error: expected }).min(minimum, { error: expected }).max(maximum, { error: expected });
}

export function integerAboveZero(): z.ZodInt {
  const expected = `an integer > 0 and <= ${Number.MAX_SAFE_INTEGER}`;
  return z.int({ error: expected }).gt(0, { error: expected }).max(Number.MAX_SAFE_INTEGER, { error: expected });
}

export function truthValue(): z.ZodBoolean {
  return z.boolean({ error: "a boolean" });
}

/** One of a few strings. */
export function oneOf<const Values extends readonly [string, ...string[]]>(
  values: Values,
): z.ZodEnum<{ [Value in Values[number]]: Value }> {
  return z.enum(values, { error: listChoices(values) });
}

/** Names all that is allowed, as in: "gated" or "self-driven". */
export function listChoices(values: readonly string[]): string {
  const quoted = values.map((value) => JSON.stringify(value));
  const last = quoted.at(-1) ?? "nothing";
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(", ")} or ${last}`;
}
