import { readFileSync } from "node:fs";
import { z } from "zod";

const vector = z.object({ x: z.number(), y: z.number() });

/** A call and its result: `[method, ...arguments]`, followed by `{is}` or `{throws}` if the result is known. */
const call = z.array(z.unknown()).nonempty();

const ruleVector = z.discriminatedUnion("op", [
  z.strictObject({
    id: z.string(),
    op: z.literal("axis1d"),
    rule: z.string(),
    raw: z.number(),
    deadzone: z.number(),
    expected: z.number(),
    tol: z.literal(0),
  }),
  z.strictObject({
    id: z.string(),
    op: z.literal("radial2d"),
    rule: z.string(),
    raw: vector,
    deadzone: z.number(),
    expected: vector,
    tol: z.number(),
  }),
  z.strictObject({
    id: z.string(),
    op: z.literal("digital"),
    rule: z.string(),
    raw: z.number(),
    direction: z.enum(["positive", "negative"]),
    deadzone: z.number(),
    expected: z.boolean(),
  }),
  z.strictObject({
    id: z.string(),
    op: z.literal("session"),
    rule: z.string(),
    actions: z.record(z.string(), z.unknown()).optional(),
    play: z.array(call),
  }),
]);

export type RuleVector = z.infer<typeof ruleVector>;

/** The expected result of a session's call. */
export const outcome = z.union([
  z.strictObject({ is: z.unknown() }),
  z.strictObject({ throws: z.string(), saying: z.string().optional(), finding: z.string().optional() }),
]);

/** The vectors for one operation, written from the format reference and the rules that it leaves open. */
export function loadRuleVectors<Operation extends RuleVector["op"]>(
  operation: Operation,
): readonly Extract<RuleVector, { readonly op: Operation }>[] {
  const written: unknown = JSON.parse(readFileSync(new URL("cases/rule-vectors.json", import.meta.url), "utf8"));
  const isWanted = (entry: RuleVector): entry is Extract<RuleVector, { readonly op: Operation }> =>
    entry.op === operation;
  return z.array(ruleVector).parse(written).filter(isWanted);
}
