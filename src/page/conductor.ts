import { createGame, type Game } from "../core/game.ts";
import { describeEvent } from "../core/input/describe-event.ts";
import type { TapePlayer } from "../core/input/tape-player.ts";
import { isElementMissed } from "../core/input/tape-waits.ts";
import type { PartDigest } from "../core/hash-parts.ts";
import { createStateHash, type HashSink } from "../core/state-hash.ts";
import { type CountName, countNamesOf, type FrameCounts, recordByCount } from "../formats/frame-counts.ts";
import {
  type FinishReport,
  markNames,
  type PageNotice,
  type PageFailureCode,
  type PartColumn,
  type PlayedInput,
  type StepReport,
} from "../formats/page-port.ts";
import { joinScenes, type SceneReport } from "../formats/scene-report.ts";
import type { PlayedEvent } from "../formats/tape.ts";
import { playedPart, registeredPart, scenePart } from "../formats/state-parts.ts";
import type { DebugBridge } from "./bridge/debug-bridge.ts";
import { createFrameRunner, type FrameRunner } from "./frame-runner.ts";
import { Heart } from "./heart.ts";
import { isSettleTimeout, type RasterNeed, type RealmAgent } from "./realm-agent.ts";
import type { MountedRoot } from "./root-adapter.ts";
import { countScene, describeScene, type SceneWorld } from "./scene/count-scene.ts";
import { describeThrown } from "./thrown-text.ts";

export interface ConductorOptions {
  readonly agent: RealmAgent;
  readonly game: Game;
  /** In the manifest's order. */
  readonly roots: readonly MountedRoot[];
  readonly rootIds: readonly string[];
  /** Source of the input; null for a run without any. */
  readonly tapePlayer: TapePlayer | null;
  /** See `HostConfig`. */
  readonly lastPictureStep: number | null;
  readonly needsTurns: boolean;
  /** Null without the debug bridge. */
  readonly bridge: DebugBridge | null;
}

// Frames in flight in the GPU process while pixels are rendered. Without a limit the process falls behind by hundreds, and
// a screenshot taken then shows none of them.
const framesPending = 4;
// Marks are cleared in batches, between frames. For each name it clears, the browser searches all existing marks, so a
// batch must be small: with 256 frames in a batch, clearing took as long as marking.
const marksKept = 16;

const nothing = Promise.resolve();

interface StepColumns {
  /** In the order of the pass's names. */
  readonly counts: readonly number[][];
  readonly stateHash: string[];
  readonly parts: PartColumns;
}

/** Runs the frame loop of a page whose roots are mounted. Frame 0 is the first one stepped. */
export class Conductor {
  readonly #options: ConductorOptions;
  #runFrame: FrameRunner;
  readonly #heart: Heart;
  readonly #countNames: readonly CountName[];
  /** Over all frames so far. */
  readonly #chain = createStateHash();
  readonly #played: PlayedInput[] = [];
  #nextStep = 0;
  #hasBegun = false;
  /** The code count at the harness's last look. */
  #seenCodeCount = 0;

  constructor(options: ConductorOptions) {
    const { agent } = options;
    this.#options = options;
    this.#countNames = countNamesOf(agent.config.pass === "count");
    this.#runFrame = this.#frameRunnerFor(options);
    this.#heart = new Heart(agent);
  }

