import { frameName } from "../../src/formats/frame-name.ts";
import { type RunNotice, uncaughtCodes } from "../../src/formats/frame-sample.ts";
import type { ClickPrompt } from "../../src/formats/element-look.ts";
import type { AwaitedInput, Liveness } from "../../src/formats/liveness.ts";
import type { RunPlan } from "../../src/formats/run-plan.ts";
import { withIndexPage } from "../../src/formats/index-page.ts";
import { unmovedParts } from "../../src/formats/state-parts.ts";

/** Facts about a run besides what changed in it. */
export interface LivenessContext {
  readonly prompts?: readonly ClickPrompt[];
  /** The reasons for which the run fails. A broken game, for example one without its scripts, needs no input. */
  readonly failures?: readonly RunNotice[];
}

/** Notices about a run in which little or nothing happened. */
export function judgeLiveness(
  liveness: Liveness | null,
  { allowVacuous, warmup }: Pick<RunPlan, "allowVacuous" | "warmup">,
  context: LivenessContext = {},
): readonly RunNotice[] {
  if (liveness === null) return [];
  const { prompts = [], failures = [] } = context;
  const { state } = liveness;
  const isBroken = failures.length > 0 && !mayOnlyWait(liveness, context);
  if (state === "moving") return [...judgeMoving(liveness, failures), ...judgeBeside(liveness, context)];
  const missing = isBroken ? [] : missingInput(liveness, prompts);
  const advice = isBroken ? "" : ` ${adviceFor(liveness, missing)}`;
  if (state === "still") return [warning("still", `${describeStill(liveness, warmup)}${advice}`), ...missing];
  return [
    vacuousNotice(liveness, isBroken ? "" : `${advice} If nothing should happen, pass --allow-vacuous.`, allowVacuous),
    ...missing,
  ];
}

/**
 * True of a run that lacks files of other hosts, such as a script that counts visitors, but in which nothing may have
 * happened only because the game waits for a player.
 */
export function mayOnlyWait(liveness: Liveness | null, { prompts = [], failures = [] }: LivenessContext): boolean {
  const isAwaited = liveness !== null && (prompts.length > 0 || liveness.input.missing.length > 0);
  return isAwaited && failures.length > 0 && failures.every(({ code }) => code === "request-failed");
}

function vacuousNotice({ frames }: Liveness, advice: string, isAllowed: boolean): RunNotice {
  const message = `Nothing was drawn and nothing changed on the page in ${countOf(frames)} after it had loaded, so there is nothing to measure.${advice}`;
  return isAllowed ? warning("vacuous", message) : { code: "vacuous", severity: "failure", message, where: null };
}

/** A game that fails only by errors, and goes on in spite of them, may be allowed to. */
function judgeMoving({ frames, changedFrames }: Liveness, failures: readonly RunNotice[]): readonly RunNotice[] {
  if (failures.length === 0 || failures.some(({ code }) => !uncaughtCodes.has(code))) return [];
  const message = `Something changed in ${String(changedFrames)} of ${countOf(frames)} in spite of the errors. If the game can do with them, pass --allow-errors.`;
  return [warning("moves-on", message)];
}

/** A title that pulses, or a page that writes to its console, changes all the time, though its game waits for a player. */
function judgeBeside(liveness: Liveness, { prompts = [], failures = [] }: LivenessContext): readonly RunNotice[] {
  const beside = failures.length > 0 ? [] : changesBeside(liveness);
  const missing = beside.length === 0 ? [] : missingInput(liveness, prompts);
  if (missing.length === 0) return [];
  return [
    warning("not-begun", `Hardly anything changes but ${beside.join(" and ")}: the game may not have begun.`),
    ...missing,
  ];
}

/** The names of the parts that change beside a game that hardly does; empty if the game does. */
function changesBeside({ parts, frames }: Liveness): readonly string[] {
  const isGame = ({ name }: Liveness["parts"][number]): boolean => !besideGame.has(name) && !unmovedParts.has(name);
  if (parts.some((part) => isGame(part) && part.changedFrames * rareShare >= frames)) return [];
  return [...besideGame].flatMap(([part, name]) =>
    parts.some((one) => one.name === part && one.changedFrames > 0) ? [name] : [],
  );
}

/** Parts that often change without a game, and how to call them. */
const besideGame: ReadonlyMap<string, string> = new Map([
  ["animations", "animations of styles"],
  ["console", "the console"],
]);
/** A part that changes in fewer than one of so many frames changes rarely, as while a page sets itself up. */
const rareShare = 10;

