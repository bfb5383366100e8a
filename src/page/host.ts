import { createGame, type Game } from "../core/game.ts";
import type { Assets, GameContext } from "../core/game-context.ts";
import { hashInputMap } from "../core/input/map-hash.ts";
import { createTapePlayer, type TapePlayer } from "../core/input/tape-player.ts";
import type { InputMap } from "../formats/input-map.ts";
import type { HostConfig, MountReport, PageFailureCode, PagePort } from "../formats/page-port.ts";
import type { Tape } from "../formats/tape.ts";
import { createConductor, type Conductor } from "./conductor.ts";
import { embedPage } from "./embed-page.ts";
import { listenForGame, listenForPage } from "./live-devices.ts";
import { createLivePlay, type LivePlay } from "./live-play.ts";
import { agentKey, isSettleTimeout, type RealmAgent } from "./realm-agent.ts";
import { type MountedRoot, type RootAdapter, WebglRefused } from "./root-adapter.ts";

/** One root as the game's build hands it over. */
export interface HostRoot {
  readonly id: string;
  readonly zOrder: number;
  readonly loadAdapter: () => Promise<RootAdapter>;
  /** The game's entry module. */
  readonly loadEntry: () => Promise<Readonly<Record<string, unknown>>>;
}

export interface HostOptions {
  /** In the manifest's order. */
  readonly roots: readonly HostRoot[];
  /** Whether the game's sources use promises, so that frames must end with a turn of the event loop. */
  readonly needsTurns: boolean;
}

/** Puts the page port in place. Entry of every host page: of a game's own build, and of the one for embedded pages. */
export function startHost(options: HostOptions): void {
  const agent = window[agentKey];
  if (agent === undefined) throw new Error("The prelude did not run before the host page.");
  let host: Host | null = null;
  let conductor: Conductor | null = null;
  let livePlay: LivePlay | null = null;
  const mounted = (): Conductor => {
    if (conductor === null) throw new Error("The page port was used before mount() had succeeded.");
    return conductor;
  };
  const port: PagePort = {
    async mount(config) {
      host = createHost(agent, options, config);
      const report = await host.mount();
      if (report.ok) conductor = host.conduct();
      return report;
    },
    async play(config) {
      if (host === null || mounted().currentStep() > 0)
        throw new Error("play() is for a game that is mounted and has not been stepped.");
      livePlay = host.goLive();
      conductor = livePlay.conductor;
      return await livePlay.play(config);
    },
    endPlay: () => livePlay?.end(),
    step: async (count) => mounted().step(count),
    present: async () => mounted().present(),
    currentStep: () => conductor?.currentStep() ?? -1,
    finish: async () => mounted().finish(),
  };
  globalThis.framegatePagePort = port;
}

/** A root failed while mounting. Carries the report's code to the one place where reports are made. */
class MountFailure extends Error {
  readonly code: PageFailureCode;
  readonly rootId: string | null;

  constructor(code: PageFailureCode, rootId: string | null, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.code = code;
    this.rootId = rootId;
    if (cause instanceof Error && cause.stack !== undefined) this.stack = cause.stack;
  }
}

interface Host {
  mount(): Promise<MountReport>;
  /** For a run by the tape of the configuration. */
  conduct(): Conductor;
  /** For a run by hand. */
  goLive(): LivePlay;
}

