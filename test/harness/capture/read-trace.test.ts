import { describe, expect, it } from "vitest";
import { readTrace } from "../../../harness/capture/read-trace.ts";
import { writeTrace } from "./perfetto-trace.ts";

describe("a trace in Perfetto's format", () => {
  it("gives its marks with their time, the CPU time that has added up, and their thread", () => {
    const trace = writeTrace([
      { name: "fg:0", ts: 100, addedCpu: 50 },
      { name: "fg.e", ts: 260, addedCpu: 120 },
    ]);
    expect(readTrace(trace)).toEqual([
      { name: "fg:0", ts: 100, tts: 50, pid: 7, tid: 8 },
      { name: "fg.e", ts: 260, tts: 170, pid: 7, tid: 8 },
    ]);
  });

  it("skips other events, but counts their CPU time", () => {
    const trace = writeTrace([
      { name: "fg:0", ts: 1, addedCpu: 10 },
      { name: "Layout", ts: 2, addedCpu: 5, category: "devtools.timeline" },
      { name: "fg.e", ts: 3, addedCpu: 10 },
    ]);
    expect(readTrace(trace).map(({ name, tts }) => [name, tts])).toEqual([
      ["fg:0", 10],
      ["fg.e", 25],
    ]);
  });

  it("knows names and categories by their number once they have been said", () => {
    const events = ["fg:0", "fg.p", "fg.p", "fg.e"].map((name, index) => ({
      name,
      ts: index,
      addedCpu: 1,
      isInterned: true,
    }));
    expect(readTrace(writeTrace(events)).map(({ name, tts }) => [name, tts])).toEqual([
      ["fg:0", 1],
      ["fg.p", 2],
      ["fg.p", 3],
      ["fg.e", 4],
    ]);
  });

  it("begins to add up anew where the writer does", () => {
    const trace = writeTrace([
      { name: "fg:0", ts: 1, addedCpu: 500, isInterned: true },
      { name: "fg.e", ts: 2, addedCpu: 700, isInterned: true, isCleared: true },
    ]);
    expect(readTrace(trace).map(({ name, tts }) => [name, tts])).toEqual([
      ["fg:0", 500],
      ["fg.e", 700],
    ]);
  });

  it("has none where there are none", () => {
    expect(readTrace(new Uint8Array())).toEqual([]);
    expect(readTrace(writeTrace([]))).toEqual([]);
  });
});
