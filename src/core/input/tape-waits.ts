import {
  describeTarget,
  type ElementLook,
  type ElementTarget,
  type TapeCondition,
  waitStepsDefault,
} from "../../formats/element-look.ts";
import type { TapeEvent } from "../../formats/tape.ts";

/** Looks for an element of the page, between two frames. */
export type LookFor = (target: ElementTarget) => Promise<ElementLook>;

/** The search result of a page without elements. */
export const seesNothing: LookFor = async () =>
  await Promise.resolve({ sighting: null, others: [], badSelector: null });

/** A place in CSS pixels of the host page's viewport. */
export interface AimedPlace {
  readonly x: number;
  readonly y: number;
}

/**
 * Thrown if a tape looks for an element in vain. The message names the event, the element and the elements that are
 * there instead.
 */
export class ElementMissed extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ElementMissed";
  }
}

/** Whether `thrown` is an `ElementMissed`. */
export function isElementMissed(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === "ElementMissed";
}

/**
 * The result for an event that looks for an element: it must wait, it cannot be played, or it may be, with the place of
 * its click.
 */
export type Readiness =
  | { readonly state: "waiting" | "missing"; readonly why: string }
  | { readonly state: "ready"; readonly place: AimedPlace | null };

/**
 * Checks the page for an event: whether its condition is met, and where the element is that it clicks on. `name` begins
 * the sentences of the answer. Throws `ElementMissed` for an invalid selector.
 */
export async function lookForEvent(event: TapeEvent, name: string, lookFor: LookFor): Promise<Readiness> {
  const { when } = event;
  const unmet = when === undefined ? null : await findUnmet(when, name, lookFor);
  if (unmet !== null) return { state: "waiting", why: unmet };
  if (event.type !== "click") return { state: "ready", place: null };
  const look = await lookFor(event);
  if (look.badSelector !== null) throw badSelector(name, look.badSelector);
  const { sighting } = look;
  const hindrance = sighting === null ? "there is no such element" : (sighting.hiddenBy ?? sighting.blockedBy);
  if (sighting !== null && hindrance === null) return { state: "ready", place: { x: sighting.x, y: sighting.y } };
  const why = `${name} clicks on ${describeTarget(event)}, and ${describeHindrance(look, hindrance ?? "")}`;
  // If its condition is met, the element that it clicks on will probably appear, too.
  return { state: when === undefined ? "missing" : "waiting", why };
}

/** The error of an event that has waited for its maximum time. */
export function waitedInVain(why: string, steps: number): ElementMissed {
  return new ElementMissed(`${why} The tape has waited for ${String(steps)} ${steps === 1 ? "step" : "steps"}.`);
}

/** The maximum number of steps that an event waits. */
export function stepsMaxOf({ when }: TapeEvent): number {
  return when?.stepsMax ?? waitStepsDefault;
}

/** Why a condition is not met; null if it is. */
async function findUnmet(when: TapeCondition, name: string, lookFor: LookFor): Promise<string | null> {
  const look = await lookFor(when);
  if (look.badSelector !== null) throw badSelector(name, look.badSelector);
  const { sighting } = look;
  const isVisible = sighting !== null && sighting.hiddenBy === null;
  if (when.visible === false)
    return isVisible
      ? `${name} waits until ${describeTarget(when)} is gone, and ${sighting.name} is still visible.`
      : null;
  if (isVisible) return null;
  const hindrance = sighting?.hiddenBy ?? "there is no such element";
  return `${name} waits for ${describeTarget(when)}, and ${describeHindrance(look, hindrance)}`;
}

function describeHindrance({ sighting, others }: ElementLook, hindrance: string): string {
  const there = others.length === 0 ? "Nothing else there can be clicked." : `There are: ${others.join(", ")}.`;
  return `${sighting === null ? "" : `${sighting.name} `}${hindrance}. ${there}`;
}

function badSelector(name: string, reason: string): ElementMissed {
  return new ElementMissed(`${name} has an invalid selector: ${reason}`);
}