function createHost(agent: RealmAgent, { roots, needsTurns }: HostOptions, config: HostConfig): Host {
  const stage = createStage(config, agent.config.raster === "skip");
  const game = createGame({
    seed: agent.config.seed,
    stepHz: agent.config.stepHz,
    resolution: { width: config.width, height: config.height },
  });
  if (config.inputMap !== null) game.input.loadMap(config.inputMap);
  const mountedRoots: MountedRoot[] = [];
  // Ranks and not the orders themselves: a style sheet's integers are smaller than a manifest's. Sorting is stable, so
  // that ties keep the manifest's order.
  const ranks = new Map(roots.toSorted((left, right) => left.zOrder - right.zOrder).map((root, rank) => [root, rank]));

  async function mountRoot(root: HostRoot, rootIndex: number): Promise<void> {
    const entry = await named("entry-threw", root.id, root.loadEntry());
    const setup = entry["setup"];
    if (typeof setup !== "function") throw new MountFailure("setup-missing", root.id, "no setup");
    const adapter = await named("entry-threw", root.id, root.loadAdapter());
    const context = game.contextFor(root.id, rootIndex, createAssets());
    const mounting = adapter({
      layer: createLayer(stage, ranks.get(root) ?? 0),
      context,
      setup: (complete: GameContext): unknown => Reflect.apply(setup, entry, [complete]),
      runQueuedWork: agent.runQueuedWork,
    });
    mountedRoots.push(await named("entry-threw", root.id, mounting));
  }

  async function mountAll(): Promise<void> {
    // One after the other, so that roots draw randomness and touch shared state in the manifest's order.
    for (const [rootIndex, root] of roots.entries()) {
      await withDeadline(mountRoot(root, rootIndex), { agent, limitMs: config.bootMs, name: root.id, mayTick: true });
    }
    if (config.embedUrl !== null) {
      const embedding = embedPage(stage, config.embedUrl);
      await withDeadline(embedding, { agent, limitMs: config.bootMs, name: config.embedUrl, mayTick: false });
    }
    await agent.settle();
  }

  const conductBy = (tapePlayer: TapePlayer | null): Conductor =>
    createConductor({
      agent,
      game,
      roots: mountedRoots,
      rootIds: roots.map((root) => root.id),
      tapePlayer,
      lastPictureStep: config.lastPictureStep,
      needsTurns: needsTurns || config.embedUrl !== null,
    });

  return {
    async mount() {
      const startedMs = agent.realNow();
      const failure = await mountAll().then(() => null, mountFailed);
      // First: a game that was given pixels that nobody had drawn may fail over them.
      const need = agent.rasterNeed();
      if (need !== null)
        return { ok: false, code: "needs-raster", error: { message: need.api, stack: need.stack, rootId: null } };
      if (failure !== null) return failure;
      return {
        ok: true,
        bootMs: agent.realNow() - startedMs,
        crossOriginIsolated: window.crossOriginIsolated,
        timerResolutionMs: measureTimerResolution(agent),
      };
    },
    conduct: () =>
      conductBy(config.tape === null ? null : playTape(config.tape, { agent, game, inputMap: config.inputMap })),
    goLive: () => {
      const { input } = game;
      const { embedUrl, inputMap, width, height } = config;
      return createLivePlay({
        agent,
        input,
        conduct: conductBy,
        listen: async (take) =>
          embedUrl === null
            ? listenForGame({ agent, input, inputMap, surface: { stage, width, height } }, take)
            : await listenForPage(agent, take),
      });
    },
  };
}

interface TapeStage {
  readonly agent: RealmAgent;
  readonly game: Game;
  readonly inputMap: InputMap | null;
}

/** Plays a tape into the game. One of another map is played all the same: that is what its sources are for. */
function playTape(tape: Tape, { agent, game, inputMap }: TapeStage): TapePlayer {
  const player = createTapePlayer(tape, game.input);
  if (tape.mapHash === undefined) return player;
  // Under its own map every source still fits that ever did; the others are what a person pressed for nothing.
  if (inputMap !== null && hashInputMap(inputMap) === tape.mapHash) return { ...player, unmatched: () => [] };
  const message = "The tape was recorded under another input map, so its keys and buttons may do other things now.";
  agent.note({ code: "tape-map-differs", severity: "warning", message, where: null });
  return player;
}

function mountFailed(thrown: unknown): MountReport {
  const failure = thrown instanceof MountFailure ? thrown : null;
  const error = {
    message: thrown instanceof Error ? thrown.message : String(thrown),
    stack: thrown instanceof Error ? (thrown.stack ?? null) : null,
    rootId: failure?.rootId ?? null,
  };
  const code = isSettleTimeout(thrown) ? "settle-timeout" : (failure?.code ?? "entry-threw");
  return { ok: false, code, error };
}

