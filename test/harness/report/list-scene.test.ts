import { describe, expect, it } from "vitest";
import { describeScenes } from "../../../harness/report/list-scene.ts";
import { makeReport } from "../fixtures/make-report.ts";
import { makeSamples } from "../fixtures/make-samples.ts";

describe("the scene in a report", () => {
  it("names no engine where the nodes are those of a custom adapter", () => {
    const scene = { engines: [], nodes: 400, entities: 400, names: [], selectors: [] };
    const report = { ...makeReport(makeSamples(["count", "count"])), scene };
    expect(describeScenes(report)[0]).toBe("Scene at the end: 400 nodes, 400 of them entities.");
  });
});
