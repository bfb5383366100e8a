import { frameName } from "../../src/formats/frame-name.ts";
import type { RunNotice } from "../../src/formats/frame-sample.ts";
import type { ClickPrompt, ElementTarget } from "../../src/formats/element-look.ts";
import type { AwaitedInput, Liveness } from "../../src/formats/liveness.ts";
import type { RunPlan } from "../../src/formats/run-plan.ts";

/** Notices about a run in which little or nothing happened. */
export function judgeLiveness(
  liveness: Liveness | null,
  { allowVacuous, warmup }: Pick<RunPlan, "allowVacuous" | "warmup">,
  prompts: readonly ClickPrompt[] = [],
): readonly RunNotice[] {
  if (liveness === null) return [];
  const { state, input } = liveness;
  if (state === "moving") return [];
  const missing = [
    ...offerTape(prompts, liveness),
    ...(input.missing.length === 0 ? [] : [warning("input-missing", describeMissing(input.missing))]),
  ];
  if (state === "still") return [warning("still", `${describeStill(liveness, warmup)} ${advice}`), ...missing];
  const message = `Nothing was drawn and nothing changed on the page in ${countOf(liveness.frames)}, so there is nothing to measure. ${advice} Or pass --allow-vacuous.`;
  return [
    allowVacuous ? warning("vacuous", message) : { code: "vacuous", severity: "failure", message, where: null },
    ...missing,
  ];
}

/**
 * Suggests a tape that clicks on something on the page. A button is enough by itself; a canvas only if the page listens
 * for clicks and got none.
 */
function offerTape(prompts: readonly ClickPrompt[], { input }: Liveness): readonly RunNotice[] {
  const awaits = input.missing.includes("click");
  const prompt = prompts.find(({ kind }) => awaits || (kind === "button" && input.frames === 0));
  if (prompt === undefined) return [];
  const { name, target } = prompt;
  const message = `The page shows ${name} and may wait for a click on it. Save this line as start.tape.json and pass --tape start.tape.json: ${tapeLine(target)}`;
  return [warning("click-awaited", message)];
}

/** Without blanks, so that no terminal wraps it. JSON can escape them. */
function tapeLine(target: ElementTarget): string {
  const click = { step: 0, type: "click", ...target, when: target };
  return JSON.stringify({ version: 1, stepHz: 60, events: [click] }).replaceAll(" ", String.raw`\u0020`);
}

const advice = "If the game waits for a player, give it a tape: framegate record makes one.";

function describeStill({ frames, lastChange, isDrawnAgain, input }: Liveness, warmup: number): string {
  const shown = isDrawnAgain ? "The game draws the same picture again" : "What the game shows stays the same";
  const since =
    lastChange === null ? `in all of ${countOf(frames)}` : `after ${frameName(warmup + lastChange, warmup)}`;
  const heard =
    input.frames === 0 ? "" : ` Input came in ${countOf(input.frames)}, and changed ${describeEffect(input)}.`;
  return `${shown} ${since}: it is still, and nothing else changes either.${heard}`;
}

function describeEffect({ changedFrames }: Liveness["input"]): string {
  return changedFrames === 0 ? "nothing" : `something in ${String(changedFrames)} of them`;
}

function describeMissing(missing: readonly AwaitedInput[]): string {
  const kinds = missing.map((kind) => (kind === "key" ? "keys" : "clicks")).join(" and ");
  return `The page listens for ${kinds}, and the run gave it none. If it starts by one, put it on the tape: framegate record makes one.`;
}

function countOf(frames: number): string {
  return frames === 1 ? "1 frame" : `${String(frames)} frames`;
}

function warning(code: string, message: string): RunNotice {
  return { code, severity: "warning", message, where: null };
}