  #frameRunnerFor({ game, tapePlayer }: Pick<ConductorOptions, "game" | "tapePlayer">): FrameRunner {
    const { agent, roots, needsTurns, bridge } = this.#options;
    return createFrameRunner({
      ...{ agent, game, tapePlayer, needsTurns, bridge },
      hasLayout: roots.some((root) => root.hasLayout),
      notePhase: agent.config.inspect === null ? null : this.#notePhase,
      notePlayed: agent.config.recordsFrames ? this.#notePlayed : null,
      hasRoots: roots.length > 0,
    });
  }

  currentStep(): number {
    return this.#nextStep;
  }

  readonly #notePlayed = (step: number, events: readonly PlayedEvent[]): void => {
    if (events.length > 0) this.#played.push({ step, events: events.map(describeEvent) });
  };

  async present(): Promise<void> {
    const { agent } = this.#options;
    // The first picture includes the last frame; the second one starts when the first is on the screen.
    await agent.drain();
    await agent.nextPaint();
    await agent.nextPaint();
  }

  /** Runs frames; with `pausesForMouse`, only until there is news of the mouse. */
  async step(count: number, pausesForMouse = false): Promise<StepReport> {
    const { agent } = this.#options;
    const names = this.#countNames;
    const columns: StepColumns = { counts: names.map(() => []), stateHash: [], parts: new PartColumns() };
    const stopped = await this.#runFrames(count, columns, pausesForMouse);
    const counts = recordByCount((name) => columns.counts[names.indexOf(name)] ?? []);
    return { ...counts, stateHash: columns.stateHash, parts: columns.parts.list(), mouse: agent.takeMouse(), stopped };
  }

  async runEmptyFrames(count: number): Promise<void> {
    const { agent } = this.#options;
    const { seed, stepHz } = agent.config;
    await agent.silence();
    const game = createGame({ seed, stepHz, resolution: { width: 1, height: 1 } });
    this.#runFrame = this.#frameRunnerFor({ game, tapePlayer: null });
    const { stopped } = await this.step(count);
    if (stopped !== null) throw new Error(stopped.error.message);
  }

  async finish(): Promise<FinishReport> {
    const { agent, roots, tapePlayer } = this.#options;
    const { heardSources, loadingCounts, ...summary } = await agent.finish();
    const unmatched = (tapePlayer?.unmatched(new Set(heardSources)) ?? []).map((source) =>
      unmatchedNotice(source, roots.length === 0),
    );
    const final = createStateHash();
    const { scenes, failures } = this.#readEnd(final);
    final.addText(summary.finalStateHash);
    return {
      ...summary,
      playedInput: this.#played,
      loadingCounts: recordByCount((name) => loadingCounts[this.#countNames.indexOf(name)] ?? 0),
      notices: [
        ...failures,
        ...waitingNotices(tapePlayer),
        ...unmatched,
        ...roots.flatMap(noticesOf),
        ...summary.notices,
      ],
      // The summary has the scenes of the frames below, which contain no roots.
      scene: joinScenes([...scenes, summary.scene]),
      finalStateHash: final.digest(),
      anythingRendered: summary.anythingRendered || roots.some((root) => root.showsDom()),
    };
  }

  /**
   * Reads the state and the scenes of the roots at the end. In a run whose frames are not hashed this is the first time,
   * and so the first time that the game's own readers may throw.
   */
  #readEnd(final: HashSink): {
    readonly scenes: readonly (SceneReport | null)[];
    readonly failures: readonly PageNotice[];
  } {
    const { game, roots } = this.#options;
    try {
      game.hashInto(final);
      for (const root of roots) root.hashInto(final);
      return { scenes: [describeScene(worldsOf(roots), []), describeOwn(roots)], failures: [] };
    } catch (thrown) {
      const message = `The game threw when its state was read at the end of the run: ${describeThrown(thrown).message}`;
      return { scenes: [], failures: [{ code: "state-threw", severity: "failure", message, where: null }] };
    }
  }

  /**
   * Runs frames, each in a microtask of its own, so that the microtasks of the frame before have run. It chains with
   * `then` because `await` is slow under a debugger, which the watchdog attaches: V8 takes 0.37 us for an `await` then,
   * and 0.06 us for a `then`.
   */
  async #runFrames(count: number, columns: StepColumns, pausesForMouse: boolean): Promise<StepReport["stopped"]> {
    const { agent } = this.#options;
    const end = this.#nextStep + count;
    return await new Promise((resolve) => {
      const stop = (thrown: unknown): void => {
        resolve(this.#stopReason(thrown));
      };
      const run = (): void => {
        try {
          if (!this.#hasBegun) this.#begin();
          const isOver = this.#nextStep >= end || (pausesForMouse && agent.hasMouseChanged());
          if (isOver) resolve(null);
          else startSettled(this.#settle());
        } catch (thrown) {
          stop(thrown);
        }
      };
      const startSettled = (settled: void | Promise<void>): void => {
        if (settled === undefined) start();
        else settled.then(start, stop);
      };
      const start = (): void => {
        try {
          // The harness searches the new code, and then requests the remaining frames.
          if (this.#hasNewCode()) resolve(null);
          else (this.#runFrame(this.#nextStep) ?? nothing).then(close, stop);
        } catch (thrown) {
          stop(thrown);
        }
      };
      const close = (): void => {
        try {
          const closing = this.#closeFrame(columns);
          if (closing === undefined) run();
          else closing.then(run, stop);
        } catch (thrown) {
          stop(thrown);
        }
      };
      run();
    });
  }

  /** Separate from the first frame, because a live run's first call may ask for 0 steps. */
  #begin(): void {
    const { agent, roots } = this.#options;
    this.#hasBegun = true;
    this.#hashState();
    agent.beginFrames();
    this.#seenCodeCount = agent.codeCount();
    for (const { root } of worldsOf(roots)) agent.watchNodes(root);
  }

  /** Waits for the page's pending loads, if any. */
  #settle(): void | Promise<void> {
    const { agent } = this.#options;
    return agent.isWaiting() ? this.#heart.during(() => agent.settle()) : undefined;
  }

  /** Whether new code has loaded since the last call; false in a run that does not detect engines. */
  #hasNewCode(): boolean {
    const { agent } = this.#options;
    if (agent.config.engines === null) return false;
    const count = agent.codeCount();
    if (count === this.#seenCodeCount) return false;
    this.#seenCodeCount = count;
    return true;
  }

  /** Does the bookkeeping after a frame, which its cost does not include. */
  #closeFrame(columns: StepColumns): void | Promise<void> {
    const { agent, lastPictureStep } = this.#options;
    this.#takeFrame(this.#nextStep, columns);
    this.#nextStep += 1;
    const need = agent.rasterNeed();
    if (need !== null) throw new PixelsMissing(need);
    this.#heart.beat(this.#nextStep - 1);
    const hasShown = this.#nextStep - 1 === lastPictureStep;
    const mustDrain = agent.config.raster === "real" && this.#nextStep % framesPending === 0;
    return hasShown || mustDrain ? this.#finishPixels(hasShown, mustDrain) : undefined;
  }

  #takeFrame(step: number, columns: StepColumns): void {
    const { agent, bridge } = this.#options;
    this.#hashState();
    const { changes, counts } = agent.takeFrame();
    if (agent.config.pass === "count") this.#addScenes(counts);
    for (let index = 0; index < columns.counts.length; index += 1) columns.counts[index]?.push(counts[index] ?? 0);
    bridge?.endFrame(Object.fromEntries(this.#countNames.map((name, index) => [name, counts[index] ?? 0])));
    if (agent.parts !== null) columns.stateHash.push(this.#chainFrame(step, changes, columns.parts));
    if (agent.config.pass === "timed" && step % marksKept === marksKept - 1) clearMarks(agent, step);
  }

  /** Adds the scene graphs of the roots, which no realm's agent counts. */
  #addScenes(counts: FrameCounts): void {
    const { roots } = this.#options;
    const shown = countScene(worldsOf(roots), []);
    const own = countOwnEntities(roots) ?? 0;
    const add = (name: CountName, count: number): void => {
      const index = this.#countNames.indexOf(name);
      counts[index] = (counts[index] ?? 0) + count;
    };
    add("sceneEntities", shown.entities + own);
    add("sceneNodes", shown.nodes + own);
  }

  readonly #notePhase = (): void => {
    const { agent, game, roots, rootIds } = this.#options;
    const part = agent.parts?.inspectedPart() ?? null;
    if (part === null) return;
    const read = new Map([
      ["input", game.hashInputInto],
      ["random", game.hashRandomInto],
      ...game.stateNames().map((name) => {
        return [registeredPart(name), (sink: HashSink): void => game.hashStateInto(name, sink)] as const;
      }),
      ...rootIds.map((id, index) => [scenePart(id), (sink: HashSink) => roots[index]?.hashInto(sink)] as const),
    ]);
    agent.parts?.notePhase(read.get(part) ?? null);
  };

  /** Absorbs the state of the game and its scenes into their parts. */
  #hashState(): void {
    const { agent, game, roots, rootIds } = this.#options;
    const { parts } = agent;
    if (parts === null) return;
    game.hashInputInto(parts.part("input"));
    game.hashRandomInto(parts.part("random"));
    for (const name of game.stateNames()) game.hashStateInto(name, parts.part(registeredPart(name)));
    for (const [index, root] of roots.entries()) root.hashInto(parts.part(scenePart(rootIds[index] ?? "")));
  }

  #chainFrame(step: number, changes: readonly PartDigest[], columns: PartColumns): string {
    this.#chain.addNumber(step);
    for (const change of changes) {
      columns.add(step, change);
      if (change.part === playedPart) continue;
      this.#chain.addText(change.realm);
      this.#chain.addText(change.part);
      this.#chain.addText(change.digest);
    }
    return this.#chain.digest();
  }

  async #finishPixels(hasShown: boolean, mustDrain: boolean): Promise<void> {
    const { agent } = this.#options;
    if (hasShown) await agent.leavePixels();
    if (mustDrain) await this.#heart.during(() => agent.drain());
  }

  #stopReason(thrown: unknown): StepReport["stopped"] {
    if (thrown instanceof PixelsMissing) {
      const { api, stack } = thrown.need;
      return { code: "needs-raster", error: { message: api, stack, rootId: null } };
    }
    const code = codeOf(thrown);
    const { game, rootIds } = this.#options;
    const rootId = code === "frame-threw" ? (rootIds[game.runningRootIndex()] ?? null) : null;
    const { message, stack } = describeThrown(thrown);
    return { code, error: { message, stack, rootId } };
  }
}

