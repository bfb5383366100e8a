import { createGame, type Game } from "../core/game.ts";
import { hashInputMap } from "../core/input/map-hash.ts";
import { createTapePlayer, type TapePlayer } from "../core/input/tape-player.ts";
import type { InputMap } from "../formats/input-map.ts";
import type { HostConfig, MountReport, PagePort } from "../formats/page-port.ts";
import type { Tape, TapeEvent } from "../formats/tape.ts";
import { asksForBridge, DebugBridge } from "./bridge/debug-bridge.ts";
import { Conductor } from "./conductor.ts";
import { embedPage } from "./embed-page.ts";
import { createAssets } from "./game-assets.ts";
import { listenForGame, listenForPage } from "./live-devices.ts";
import { createLivePlay, type LivePlay } from "./live-play.ts";
import { withDeadline } from "./mount-deadline.ts";
import { blameRoot, reportMountFailure } from "./mount-failure.ts";
import { agentKey, type RealmAgent } from "./realm-agent.ts";
import type { EntryModule, MountedRoot, RootAdapter } from "./root-adapter.ts";
import { SelfDriver } from "./self-driver.ts";
import { createLayer, createStage, liftStage, placeBody } from "./stage.ts";

/** One root, as the game's build passes it in. */
export interface HostRoot {
  readonly id: string;
  readonly zOrder: number;
  readonly loop: "gated" | "self-driven";
  /** Whether the debug bridge may pause the root. */
  readonly pausable: boolean;
  /** Whether the root adds its elements to the page's body by itself. */
  readonly usesBody: boolean;
  readonly loadAdapter: () => Promise<RootAdapter>;
  /** The game's entry module; null for a root without one. */
  readonly loadEntry: (() => Promise<EntryModule>) | null;
}

export interface HostOptions {
  /** In the manifest's order. */
  readonly roots: readonly HostRoot[];
  /** Whether the game's sources use promises, so that frames must end with a turn of the event loop. */
  readonly needsTurns: boolean;
}

/** Installs the page port. Every host page starts here: that of a game's own build, and the one for embedded pages. */
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
      host = new Host(agent, options, config);
      const report = await host.mount();
      if (report.ok) conductor = host.conduct();
      return report;
    },
    async play(config) {
      if (host === null || mounted().currentStep() > 0)
        throw new Error("play() needs a game that is mounted and has not been stepped.");
      livePlay = host.goLive();
      conductor = livePlay.conductor;
      return await livePlay.play(config);
    },
    append: (events) => host?.append(events),
    lookFor: async (target) => await agent.lookFor(target),
    endPlay: () => livePlay?.end(),
    step: async (count) => mounted().step(count),
    present: async () => mounted().present(),
    currentStep: () => conductor?.currentStep() ?? -1,
    finish: async () => mounted().finish(),
  };
  globalThis.framegatePagePort = port;
}

/** The game of one page: its stage, its roots and whatever drives them. */
class Host {
  readonly #agent: RealmAgent;
  readonly #options: HostOptions;
  readonly #config: HostConfig;
  readonly #stage: HTMLElement;
  readonly #game: Game;
  readonly #bridge: DebugBridge | null;
  readonly #mountedRoots: MountedRoot[] = [];
  /** Those of the tape that is played. */
  #events: TapeEvent[] = [];
  #framesLoading = 0;

  constructor(agent: RealmAgent, options: HostOptions, config: HostConfig) {
    this.#agent = agent;
    this.#options = options;
    this.#config = config;
    this.#stage = createStage(config, agent.config.raster === "skip");
    const hasBridge = config.allowsDebug && asksForBridge(window.location.search);
    if (options.roots.some(({ usesBody }) => usesBody)) liftStage(this.#stage);
    this.#game = createGame({
      seed: agent.config.seed,
      stepHz: agent.config.stepHz,
      resolution: { width: config.width, height: config.height },
      canHold: hasBridge,
    });
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
      worldsOf: (rootIndex) => this.#mountedRoots[rootIndex]?.worlds() ?? [],
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

