import { createGame, type Game } from "../core/game.ts";
import { hashInputMap } from "../core/input/map-hash.ts";
import { createTapePlayer, type TapePlayer } from "../core/input/tape-player.ts";
import type { InputMap } from "../formats/input-map.ts";
import type { HostConfig, MountReport, PagePort } from "../formats/page-port.ts";
import type { Tape, TapeEvent } from "../formats/tape.ts";
import { asksForBridge, DebugBridge } from "./bridge/debug-bridge.ts";
import { Conductor } from "./conductor.ts";
import { embedPage } from "./embed-page.ts";
import { listenForGame, listenForPage } from "./live-devices.ts";
import { createLivePlay, type LivePlay } from "./live-play.ts";
import { withDeadline } from "./mount-deadline.ts";
import { reportMountFailure } from "./mount-failure.ts";
import { agentKey, type RealmAgent } from "./realm-agent.ts";
import type { EntryModule } from "./root-adapter.ts";
import { type HostRoot, RootMounts } from "./root-mounts.ts";
import { createStage, liftStage, sizeStage } from "./stage.ts";

export interface HostOptions {
  /** In the manifest's order. */
  readonly roots: readonly HostRoot[];
  /** Whether the game's sources use promises, so that frames must end with a turn of the event loop. */
  readonly needsTurns: boolean;
}

/** A host page whose modules a development server replaces. */
export interface RunningHost {
  /**
   * Mounts the roots with these ids again, with a new version of their entry. The page is reloaded where roots cannot be
   * mounted again, or no game runs.
   */
  replaceEntry(rootIds: readonly string[], entry: EntryModule): void;
  /** Reports an entry whose new version could not be loaded. */
  tellFailure(failure: MountReport): void;
  /**
   * Calls `onFailed` for such an entry, for each root that could not be mounted again, and for each teardown that
   * threw.
   */
  watchFailures(onFailed: (failure: MountReport) => void): void;
}

/** Installs the page port. Every host page starts here: that of a game's own build, and the one for embedded pages. */
export function startHost(options: HostOptions): RunningHost {
  const agent = window[agentKey];
  if (agent === undefined) throw new Error("The prelude did not run before the host page.");
  let host: Host | null = null;
  let conductor: Conductor | null = null;
  let livePlay: LivePlay | null = null;
  let isPlaying = false;
  let onFailed: (failure: MountReport) => void = () => undefined;
  const tellFailure = (failure: MountReport): void => {
    onFailed(failure);
  };
  const mounted = (): Conductor => {
    if (conductor === null) throw new Error("The page port was used before mount() had succeeded.");
    return conductor;
  };
  const port: PagePort = {
    async mount(config) {
      host = new Host(agent, options, config);
      const report = await host.mount();
      if (report.ok) conductor = host.conduct();
      return report;
    },
    async play(config) {
      if (host === null || mounted().currentStep() > 0)
        throw new Error("play() needs a game that is mounted and has not been stepped.");
      livePlay = host.goLive(tellFailure);
      conductor = livePlay.conductor;
      isPlaying = true;
      return await livePlay.play(config).finally(() => {
        isPlaying = false;
      });
    },
    append: (events) => host?.append(events),
    lookFor: async (target) => await agent.lookFor(target),
    endPlay: () => livePlay?.end(),
    step: async (count) => mounted().step(count, true),
    present: async () => mounted().present(),
    currentStep: () => conductor?.currentStep() ?? -1,
    finish: async () => mounted().finish(),
    runEmptyFrames: async (count) => {
      await mounted().runEmptyFrames(count);
    },
  };
  globalThis.framegatePagePort = port;
  return {
    replaceEntry(rootIds, entry) {
      if (!isPlaying || host?.remount(rootIds, entry) !== true) window.location.reload();
    },
    tellFailure,
    watchFailures(listener) {
      onFailed = listener;
    },
  };
}

/** The game of one page: its stage, its roots and whatever drives them. */
class Host {
  readonly #agent: RealmAgent;
  readonly #options: HostOptions;
  readonly #config: HostConfig;
  readonly #stage: HTMLElement;
  readonly #game: Game;
  readonly #bridge: DebugBridge | null;
  readonly #mounts: RootMounts;
  /** Changes only where the game fills a window. */
  readonly #size: { width: number; height: number };
  /** Events of the tape being played. */
  #events: TapeEvent[] = [];

