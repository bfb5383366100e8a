import { describe, expect, it } from "vitest";
import { stackSamplesOf } from "../../../harness/profile/stack-sampler.ts";

const place = { scriptId: "1", lineNumber: 4, columnNumber: 2 };
const describeFunction = (functionName: string, url: string, line: number, column: number) =>
  ({ functionName, position: `${url}:${String(line)}:${String(column)}`, owner: "game" }) as const;

/** A node in V8's format. */
function node(id: number, functionName: string, url: string, children: number[] = []) {
  return { id, callFrame: { ...place, functionName, url }, children };
}

describe("a profile of V8", () => {
  it("names each function once, with its one-based position, and the browser's without one", () => {
    const { functions } = stackSamplesOf(
      {
        nodes: [
          node(1, "(root)", "", [2, 3]),
          node(2, "tick", "a.js", [4]),
          node(3, "tick", "a.js"),
          node(4, "sort", ""),
        ],
        ...{ startTime: 0, endTime: 10 },
      },
      describeFunction,
    );
    expect(functions.map(({ name, position, owner }) => [name, position, owner]).toSorted()).toEqual([
      ["(root)", "", "browser"],
      ["sort", "", "browser"],
      ["tick", "a.js:5:3", "game"],
    ]);
  });

  it("has its samples in chronological order", () => {
    const { samples, timesUs, nodes, functions } = stackSamplesOf(
      {
        nodes: [node(1, "(root)", "", [2, 3]), node(2, "early", "a.js"), node(3, "late", "a.js")],
        ...{ startTime: 1000, endTime: 2000, samples: [3, 2, 3], timeDeltas: [200, -100, 300] },
      },
      describeFunction,
    );
    expect(timesUs).toEqual([1100, 1200, 1400]);
    expect(samples.map((sample) => functions[nodes[sample]?.function ?? -1]?.name)).toEqual(["early", "late", "late"]);
  });

  it("has callers before callees", () => {
    const { nodes } = stackSamplesOf(
      {
        nodes: [node(9, "inner", "a.js"), node(5, "outer", "a.js", [9]), node(1, "(root)", "", [5])],
        startTime: 0,
        endTime: 1,
      },
      describeFunction,
    );
    for (const [index, { parent }] of nodes.entries()) expect(parent ?? -1).toBeLessThan(index);
    expect(nodes).toHaveLength(3);
  });
});
