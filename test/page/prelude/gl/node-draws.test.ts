import { expect, it } from "vitest";
import { NodeDraws } from "../../../../src/page/prelude/gl/node-draws.ts";

/** A realm that draws with 12 triangles a call, once as each of these nodes in a step. */
function draw(steps: readonly (readonly (string | null)[])[], draws = new NodeDraws("/")): NodeDraws {
  const totals = { drawCalls: 0, triangles: 0 };
  draws.useTotals(totals);
  for (const [step, nodes] of steps.entries()) {
    draws.beginStep(step);
    for (const node of nodes) {
      draws.nameNode(node);
      totals.drawCalls += 1;
      totals.triangles += 12;
    }
    draws.endStep();
    // Draws between two steps, such as those of a frame that is loading.
    totals.drawCalls += 1;
  }
  return draws;
}

it("lists the steps in which a node draws another amount, also when it stops", () => {
  const steps = [["sky"], ["sky", "enemy", "enemy"], ["sky", "enemy", "enemy"], ["sky", null], ["sky", "enemy"]];
  expect(draw(steps).list()).toEqual([
    { realm: "/", path: "sky", steps: [0], drawCalls: [1], triangles: [12] },
    { realm: "/", path: "enemy", steps: [1, 3, 4], drawCalls: [2, 0, 1], triangles: [24, 0, 12] },
  ]);
});

it("ignores nodes that are named and draw nothing, and draws before the first step", () => {
  const draws = new NodeDraws("/");
  expect(draws.isInspecting()).toBe(false);
  draws.nameNode("unseen");
  draw([[]], draws);
  expect(draws.list()).toEqual([]);
  expect(draws.isInspecting()).toBe(true);
});

it("keeps those that draw the most if a game names each of its nodes", () => {
  const names = Array.from({ length: 100 }, (_, index) => `node${String(index)}`);
  const list = draw([names, ["node77", "node77"]]).list();
  expect(list).toHaveLength(60);
  expect(list[0]).toMatchObject({ path: "node77", drawCalls: [1, 2] });
});

it("finds the most meshes of one geometry and material that a step draws, each once however many passes draw it", () => {
  const draws = new NodeDraws("/");
  const [geometry, material, other] = [{}, {}, {}];
  const trees = Array.from({ length: 5 }, () => ({ node: {}, geometry, material }));
  const rocks = Array.from({ length: 4 }, () => ({ node: {}, geometry, material: other }));
  expect(draws.sharedMeshes()).toBeNull();
  for (const [step, meshes] of [trees.slice(0, 3), [...rocks, ...trees, ...trees], trees.slice(0, 2)].entries()) {
    draws.beginStep(step);
    for (const [index, mesh] of meshes.entries()) {
      draws.nameNode(`mesh ${String(index)}`);
      draws.noteMesh(mesh);
    }
    draws.endStep();
  }
  expect(draws.sharedMeshes()).toEqual({ path: "mesh 4", meshes: 5 });
});

it("finds no group in meshes that are drawn one at a time", () => {
  const draws = new NodeDraws("/");
  draws.beginStep(0);
  draws.noteMesh({ node: {}, geometry: {}, material: {} });
  expect(draws.sharedMeshes()).toBeNull();
});