  /** Prepares a live run. */
  goLive(): LivePlay {
    const agent = this.#agent;
    const { input } = this.#game;
    const { embedUrl, inputMap, width, height } = this.#config;
    const surface = { stage: this.#stage, width, height };
    return createLivePlay({
      ...{ agent, input, bridge: this.#bridge },
      conduct: (tapePlayer) => this.#conductBy(tapePlayer),
      listen: async (take) =>
        embedUrl === null ? listenForGame({ agent, input, inputMap, surface }, take) : await listenForPage(agent, take),
    });
  }

  async #mountAll(): Promise<void> {
    const { roots } = this.#options;
    const agent = this.#agent;
    const { bootMs: limitMs, embedUrl } = this.#config;
    // Ranks instead of the orders themselves: z-index has a smaller range than a manifest's integers. Sorting is stable,
    // so ties keep the manifest's order.
    const ranks = new Map(
      roots.toSorted((left, right) => left.zOrder - right.zOrder).map((root, rank) => [root, rank]),
    );
    const adapters = await this.#loadAdapters();
    // Sequentially, so that roots draw random numbers and touch shared state in the manifest's order.
    for (const [rootIndex, root] of roots.entries()) {
      const adapter = adapters.get(root);
      if (adapter === undefined) throw new Error("A root's adapter was loaded before.");
      const mounting = this.#mountRoot(adapter, root, rootIndex, ranks.get(root) ?? 0);
      await withDeadline(mounting, { agent, limitMs, name: root.id, mayTick: () => this.#framesLoading === 0 });
    }
    if (embedUrl !== null) {
      await withDeadline(embedPage(this.#stage, embedUrl), { agent, limitMs, name: embedUrl, mayTick: () => false });
    }
    await agent.settle();
  }

  /** Loads the adapters of all roots, and with them the runtimes. */
  async #loadAdapters(): Promise<ReadonlyMap<HostRoot, RootAdapter>> {
    const agent = this.#agent;
    const adapters = new Map<HostRoot, RootAdapter>();
    for (const root of this.#options.roots) {
      const loading = root.loadAdapter().then((adapter) => {
        adapters.set(root, adapter);
      });
      const deadline = { agent, limitMs: this.#config.bootMs, name: root.id, mayTick: () => false };
      await withDeadline(blameRoot(root.id, loading), deadline);
    }
    // How much of a runtime runs as it is loaded depends on its bundler, and what it draws would shift the game's numbers.
    if (adapters.size > 0) agent.renewRandomness();
    return adapters;
  }

  async #mountRoot(adapter: RootAdapter, root: HostRoot, rootIndex: number, rank: number): Promise<void> {
    const { note, realNow, runQueuedWork } = this.#agent;
    const entry = root.loadEntry === null ? null : await blameRoot(root.id, root.loadEntry());
    const ofGame = this.#game.contextFor(root.id, rootIndex, createAssets());
    const layer = root.usesBody ? placeBody(rank) : createLayer(this.#stage, rank);
    const driver = root.loop === "gated" ? null : new SelfDriver(() => this.#game.isHeld(rootIndex));
    const context = driver === null ? ofGame : { ...ofGame, systems: driver.systems };
    const addDrawing = (draw: () => void): void => {
      if (driver === null) context.systems.add("render", draw);
      else driver.addDrawing(draw);
    };
    const whileLoading = async <T>(loading: Promise<T>): Promise<T> => {
      this.#framesLoading += 1;
      return await loading.finally(() => {
        this.#framesLoading -= 1;
      });
    };
    const mounting = adapter({ layer, context, entry, addDrawing, whileLoading, note, realNow, runQueuedWork });
    this.#mountedRoots.push(await blameRoot(root.id, mounting));
    driver?.start();
  }

  #conductBy(tapePlayer: TapePlayer | null): Conductor {
    const { roots, needsTurns } = this.#options;
    const { lastPictureStep, embedUrl } = this.#config;
    return new Conductor({
      agent: this.#agent,
      game: this.#game,
      roots: this.#mountedRoots,
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
