import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adviseOn } from "../../../harness/report/advice.ts";
import { recordByCount, type CountName } from "../../../src/formats/frame-counts.ts";
import type { RunReport } from "../../../src/formats/report.ts";
import { makeReport } from "../fixtures/make-report.ts";
import { makeSamples } from "../fixtures/make-samples.ts";

/** Advice on a run with these columns; all others do not apply. */
function advise(columns: Partial<Record<CountName, readonly number[]>>): readonly string[] {
  const perFrame: RunReport["perFrame"] = {
    ...recordByCount((name) => columns[name] ?? null),
    ...{
      cpuMs: [],
      wallMs: [],
      gcMs: [],
      physicsMs: null,
      workerPhysicsMs: null,
      work: null,
      allocatedBytes: null,
      stateHash: [],
    },
  };
  return adviseOn({ perFrame, sharedMeshes: null });
}

function zeros(count: number): number[] {
  return Array.from({ length: count }, () => 0);
}

describe("advice", () => {
  it("names the frame in which programs are compiled, and how many others there are", () => {
    expect(advise({ shaderCompiles: [0, 0, 17, 0, 2, 0] })).toEqual([
      "17 shaders and programs are compiled in frame 2 and in 1 other frame: draw once with each material while the game loads.",
    ]);
    expect(advise({ shaderCompiles: [0, 1] })).toEqual([
      "1 shader or program is compiled in frame 1: draw once with each material while the game loads.",
    ]);
  });

  it("names meshes that could be instances of one, if they are many", () => {
    const perFrame = makeReport(makeSamples(["count"])).perFrame;
    const adviseOnMeshes = (meshes: number): readonly string[] =>
      adviseOn({ perFrame, sharedMeshes: { path: "Scene/trees/Mesh", meshes } });
    expect(adviseOnMeshes(212)).toContain(
      "212 meshes such as Scene/trees/Mesh share geometry and material: one InstancedMesh would make them 1 draw.",
    );
    expect(adviseOnMeshes(19)).toEqual(adviseOn({ perFrame, sharedMeshes: null }));
  });

  it("names the frame of a large upload", () => {
    expect(advise({ textureUploadBytes: [0, 0, 4_200_000, 0] })).toEqual([
      "4.2 MB of textures are uploaded in frame 2: upload them while the game loads.",
    ]);
  });

  it("gives the upload of a typical frame, if it is large", () => {
    expect(advise({ bufferUploadBytes: [300_000, 300_000, 310_000] })).toEqual([
      "A typical frame uploads 300 kB of buffers: upload only what has changed.",
    ]);
  });

  it("names counts that only grow", () => {
    expect(advise({ liveTextures: Array.from({ length: 90 }, (_, frame) => 9 + frame) })).toEqual([
      "Live textures grow from 9 to 98 and never shrink: let go of those that are no longer used.",
    ]);
  });

  it.each([
    ["a run without draws", {}],
    ["nothing but zeros", { shaderCompiles: zeros(9), textureUploadBytes: zeros(9), listeners: zeros(9) }],
    ["a small upload", { textureUploadBytes: [0, 900_000, 0] }],
    ["a level that loads once", { liveTextures: [...zeros(30), ...Array.from({ length: 60 }, () => 50)] }],
    ["what grows and shrinks", { liveBuffers: Array.from({ length: 90 }, (_, frame) => frame + (frame % 2) * 5) }],
    ["no frames", { shaderCompiles: [], liveTextures: [], textureUploadBytes: [] }],
  ] as const)("is not given on %s", (_, columns) => {
    expect(advise(columns)).toEqual([]);
  });

  it("names only existing frames", () => {
    const column = fc.array(fc.nat(10_000_000), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(column, column, (shaderCompiles, textureUploadBytes) => {
        for (const sentence of advise({ shaderCompiles, textureUploadBytes })) {
          const frame = Number(/in frame (\d+)/u.exec(sentence)?.[1] ?? 0);
          expect(frame).toBeLessThan(Math.max(shaderCompiles.length, textureUploadBytes.length));
          expect(sentence).not.toMatch(/NaN|undefined/u);
        }
      }),
    );
  });
});
