import type * as z from "zod/mini";
import type { Validation } from "./diagnostics.ts";
import { errorAt, type Finding } from "./findings.ts";
import { itemsOf, memberOf, numberOf, textOf, type JsonPath } from "./json-document.ts";
import type { JsonNode } from "./json-text.ts";
import { findMisspelt } from "./misspelt-names.ts";
import type { DeepReadonly } from "./read-only.ts";
import { tapeSchema } from "./tape-schema.ts";
import { validateDocument } from "./validate-document.ts";

/** Recorded or hand-written input, `*.tape.json`, keyed by step. Step 0 is the first step after mounting. */
export type Tape = DeepReadonly<z.infer<typeof tapeSchema>>;

/**
 * One source event of a tape; `type` says which kind. It is recorded before the input map is applied, so it also works
 * with a changed map.
 */
export type TapeEvent = Tape["events"][number];

/** An event as it reaches the game: clicks have become moves and presses at a position, and waits are over. */
export type PlayedEvent = Without<"when", Exclude<TapeEvent, { readonly type: "click" | "wait" }>>;

/** A source event without a step: input from a device or a touch control that was just received. */
export type SourceEvent = Without<"step", PlayedEvent>;

// Distributes over the union; `Omit` alone would merge it into one shape.
type Without<Name extends string, Event extends object> = Event extends object ? Omit<Event, Name> : never;

/** Checks the text of a tape: its fields, and that its events are in the order of their steps. Never throws. */
export function validateTape(text: string): Validation<Tape> {
  const validation = validateDocument(text, tapeSchema, { overrides: () => [], checks: checkTape });
  return validation.ok ? { ...validation, value: validation.value.written } : validation;
}

function checkTape(root: JsonNode): readonly Finding[] {
  const events = itemsOf(memberOf(root, "events"));
  return events.flatMap((event, index) => {
    const path = ["events", index];
    return [...checkOrder(event, events[index - 1], path), ...checkMovement(event, path), ...checkTargets(event, path)];
  });
}

function checkOrder(event: JsonNode, previous: JsonNode | undefined, path: JsonPath): readonly Finding[] {
  const step = numberOf(memberOf(event, "step"));
  const before = numberOf(memberOf(previous, "step"));
  if (step === undefined || before === undefined || step >= before || !Number.isFinite(before)) return [];
  const message = `The events are out of order: step ${step} comes after step ${before}.`;
  return [errorAt([...path, "step"], "tape-order", message)];
}

function checkMovement(event: JsonNode, path: JsonPath): readonly Finding[] {
  if (textOf(memberOf(event, "type")) !== "mouse_move") return [];
  const has = (name: string): boolean => memberOf(event, name) !== undefined;
  if ((has("dx") && has("dy")) || (has("x") && has("y"))) return [];
  const places = ["dx", "dy", "x", "y"];
  if (places.some((name) => findMisspelt(event, name, ["step", "type", ...places]) !== null)) return [];
  return [errorAt(path, "missing-property", `A mouse_move needs "dx" and "dy", or "x" and "y" if it is absolute.`)];
}

/** An element needs a name. */
function checkTargets(event: JsonNode, path: JsonPath): readonly Finding[] {
  const when = memberOf(event, "when");
  return [
    ...(textOf(memberOf(event, "type")) === "click"
      ? checkTarget(event, path, "A click", ["step", "type", "when"])
      : []),
    ...(when?.kind === "object" ? checkTarget(when, [...path, "when"], `"when"`, ["visible", "stepsMax"]) : []),
  ];
}

function checkTarget(node: JsonNode, path: JsonPath, what: string, others: readonly string[]): readonly Finding[] {
  const names = ["selector", "text"];
  if (names.some((name) => memberOf(node, name) !== undefined)) return [];
  if (names.some((name) => findMisspelt(node, name, [...others, ...names]) !== null)) return [];
  return [errorAt(path, "missing-property", `${what} needs the "selector" or the "text" of an element.`)];
}
