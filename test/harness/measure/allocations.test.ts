import { describe, expect, it } from "vitest";
import { profileAllocations } from "../../../harness/measure/allocations.ts";
import { renderHeapProfile } from "../../../harness/report/heap-profile.ts";
import { renderAllocations } from "../../../harness/report/list-allocations.ts";
import { createPaint } from "../../../harness/report/terminal-text.ts";
import type { AllocationSamples } from "../../../src/formats/allocations.ts";

const place = { url: "http://game.framegate.localhost/game.js", line: 3, column: 4 };
const heap = { usedBytes: 7_000_000, bufferBytes: 2000 };
const samples: AllocationSamples = {
  functions: [
    { name: "(root)", position: "", owner: "browser", url: "", line: 0, column: 0 },
    { name: "step", position: "src/game.ts:9:1", owner: "game", ...place },
    { name: "slice", position: "", owner: "browser", url: "", line: 0, column: 0 },
    { name: "readClock", position: "framegate/prelude.js:1:1", owner: "framegate", ...place },
    { name: "clone", position: "node_modules/vectors/index.js:2:3", owner: "library", ...place },
  ],
  // The root, step, slice in step, the harness in step, clone in step, and something without a script.
  nodes: [
    { function: 0, parent: null },
    { function: 1, parent: 0 },
    { function: 2, parent: 1 },
    { function: 3, parent: 1 },
    { function: 4, parent: 1 },
    { function: 2, parent: 0 },
  ],
  frames: [
    { intervalBytes: 1, nodes: [1, 2, 3, 4, 5], bytes: [100, 50, 7000, 250, 9000] },
    { intervalBytes: 512, nodes: [4], bytes: [1024] },
  ],
  heapBefore: heap,
  heapAfter: { usedBytes: 7_000_600, bufferBytes: 1000 },
};

describe("allocations by function", () => {
  const profile = profileAllocations(samples, 30);

  it("count for the innermost function of the game, and for its callers", () => {
    expect(profile.functions).toEqual([
      {
        name: "clone",
        position: "node_modules/vectors/index.js:2:3",
        owner: "library",
        selfBytes: 637,
        totalBytes: 637,
      },
      { name: "step", position: "src/game.ts:9:1", owner: "game", selfBytes: 75, totalBytes: 712 },
    ]);
  });

  it("leave out the harness, and the browser without a call", () => {
    expect(profile.frameBytes).toBe(712);
    expect(profile.frames).toEqual([
      { frame: 30, isExact: true, bytes: 400, functions: [0, 1], selfBytes: [250, 150] },
      { frame: 31, isExact: false, bytes: 1024, functions: [0], selfBytes: [1024] },
    ]);
  });

  it("are listed with the worst frames, and with the growth of the heap", () => {
    expect(renderAllocations(profile, { paint: createPaint(false), columns: 100 })).toEqual([
      "  Allocations  712 B a frame, mean of 2",
      "  own bytes  with calls  function",
      "      637 B       637 B  clone (library)  vectors/index.js:2:3",
      "       75 B       712 B  step             src/game.ts:9:1",
      "  Every allocation was counted in 1 frames, and every 512th byte sampled in the other 1.",
      "",
      "  Worst frames",
      "  frame 31, 1.0 kB: clone (library) 100.0 %",
      "  frame 30, 400 B: clone (library) 62.5 %, step 37.5 %",
      "",
      "  After a collection",
      "  heap 7.0 MB before frame 30, 7.0 MB after frame 31: +600 B",
      "  array buffers 2.0 kB before frame 30, 1.0 kB after frame 31: -1.0 kB",
    ]);
  });

  it("of frames that allocate nothing are no functions", () => {
    const none = profileAllocations({ ...samples, frames: [{ intervalBytes: 1, nodes: [], bytes: [] }] }, 0);
    expect(none).toMatchObject({ frameBytes: 0, functions: [] });
    expect(renderAllocations(none, { paint: createPaint(false), columns: 100 }).join("\n")).toContain(
      "frame 0, 0 B: nothing",
    );
  });

  it("are a tree with the positions of the sources in a .heapprofile", () => {
    const { head, samples: listed } = JSON.parse(renderHeapProfile(samples));
    const step = head.children[0] as { callFrame: object; children: { id: number; selfSize: number }[] };
    expect(step.callFrame).toMatchObject({ functionName: "step", url: "src/game.ts", lineNumber: 8, columnNumber: 0 });
    expect(step.children.map(({ selfSize }) => selfSize)).toEqual([50, 7000, 1274]);
    expect(listed).toContainEqual({ size: 1274, nodeId: step.children[2]?.id, ordinal: 3 });
  });
});
