import type { StreamPosition } from "../../core/random-streams.ts";
import { debugParameter } from "../../formats/page-port.ts";
import { type SourceEvent, validateTape } from "../../formats/tape.ts";
import { listEntities, type SceneWorld } from "../scene/count-scene.ts";
import { FrameLog, type FrameProfile, type LoggedFrame } from "./frame-log.ts";
import { PauseGate } from "./pause-gate.ts";

/** A root, as `roots()` returns it. */
export interface DebugRoot {
  readonly id: string;
  readonly loop: "gated" | "self-driven";
  readonly pausable: boolean;
  /** Whether the bridge has paused the root. */
  readonly paused: boolean;
  readonly entities: number;
}

/** An entity, as `entities()` returns it. */
export interface DebugEntity {
  /** The id of its root. */
  readonly root: string;
  readonly entityId: unknown;
  readonly type: string;
  readonly name: string;
  /** Relative to its parent. Null if the node has none. */
  readonly position: { readonly x: number; readonly y: number; readonly z?: number } | null;
}

/** The debug bridge of a page, `globalThis.framegateDebug`. Everything that it returns is plain data. */
export interface FramegateDebug {
  roots(): readonly DebugRoot[];
  entities(): readonly DebugEntity[];
  /** The last 240 frames. */
  profile(): FrameProfile;
  /** The random streams of the game's context, and how many numbers were drawn from each. */
  streams(): readonly StreamPosition[];
  /** Pauses the roots whose manifest does not say `pausable: false`. */
  pause(): void;
  resume(): void;
  /** Pauses, then advances the paused roots by `count` steps. Resolves when they are done. */
  step(count?: number): Promise<void>;
  /** Feeds a tape event, without a step of its own, to the next step: `{ type: "key", code: "Space", pressed: true }`. */
  inject(event: object): void;
  /** The names of the commands that the game has registered. */
  commands(): readonly string[];
  /** Calls a command of the game, and returns what it returns. */
  command(name: string, ...args: readonly unknown[]): unknown;
}

declare global {
  var framegateDebug: FramegateDebug | undefined;
}

/** Whether a page with this query asks for the bridge. */
export function asksForBridge(query: string): boolean {
  return new URLSearchParams(query).get(debugParameter) === "1";
}

export interface BridgeOptions {
  /** In the manifest's order. */
  readonly roots: readonly Pick<DebugRoot, "id" | "loop" | "pausable">[];
  /** A real clock, in milliseconds. */
  readonly now: () => number;
  readonly hold: (rootIndex: number, isHeld: boolean) => void;
  /** The scene graphs of a root; empty before it is mounted. */
  readonly worldsOf: (rootIndex: number) => readonly SceneWorld[];
  readonly streams: () => readonly StreamPosition[];
  readonly commands: {
    names(): readonly string[];
    run(name: string, args: readonly unknown[]): unknown;
  };
}

/** Connects a run to a person at the console: it can be paused and stepped, and its frames are logged. */
export class DebugBridge {
  readonly gate: PauseGate;
  readonly log: FrameLog;
  readonly #options: BridgeOptions;
  #take: ((event: SourceEvent) => void) | null = null;

  constructor(options: BridgeOptions) {
    this.#options = options;
    this.gate = new PauseGate(options.roots, options.hold);
    this.log = new FrameLog(options.now);
  }

  /** From now on `inject` reaches a live run. */
  connect(take: (event: SourceEvent) => void): void {
    this.#take = take;
  }

  beginFrame(step: number): void {
    this.gate.beginFrame();
    this.log.begin(step);
  }

  /** Called after each frame, with its counts. */
  endFrame(counts: LoggedFrame["counts"]): void {
    this.log.add(counts);
    this.gate.endFrame();
  }

  /** Makes the bridge a global of the page. */
  install(): void {
    const { commands, streams } = this.#options;
    globalThis.framegateDebug = Object.freeze({
      roots: () => this.#roots(),
      entities: () => this.#entities(),
      profile: () => this.log.profile(),
      streams,
      pause: () => {
        this.gate.pause();
      },
      resume: () => {
        this.gate.resume();
      },
      step: async (count = 1) => {
        if (!Number.isSafeInteger(count) || count < 0)
          throw new RangeError(`framegateDebug.step: a number of steps is needed; found ${String(count)}.`);
        await this.gate.step(count);
      },
      inject: (event: object) => {
        this.#inject(event);
      },
      commands: () => commands.names(),
      command: (name: string, ...args: readonly unknown[]) => commands.run(name, args),
    });
  }

  #roots(): readonly DebugRoot[] {
    return this.#options.roots.map(({ id, loop, pausable }, index) => ({
      ...{ id, loop, pausable },
      paused: pausable && this.gate.isPaused(),
      entities: listEntities(this.#options.worldsOf(index)).length,
    }));
  }

  #entities(): readonly DebugEntity[] {
    return this.#options.roots.flatMap(({ id: root }, index) =>
      listEntities(this.#options.worldsOf(index)).map(({ node, ...entity }) => ({
        ...{ root, ...entity },
        position: positionOf(node),
      })),
    );
  }

  #inject(event: object): void {
    if (this.#take === null)
      throw new Error(
        "framegateDebug.inject: this run plays a tape. Input can be added with framegate dev and record.",
      );
    const text = JSON.stringify({ version: 1, stepHz: 60, events: [{ ...event, step: 0 }] });
    const validation = validateTape(text);
    if (!validation.ok) {
      const problems = validation.errors.map(({ message }) => message).join(" ");
      throw new TypeError(`framegateDebug.inject: this is no event of a tape. ${problems}`);
    }
    for (const valid of validation.value.events) {
      if (valid.type === "click" || valid.type === "wait" || valid.when !== undefined)
        throw new TypeError("framegateDebug.inject: only a tape can click an element or wait for one.");
      const given = { ...valid };
      // The recorder gives it the number of the next step.
      Reflect.deleteProperty(given, "step");
      this.#take(given);
    }
  }
}

function positionOf(node: object): DebugEntity["position"] {
  const position: unknown = Reflect.get(node, "position");
  if (typeof position !== "object" || position === null) return null;
  const [x, y, z] = ["x", "y", "z"].map((axis): unknown => Reflect.get(position, axis));
  if (typeof x !== "number" || typeof y !== "number") return null;
  return typeof z === "number" ? { x, y, z } : { x, y };
}
