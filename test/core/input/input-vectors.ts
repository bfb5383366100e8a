import { readFileSync } from "node:fs";
import { z } from "zod";

const vector = z.object({ x: z.number(), y: z.number() });

const inputVector = z.discriminatedUnion("op", [
  z.object({
    id: z.string(),
    op: z.literal("axis1d"),
    raw: z.number(),
    deadzone: z.number(),
    asOurs: z.object({ raw: z.number(), deadzone: z.number() }).optional(),
    expected: z.number(),
    tol: z.number().default(1e-12),
  }),
  z.object({
    id: z.string(),
    op: z.literal("radial2d"),
    raw: vector,
    deadzone: z.number(),
    asOurs: z.object({ raw: vector, deadzone: z.number() }).optional(),
    expected: vector,
    tol: z.number().default(1e-12),
  }),
  z.object({
    id: z.string(),
    op: z.literal("digital"),
    raw: z.number(),
    direction: z.enum(["positive", "negative"]),
    deadzone: z.number(),
    expected: z.boolean(),
  }),
  z.object({
    id: z.string(),
    op: z.literal("normalizeAxis"),
    expected: z.number(),
    throughDefaultDeadzone: z.number(),
  }),
  z.object({ id: z.string(), op: z.literal("normalizeButton") }),
  z.object({
    id: z.string(),
    op: z.literal("edges"),
    heldBefore: z.boolean(),
    eventsInOneStep: z.array(z.number()),
    expected: z.object({ pressed: z.boolean(), justPressed: z.boolean(), justReleased: z.boolean() }),
  }),
  z.object({
    id: z.string(),
    op: z.literal("pointerDelta"),
    eventsInOneStep: z.array(vector),
    expected: z.array(vector),
  }),
  z.object({ id: z.string(), op: z.literal("fixedStep"), stepsPerFrame: z.number(), expected: z.string() }),
]);

export type InputVector = z.infer<typeof inputVector>;

/** The conformance vectors from other engines for one operation. */
export function loadInputVectors<Operation extends InputVector["op"]>(
  operation: Operation,
): readonly Extract<InputVector, { readonly op: Operation }>[] {
  const written: unknown = JSON.parse(readFileSync(new URL("cases/input-vectors.json", import.meta.url), "utf8"));
  const isWanted = (entry: InputVector): entry is Extract<InputVector, { readonly op: Operation }> =>
    entry.op === operation;
  return z.array(inputVector).parse(written).filter(isWanted);
}