async function named<T>(code: PageFailureCode, rootId: string, promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (thrown) {
    if (thrown instanceof MountFailure || isSettleTimeout(thrown)) throw thrown;
    throw new MountFailure(thrown instanceof WebglRefused ? "webgl-refused" : code, rootId, thrown);
  }
}

interface Deadline {
  readonly agent: RealmAgent;
  /** Real milliseconds. */
  readonly limitMs: number;
  readonly name: string;
  /** Whether virtual time may pass meanwhile. Not while a page loads: how long that takes is the network's business. */
  readonly mayTick: boolean;
}

// Turns without anything to deliver, after which a set-up is taken to wait for a timer or an animation frame.
const quietTurns = 20;

/**
 * Awaits `work` and meanwhile keeps the page going: what it loads is delivered, and when nothing is loading, virtual
 * time passes, so that a set-up that awaits a timer gets on. Fails by name after `limitMs`.
 */
async function withDeadline(work: Promise<void>, { agent, limitMs, name, mayTick }: Deadline): Promise<void> {
  const deadlineMs = agent.realNow() + limitMs;
  let isDone = false;
  const finished = work.finally(() => {
    isDone = true;
  });
  // The rejection is this function's to throw, below; until then it must not count as unhandled.
  finished.catch(() => undefined);
  for (let quiet = 0; !isDone; quiet += 1) {
    await agent.turn();
    if (agent.isWaiting()) {
      await agent.settle();
      quiet = 0;
    } else if (quiet >= quietTurns) {
      if (mayTick && agent.hasTimers()) await agent.bootTick();
      // What is not tracked (a module, say) ends by itself; asking more often than this only keeps it from doing so.
      else await agent.pause();
      // A page that is being embedded waits for what its frame has asked for.
      await agent.settle();
    }
    if (agent.realNow() > deadlineMs) {
      throw new MountFailure("entry-never-resolved", name, `not ready after ${String(limitMs)} ms`);
    }
  }
  await finished;
}

function createStage({ width, height }: HostConfig, isUnseen: boolean): HTMLElement {
  const stage = document.createElement("div");
  // Presenting canvases that nobody looks at keeps up to half a core of the GPU process busy; transparent, almost none.
  // Layout, hit tests and the game's own styles do not notice.
  const opacity = isUnseen ? 0 : 1;
  stage.style.cssText = `position:relative;overflow:hidden;width:${String(width)}px;height:${String(height)}px;opacity:${String(opacity)};isolation:isolate`;
  document.body.append(stage);
  return stage;
}

/** A layer of the stage, above those of a lower rank. */
function createLayer(stage: HTMLElement, rank: number): HTMLElement {
  const layer = document.createElement("div");
  layer.style.cssText = `position:absolute;inset:0;z-index:${String(rank)}`;
  stage.append(layer);
  return layer;
}

/** Where the server shows the game's folder. */
const gameFolderUrl = "/__game/";

function createAssets(): Assets {
  const url = (path: string): string => new URL(path, new URL(gameFolderUrl, window.location.href)).href;
  async function load(path: string): Promise<Response> {
    const response = await fetch(url(path));
    if (!response.ok) throw new Error(`The asset ${path} did not load: HTTP ${String(response.status)}.`);
    return response;
  }
  return {
    url,
    text: async (path) => (await load(path)).text(),
    json: async (path): Promise<unknown> => (await load(path)).json(),
    bytes: async (path) => (await load(path)).arrayBuffer(),
  };
}

/** The smallest step of the real clock that shows within a bounded number of reads, milliseconds. */
function measureTimerResolution(agent: RealmAgent): number {
  let smallestMs = Number.POSITIVE_INFINITY;
  let lastMs = agent.realNow();
  for (let read = 0; read < 20_000; read += 1) {
    const nowMs = agent.realNow();
    if (nowMs > lastMs) smallestMs = Math.min(smallestMs, nowMs - lastMs);
    lastMs = nowMs;
  }
  return Number.isFinite(smallestMs) ? smallestMs : 0;
}