function codeOf(thrown: unknown): PageFailureCode {
  if (isSettleTimeout(thrown)) return "settle-timeout";
  return isElementMissed(thrown) ? "element-missed" : "frame-threw";
}

/** The changes of each part, over the frames of one call. */
class PartColumns {
  readonly #columns = new Map<string, PartColumn & { readonly steps: number[]; readonly digests: string[] }>();

  add(step: number, { realm, part: name, digest, isBoot }: PartDigest): void {
    const part = name === playedPart ? "input" : name;
    const key = `${realm}\n${part}`;
    const column = this.#columns.get(key) ?? { realm, part, steps: [], digests: [] };
    this.#columns.set(key, column);
    // Both kinds of input can occur in one frame of a game with roots; one entry is enough.
    if (column.steps.at(-1) === step) return;
    column.steps.push(isBoot ? -1 : step);
    column.digests.push(digest);
  }

  list(): readonly PartColumn[] {
    return [...this.#columns.values()];
  }
}

/** Ends a run whose game reads back pixels that were never rendered. */
class PixelsMissing extends Error {
  readonly need: RasterNeed;

  constructor(need: RasterNeed) {
    super(`${need.api} reads pixels that were not rendered.`);
    this.name = "PixelsMissing";
    this.need = need;
  }
}

function noticesOf(root: MountedRoot): readonly PageNotice[] {
  return root.endNotices?.() ?? [];
}

function worldsOf(roots: readonly MountedRoot[]): readonly SceneWorld[] {
  return roots.flatMap((root) => root.worlds());
}

/** The entities that are in no scene graph; null if no root has any. */
function countOwnEntities(roots: readonly MountedRoot[]): number | null {
  const counts = roots.map((root) => root.countEntities()).filter((count) => count !== null);
  return counts.length === 0 ? null : counts.reduce((total, count) => total + count, 0);
}

/** A report of the entities that are in no scene graph; null if no root has any. */
function describeOwn(roots: readonly MountedRoot[]): SceneReport | null {
  const entities = countOwnEntities(roots);
  return entities === null ? null : { engines: [], nodes: entities, entities, names: [] };
}

/** Reports a run that ended while its tape was waiting: the rest of the tape was never played. */
function waitingNotices(tapePlayer: TapePlayer | null): readonly PageNotice[] {
  const why = tapePlayer?.waitsFor() ?? null;
  if (why === null) return [];
  const message = `The run ended while the tape was still waiting. ${why} Let it run for more frames.`;
  return [{ code: "tape-waits", severity: "failure", message, where: null }];
}

function unmatchedNotice(source: string, isPage: boolean): PageNotice {
  const unbound = isPage ? "" : "no binding of the input map names it, and ";
  const message = `The tape's ${source} reached nothing: ${unbound}no listener of the page received it.`;
  return { code: "tape-unmatched", severity: "warning", message, where: null };
}

function clearMarks(agent: RealmAgent, lastStep: number): void {
  // The names with many marks go first, so that the other searches are short.
  agent.clearMarks(markNames.phaseEnd);
  agent.clearMarks(markNames.frameEnd);
  for (let step = lastStep - marksKept + 1; step <= lastStep; step += 1) {
    agent.clearMarks(markNames.frameStartPrefix + String(step));
  }
}