function missingInput(liveness: Liveness, prompts: readonly ClickPrompt[]): readonly RunNotice[] {
  const { missing, frames } = liveness.input;
  const tape = offerTape(prompts, liveness);
  const offer = tape.length === 0 && frames === 0 ? tellLink(prompts) : tape;
  if (missing.length === 0) return offer;
  // One tape to try is enough.
  const more =
    tape.length > 0 ? "" : ` ${missing.includes("key") && frames === 0 ? keyOffer(liveness.frames) : onTape}`;
  return [...offer, warning("input-missing", `${describeMissing(missing)}${more}`)];
}

/** A page may be only the title of a game. */
function tellLink(prompts: readonly ClickPrompt[]): readonly RunNotice[] {
  const link = prompts.find(({ kind }) => kind === "link");
  if (link === undefined) return [];
  return [
    warning("link-awaited", `The page links to ${withIndexPage(link.name)}: pass that page if the game is there.`),
  ];
}

/** Advice for a page on which nothing happens. */
function adviceFor({ input }: Liveness, missing: readonly RunNotice[]): string {
  if (missing.some(({ message }) => message.includes(offered))) return "A tape that may start it is offered.";
  if (missing.some(({ code }) => code === "link-awaited")) return "It may be the title of a game in another page.";
  return input.frames === 0 ? giveTape : moreOnTape;
}

/**
 * Suggests a tape that clicks on something on the page. A button is enough by itself; a canvas only if the page listens
 * for clicks and got none.
 */
function offerTape(prompts: readonly ClickPrompt[], { input }: Liveness): readonly RunNotice[] {
  const awaits = input.missing.includes("click");
  const prompt = prompts.find(({ kind }) => kind !== "link" && (awaits || (kind === "button" && input.frames === 0)));
  if (prompt === undefined) return [];
  const { name, target } = prompt;
  const click = { step: 0, type: "click", ...target, when: target };
  return [warning("click-awaited", `The page shows ${name} and may wait for a click on it. ${offerLine([click])}`)];
}

/** Most games that start by a key start by one of these. Both come within the run. */
function keyOffer(frames: number): string {
  const events = ["Enter", "Space"].flatMap((code, index) => {
    const step = Math.min(60, Math.floor(frames / 4)) * (index + 1);
    const key = { type: "key", code };
    return [
      { step, ...key, pressed: true },
      { step: step + 2, ...key, pressed: false },
    ];
  });
  return `If it starts by one, it may be Enter or the space bar. ${offerLine(events)}`;
}

/** The line is without blanks, so that no terminal wraps it. JSON can escape them. */
function offerLine(events: readonly object[]): string {
  const line = JSON.stringify({ version: 1, stepHz: 60, events }).replaceAll(" ", String.raw`\u0020`);
  return `${offered} ${line}`;
}

const offered = "Save this line as start.tape.json and pass --tape start.tape.json:";
const onTape = "If it starts by one, put it on the tape: framegate record makes one.";
const giveTape = "If the game waits for a player, give it a tape: framegate record makes one.";
const moreOnTape = "If the game waits for something else, put that on the tape.";

function describeStill({ frames, lastChange, isDrawnAgain, input }: Liveness, warmup: number): string {
  const since =
    lastChange === null ? `in all of ${countOf(frames)}` : `after ${frameName(warmup + lastChange, warmup)}`;
  const heard =
    input.frames === 0 ? "" : ` Input came in ${countOf(input.frames)}, and changed ${describeEffect(input)}.`;
  const still = isDrawnAgain
    ? `The game draws by the same commands ${since}, and nothing else changes: it is still, unless it draws on the last picture.`
    : `What the game shows stays the same ${since}: it is still, and nothing else changes either.`;
  return `${still}${heard}`;
}

function describeEffect({ changedFrames }: Liveness["input"]): string {
  return changedFrames === 0 ? "nothing" : `something in ${String(changedFrames)} of them`;
}

function describeMissing(missing: readonly AwaitedInput[]): string {
  const kinds = missing.map((kind) => (kind === "key" ? "keys" : "clicks")).join(" and ");
  return `The page listens for ${kinds}, and the run gave it none.`;
}

function countOf(frames: number): string {
  return frames === 1 ? "1 frame" : `${String(frames)} frames`;
}

function warning(code: string, message: string): RunNotice {
  return { code, severity: "warning", message, where: null };
}
