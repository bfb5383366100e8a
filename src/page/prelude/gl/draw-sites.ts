import type { DrawCounts } from "../../../formats/frame-draws.ts";
import type { DrawSite, FragmentReport } from "../../../formats/page-port.ts";
import { readOuterStack } from "../native/call-site.ts";
import type { ContextRegistry } from "./context-registry.ts";
import type { CountingParts } from "./counting-targets.ts";
import { drawNames } from "./draw-commands.ts";
import { FragmentCounter } from "./fragment-counter.ts";
import type { GlTotals } from "./gl-totals.ts";
import { hookMethod, type MethodTable } from "./realm-methods.ts";

type GlCount = Exclude<keyof DrawCounts, "canvasOperations">;

// Deep enough to reach the game's own code behind a library.
const stackDepth = 40;
// Beyond this many calls a frame is recorded no further, because taking a stack costs ten microseconds.
const maximumCalls = 100_000;

const commands: readonly string[] = [
  ...drawNames,
  ...["texImage2D", "texSubImage2D", "texImage3D", "texSubImage3D"],
  ...["compressedTexImage2D", "compressedTexSubImage2D", "compressedTexImage3D", "compressedTexSubImage3D"],
  ...["bufferData", "bufferSubData"],
  // Of WebGPU.
  ...["draw", "drawIndexed", "drawIndirect", "drawIndexedIndirect", "executeBundles"],
];

/** Records who draws and uploads in one step: the call stack, and the scene node that is being drawn. */
export class DrawSites {
  readonly #realm: typeof globalThis;
  readonly #inspectedStep: number;
  readonly #sites: { -readonly [Name in keyof DrawSite]: DrawSite[Name] }[] = [];
  /** The places of the sites in their list. */
  readonly #indexes = new Map<string, number>();
  /** Null if fragments are not counted. */
  readonly #fragments: FragmentCounter | null;
  #isInspected = false;
  #calls = 0;
  #node: string | null = null;

  constructor(realm: typeof globalThis, inspectedStep: number, countsFragments: boolean) {
    this.#realm = realm;
    this.#inspectedStep = inspectedStep;
    this.#fragments = countsFragments ? new FragmentCounter(realm, () => this.isInspecting()) : null;
  }

  beginStep(step: number): void {
    this.#isInspected = step === this.#inspectedStep;
    this.#node = null;
  }

  /** Whether a step is being recorded now. */
  isInspecting(): boolean {
    return this.#isInspected && this.#calls < maximumCalls;
  }

  /** Sets the scene node that is drawn from now on. */
  nameNode(node: string | null): void {
    this.#node = node;
  }

  /** Must run before all other hooks, so that a draw that is repeated for its fragments is no draw of the game. */
  hookFragments(
    prototype: MethodTable,
    registry: ContextRegistry,
    sizeOfTexture: CountingParts["sizeOfTexture"],
  ): void {
    this.#fragments?.hook(prototype, registry, sizeOfTexture);
  }

  /** Must run after the hooks that count, so that it wraps them. */
  hook(prototype: MethodTable, totals: Readonly<GlTotals>): void {
    const isInspecting = (): boolean => this.isInspecting();
    const addSince = (before: Readonly<Record<GlCount, number>>): void => {
      this.#add({
        drawCalls: totals.drawCalls - before.drawCalls,
        triangles: totals.triangles - before.triangles,
        canvasOperations: 0,
        textureUploadBytes: totals.textureUploadBytes - before.textureUploadBytes,
        bufferUploadBytes: totals.bufferUploadBytes - before.bufferUploadBytes,
      });
    };
    for (const name of commands) {
      hookMethod(prototype, name, (original) => {
        return function (...parameters) {
          if (!isInspecting()) return original.apply(this, parameters);
          const { drawCalls, triangles, textureUploadBytes, bufferUploadBytes } = totals;
          const result = original.apply(this, parameters);
          addSince({ drawCalls, triangles, textureUploadBytes, bufferUploadBytes });
          return result;
        };
      });
    }
  }

  /** Adds an operation of a 2D canvas. */
  addCanvasOperation(): void {
    if (this.isInspecting())
      this.#add({ drawCalls: 0, triangles: 0, canvasOperations: 1, textureUploadBytes: 0, bufferUploadBytes: 0 });
  }

  list(): readonly DrawSite[] {
    return this.#sites;
  }

  /** The fragments of the inspected step; null if they are not counted. */
  fragments(): FragmentReport | null {
    return this.#fragments?.report() ?? null;
  }

  #add(counts: DrawCounts): void {
    this.#calls += 1;
    const stack = readOuterStack(this.#realm, stackDepth);
    const node = this.#node;
    const key = `${node ?? ""}\n${stack}`;
    const index = this.#indexes.get(key) ?? this.#sites.length;
    this.#fragments?.attribute(index);
    const site = this.#sites[index];
    if (site === undefined) {
      this.#indexes.set(key, index);
      this.#sites.push({ stack, node, ...counts });
      return;
    }
    site.drawCalls += counts.drawCalls;
    site.triangles += counts.triangles;
    site.canvasOperations += counts.canvasOperations;
    site.textureUploadBytes += counts.textureUploadBytes;
    site.bufferUploadBytes += counts.bufferUploadBytes;
  }
}
