import { describe, expect, it } from "vitest";
import { parseEntitySelector } from "../../../src/formats/entity-selector.ts";
import { countScene, describeScene } from "../../../src/page/scene/count-scene.ts";
import { pixiNodes, threeNodes } from "../../../src/page/scene/node-reader.ts";

class Node3D {
  readonly type: string = "Object3D";
  readonly name: string;
  readonly children: readonly unknown[];
  readonly userData: unknown;
  constructor(name: string, children: readonly unknown[] = [], userData: unknown = {}) {
    this.name = name;
    this.children = children;
    this.userData = userData;
  }
}
class Crate extends Node3D {
  override readonly type = "Mesh";
}

const root = new Node3D("", [
  new Crate("crate", [new Crate("lid", [], { entityId: 0 })], { entityId: null }),
  new Crate("crate", [], null),
  null,
]);
const world = { reader: threeNodes, root, version: "187" };

function select(text: string): ReturnType<typeof countScene> {
  const parsed = parseEntitySelector(text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return countScene([world], [parsed.selector]);
}

describe("countScene", () => {
  it("counts all nodes with the root, and those with an id", () => {
    expect(countScene([world], [])).toEqual({ nodes: 4, entities: 1 });
    expect(countScene([world, world], [])).toEqual({ nodes: 8, entities: 2 });
  });

  it("counts the nodes that a selector matches instead, by the engine's type and by classes", () => {
    expect(select("Mesh").entities).toBe(3);
    expect(select("Crate").entities).toBe(3);
    expect(select("Node3D").entities).toBe(4);
    expect(select("[name=crate]").entities).toBe(2);
  });

  it("reads a label of PixiJS 8, and asks for no name there", () => {
    const node = {
      label: "hero",
      children: [],
      get name(): string {
        throw new Error("It is deprecated.");
      },
    };
    expect(describeScene([{ reader: pixiNodes, root: node, version: null }], [])?.names).toEqual([
      { type: "", name: "hero", count: 1 },
    ]);
  });
});

describe("describeScene", () => {
  it("lists the engines and the most frequent names", () => {
    expect(describeScene([world], [])).toEqual({
      engines: [{ name: "three", version: "187", worlds: 1 }],
      nodes: 4,
      entities: 1,
      names: [
        { type: "Mesh", name: "crate", count: 2 },
        { type: "Mesh", name: "lid", count: 1 },
      ],
    });
  });

  it("lists 20 names at most, and nothing without a world", () => {
    const many = new Node3D(
      "",
      Array.from({ length: 30 }, (_, index) => new Crate(`crate ${String(index)}`)),
    );
    expect(describeScene([{ ...world, root: many }], [])?.names).toHaveLength(20);
    expect(describeScene([], [])).toBeNull();
  });
});