  constructor(agent: RealmAgent, options: HostOptions, config: HostConfig) {
    this.#agent = agent;
    this.#options = options;
    this.#config = config;
    this.#size = config.fillsWindow ? windowSize() : { width: config.width, height: config.height };
    this.#stage = createStage(this.#size, agent.config.raster === "skip");
    const hasBridge = config.allowsDebug && asksForBridge(window.location.search);
    if (options.roots.some(({ usesBody }) => usesBody)) liftStage(this.#stage);
    this.#game = createGame({
      seed: agent.config.seed,
      stepHz: agent.config.stepHz,
      resolution: this.#size,
      canHold: hasBridge,
    });
    this.#mounts = new RootMounts({ agent, game: this.#game, stage: this.#stage, roots: options.roots });
    this.#bridge = hasBridge ? this.#openBridge() : null;
    if (config.inputMap !== null) this.#game.input.loadMap(config.inputMap);
  }

  async mount(): Promise<MountReport> {
    const agent = this.#agent;
    const startedMs = agent.realNow();
    const failure = await this.#mountAll().then(() => null, reportMountFailure);
    // This comes first: missing pixels may be the reason why the game failed.
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
  }

  /** Makes the debug bridge a global of the page, for a person at the console. */
  #openBridge(): DebugBridge {
    const game = this.#game;
    const bridge = new DebugBridge({
      roots: this.#options.roots,
      now: this.#agent.realNow,
      hold: game.hold,
      worldsOf: (rootIndex) => this.#mounts.mounted[rootIndex]?.worlds() ?? [],
      streams: game.streams,
      commands: game.commands,
    });
    bridge.install();
    return bridge;
  }

  /** Prepares a run that plays the configured tape. */
  conduct(): Conductor {
    const { tape, inputMap } = this.#config;
    if (tape === null) return this.#conductBy(null);
    const events = [...tape.events];
    this.#events = events;
    return this.#conductBy(playTape({ ...tape, events }, { agent: this.#agent, game: this.#game, inputMap }));
  }

  /** Adds events to the configured tape. */
  append(events: readonly TapeEvent[]): void {
    this.#events.push(...events);
  }

  /**
   * Mounts roots again with another entry, in a live run. Returns false if only a reload of the page can replace them.
   */
  remount(rootIds: readonly string[], entry: EntryModule): boolean {
    if (!this.#mounts.canRemount(rootIds)) return false;
    this.#mounts.remount(rootIds, entry);
    return true;
  }

  /** Prepares a live run. */
  goLive(onRemountFailed: (failure: MountReport) => void): LivePlay {
    const agent = this.#agent;
    const { input } = this.#game;
    const { embedUrl, inputMap, bootMs } = this.#config;
    const size = this.#size;
    const surface = {
      stage: this.#stage,
      get width() {
        return size.width;
      },
      get height() {
        return size.height;
      },
    };
    return createLivePlay({
      ...{ agent, input, bridge: this.#bridge },
      betweenFrames: async () => {
        if (this.#config.fillsWindow) this.#followWindow();
        await this.#mounts.tend(bootMs, onRemountFailed);
      },
      conduct: (tapePlayer) => this.#conductBy(tapePlayer),
      listen: async (take) =>
        embedUrl === null ? listenForGame({ agent, input, inputMap, surface }, take) : await listenForPage(agent, take),
    });
  }

  /** Looks at the window instead of listening, because the page's listeners are counted. */
  #followWindow(): void {
    const { width, height } = windowSize();
    if (width === this.#size.width && height === this.#size.height) return;
    Object.assign(this.#size, { width, height });
    sizeStage(this.#stage, this.#size);
    this.#mounts.resize(width, height);
  }

  async #mountAll(): Promise<void> {
    const agent = this.#agent;
    const { bootMs: limitMs, embedUrl } = this.#config;
    const mounts = this.#mounts;
    await this.#loadAdapters();
    // Sequentially, so that roots draw random numbers and touch shared state in the manifest's order.
    for (const [rootIndex, root] of this.#options.roots.entries()) {
      const mounting = mounts.mount(root, rootIndex);
      await withDeadline(mounting, { agent, limitMs, name: root.id, mayTick: () => !mounts.isFrameLoading() });
    }
    if (embedUrl !== null) {
      // A page without a background is white in a window of its own, and transparent in a frame.
      this.#stage.style.background = "#fff";
      const embedding = embedPage(this.#stage, embedUrl, agent.opened);
      await withDeadline(embedding, { agent, limitMs, name: embedUrl, mayTick: () => false });
    }
    await agent.settle();
  }

  /** Loads the adapters of all roots, and with them the runtimes. */
  async #loadAdapters(): Promise<void> {
    const agent = this.#agent;
    const { roots } = this.#options;
    for (const root of roots) {
      const deadline = { agent, limitMs: this.#config.bootMs, name: root.id, mayTick: () => false };
      await withDeadline(this.#mounts.loadAdapter(root), deadline);
    }
    // How much of a runtime runs at load depends on its bundler. Random numbers drawn there would shift the game's.
    if (roots.length > 0) agent.renewRandomness();
  }

  #conductBy(tapePlayer: TapePlayer | null): Conductor {
    const { roots, needsTurns } = this.#options;
    const { lastPictureStep, embedUrl } = this.#config;
    return new Conductor({
      agent: this.#agent,
      game: this.#game,
      roots: this.#mounts.mounted,
      rootIds: roots.map((root) => root.id),
      tapePlayer,
      lastPictureStep,
      bridge: this.#bridge,
      needsTurns: needsTurns || embedUrl !== null,
    });
  }
}

interface TapeStage {
  readonly agent: RealmAgent;
  readonly game: Game;
  readonly inputMap: InputMap | null;
}

/** A window may have no size while it is hidden. */
function windowSize(): { readonly width: number; readonly height: number } {
  return { width: Math.max(1, window.innerWidth), height: Math.max(1, window.innerHeight) };
}

/** Plays a tape into the game. A tape recorded under another input map is played too, with a warning. */
function playTape(tape: Tape, { agent, game, inputMap }: TapeStage): TapePlayer {
  const player = createTapePlayer(tape, game.input, (target) => agent.lookFor(target));
  if (tape.mapHash === undefined) return player;
  // Under its own map, every source that ever had a binding still has one; the rest are keys that never did anything.
  if (inputMap !== null && hashInputMap(inputMap) === tape.mapHash) return { ...player, unmatched: () => [] };
  const message = "The tape was recorded under another input map, so its keys and buttons may do other things now.";
  agent.note({ code: "tape-map-differs", severity: "warning", message, where: null });
  return player;
}

/** The smallest step of the real clock seen in a limited number of reads, in milliseconds. */
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
