import type { NodeDrawColumn, SharedMeshes } from "../../../formats/page-port.ts";
import type { InstanceableMesh, NodeWatch } from "../../scene/watch-draws.ts";
import type { GlTotals } from "./gl-totals.ts";

type DrawTotals = Readonly<Pick<GlTotals, "drawCalls" | "triangles">>;

interface Column {
  readonly steps: number[];
  readonly drawCalls: number[];
  readonly triangles: number[];
  /** Over all steps. */
  total: number;
}

interface Amount {
  drawCalls: number;
  triangles: number;
}

/** The meshes of one geometry and material. */
interface MeshGroup {
  /** The last step that drew any of them. */
  step: number;
  /** Those drawn in that step. */
  meshes: number;
  /** The path of the first of them. */
  path: string;
}

/** Paths in the report. The others draw too little to matter, or a game names each of its nodes. */
const pathsKept = 60;
const nothingDrawn: Readonly<Amount> = { drawCalls: 0, triangles: 0 };

/** Counts the draws of the nodes of a realm's scene graphs, in every step. */
export class NodeDraws implements NodeWatch {
  readonly #realmName: string;
  #totals: DrawTotals = nothingDrawn;
  #seen: Amount = { ...nothingDrawn };
  #step = -1;
  #node: string | null = null;
  #inStep = new Map<string, Amount>();
  readonly #columns = new Map<string, Column>();
  readonly #groups = new WeakMap<object, WeakMap<object, MeshGroup>>();
  /** The step that drew a mesh last: several passes may draw it in one step. */
  readonly #drawnIn = new WeakMap<object, number>();
  #largest: SharedMeshes | null = null;

  constructor(realmName: string) {
    this.#realmName = realmName;
  }

  /** Sets the running totals that draws are read from. */
  useTotals(totals: DrawTotals): void {
    this.#totals = totals;
  }

  isInspecting(): boolean {
    return this.#step >= 0;
  }

  nameNode(node: string | null): void {
    this.#add();
    this.#node = node;
  }

  noteMesh({ node, geometry, material }: InstanceableMesh): void {
    if (this.#drawnIn.get(node) === this.#step) return;
    this.#drawnIn.set(node, this.#step);
    const group = this.#groupOf(geometry, material);
    if (group.step !== this.#step) Object.assign(group, { step: this.#step, meshes: 0, path: this.#node ?? "" });
    group.meshes += 1;
    if (group.meshes > Math.max(1, this.#largest?.meshes ?? 0))
      this.#largest = { path: group.path, meshes: group.meshes };
  }

  beginStep(step: number): void {
    this.#step = step;
    this.nameNode(null);
  }

  endStep(): void {
    this.nameNode(null);
    for (const [path, { drawCalls, triangles }] of this.#inStep) this.#change(path, drawCalls, triangles);
    for (const path of this.#columns.keys()) if (!this.#inStep.has(path)) this.#change(path, 0, 0);
    this.#inStep = new Map();
  }

  /** The largest group of meshes that a step drew one by one; null if no two share their geometry and material. */
  sharedMeshes(): SharedMeshes | null {
    return this.#largest;
  }

  /** The paths that draw the most. */
  list(): readonly NodeDrawColumn[] {
    return [...this.#columns]
      .toSorted(([, one], [, other]) => other.total - one.total)
      .slice(0, pathsKept)
      .map(([path, { steps, drawCalls, triangles }]) => ({
        ...{ realm: this.#realmName, path },
        ...{ steps, drawCalls, triangles },
      }));
  }

  /** Attributes the draws since the last call to the node that was named. */
  #add(): void {
    const { drawCalls, triangles } = this.#totals;
    const before = this.#seen;
    if (this.#node !== null && drawCalls > before.drawCalls) {
      const sum = this.#inStep.get(this.#node) ?? { ...nothingDrawn };
      sum.drawCalls += drawCalls - before.drawCalls;
      sum.triangles += triangles - before.triangles;
      this.#inStep.set(this.#node, sum);
    }
    before.drawCalls = drawCalls;
    before.triangles = triangles;
  }

  #groupOf(geometry: object, material: object): MeshGroup {
    const byMaterial = this.#groups.get(geometry) ?? new WeakMap<object, MeshGroup>();
    this.#groups.set(geometry, byMaterial);
    const group = byMaterial.get(material) ?? { step: -1, meshes: 0, path: "" };
    byMaterial.set(material, group);
    return group;
  }

  #change(path: string, drawCalls: number, triangles: number): void {
    let column = this.#columns.get(path);
    if (column === undefined) {
      column = { steps: [], drawCalls: [], triangles: [], total: 0 };
      this.#columns.set(path, column);
    }
    column.total += drawCalls;
    if (column.drawCalls.at(-1) === drawCalls && column.triangles.at(-1) === triangles) return;
    column.steps.push(this.#step);
    column.drawCalls.push(drawCalls);
    column.triangles.push(triangles);
  }
}
