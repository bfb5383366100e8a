import { describe, expect, it } from "vitest";
import { validateScene2d } from "../../src/formats/scene2d.ts";

function sceneOf(...children: readonly unknown[]): string {
  return JSON.stringify({ version: 1, children });
}

function errorsOf(text: string): readonly string[] {
  const validation = validateScene2d(text);
  return validation.ok ? [] : validation.errors.map(({ code, pointer }) => `${code} ${pointer}`);
}

function nestedContainers(depth: number): unknown {
  let node: unknown = { type: "container", children: [] };
  for (let level = 1; level < depth; level += 1) node = { type: "container", children: [node] };
  return node;
}

const everyNode = [
  {
    type: "sprite",
    texture: "a.png",
    entityId: "ship",
    x: -4.5,
    anchorX: 0.5,
    width: 3,
    tint: "#00FFaa",
    visible: false,
  },
  { type: "text", text: "", fontFamily: "serif", fontSize: 8, fontWeight: "bold", fill: "#ffffff", align: "right" },
  {
    type: "graphics",
    shapes: [
      { type: "rectangle", x: 0, y: 0, width: 1, height: 2, radius: 0.25, fill: "#000000" },
      { type: "ellipse", x: 0, y: 0, radiusX: 2, radiusY: 2, stroke: "#000000", strokeWidth: 2 },
      { type: "polygon", points: [0, 0, 4, 0, 0, 4] },
    ],
  },
];

describe("validateScene2d", () => {
  it("accepts a node of every type and returns it as written", () => {
    const text = `{"$schema":"x","version":1,"children":[{"children":${JSON.stringify(everyNode)},"type":"container","alpha":1}]}`;
    const validation = validateScene2d(text);
    expect(validation.ok && JSON.stringify(validation.value)).toBe(text);
    expect(validation.warnings).toEqual([]);
  });

  it.each([
    [{ type: "sprite" }, "missing-property /children/0"],
    [{ type: "sprite", texture: "a", children: [] }, "unknown-property /children/0/children"],
    [{ type: "sprite", texture: "a", alpha: 1.01 }, "out-of-range /children/0/alpha"],
    [{ type: "sprite", texture: "a", tint: "red" }, "invalid-value /children/0/tint"],
    [{ type: "container" }, "missing-property /children/0"],
    [{ type: "container", children: [{ type: "text" }] }, "missing-property /children/0/children/0"],
    [{ type: "graphics", shapes: [] }, "out-of-range /children/0/shapes"],
    [
      { type: "graphics", shapes: [{ type: "polygon", points: [0, 0, 1, 1] }] },
      "polygon-points /children/0/shapes/0/points",
    ],
    [
      { type: "graphics", shapes: [{ type: "polygon", points: [0, 0, 1, 1, 2, 0, 3] }] },
      "polygon-points /children/0/shapes/0/points",
    ],
    [{ type: "graphics", shapes: [{ type: "polygon", points: 5 }] }, "wrong-type /children/0/shapes/0/points"],
    [{ type: "text", text: "a", fontSize: 0 }, "out-of-range /children/0/fontSize"],
    [{ x: 1 }, "missing-property /children/0"],
    [null, "wrong-type /children/0"],
  ])("rejects %j", (node, expected) => {
    expect(errorsOf(sceneOf(node))).toEqual([expected]);
  });

  it("suggests the type of node that was probably meant", () => {
    const validation = validateScene2d(sceneOf({ type: "Sprite", texture: "a.png" }));
    expect(validation.ok ? [] : validation.errors.map(({ suggestion }) => suggestion)).toEqual(["sprite"]);
  });

  it("warns about an entity id that two nodes share, at the later one", () => {
    const entity = { ...everyNode[0], entityId: "ship" };
    const { warnings } = validateScene2d(sceneOf({ type: "container", children: [entity] }, entity));
    expect(warnings.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      "duplicate-entity-id /children/1/entityId",
    ]);
  });

  it("rejects the first node below the deepest level, and no other", () => {
    expect(errorsOf(sceneOf(nestedContainers(100)))).toEqual([]);
    const expected = `scene-too-deep ${"/children/0".repeat(101)}`;
    expect(errorsOf(sceneOf(nestedContainers(101)))).toEqual([expected]);
  });

  it("rejects 10,000 levels without a stack overflow", () => {
    const text = `{"version":1,"children":[${'{"type":"container","children":['.repeat(10_000)}${"]}".repeat(10_000)}]}`;
    expect(errorsOf(text)).toHaveLength(1);
  });
});
