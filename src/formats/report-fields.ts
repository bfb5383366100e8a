import * as z from "zod/mini";
import { described, finiteNumber, type FieldUnit, integerBetween, listOf, numberBetween, text } from "./field-kinds.ts";

// Kinds of report fields.

/** A value that may be null, with a description. */
export function nullable<Schema extends z.core.$ZodType>(
  schema: Schema,
  description: string,
): z.ZodMiniNullable<Schema> {
  return described(z.nullable(schema), description);
}

/** A described text. */
export function words(description: string): z.ZodMiniString<string> {
  return described(text(), description);
}

/** A described text that may be null. */
export function wordsOrNull(description: string): z.ZodMiniNullable<z.ZodMiniString<string>> {
  return nullable(text(), description);
}

/** A whole number from 0 up. */
export function count(description: string): z.ZodMiniInt {
  return described(integerBetween(0, Number.MAX_SAFE_INTEGER), description);
}

/** A number from 0 up. */
export function atLeastZero(description: string): z.ZodMiniNumber<number> {
  return described(numberBetween(0, Number.MAX_VALUE), description);
}

/** Milliseconds. */
export function duration(description: string): z.ZodMiniNumber<number> {
  return described(finiteNumber(), description, { unit: "ms" });
}

/** A figure for each measured frame. */
export function column(description: string, unit?: FieldUnit): z.ZodMiniArray<z.ZodMiniNumber<number>> {
  const value = described(finiteNumber(), "Of one frame.", unit === undefined ? {} : { unit });
  return described(listOf(value), `${description} One entry for each measured frame.`);
}

/** A count for each measured frame; null if it does not apply. */
export function counts(description: string): z.ZodMiniNullable<z.ZodMiniArray<z.ZodMiniNumber<number>>> {
  return nullable(column(description), `${description} Null if the metric does not apply.`);
}

/** A hash for each measured frame. */
export function hashes(): z.ZodMiniArray<z.ZodMiniString<string>> {
  return described(listOf(words("Of one frame.")), "Chained hash of all observable state, one entry for each frame.");
}
