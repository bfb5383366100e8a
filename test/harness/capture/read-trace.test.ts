import { describe, expect, it } from "vitest";
import { readTrace } from "../../../harness/capture/read-trace.ts";
import { writeTrace, type WrittenEvent } from "./perfetto-trace.ts";

describe("a trace in Perfetto's format", () => {
  it("gives its marks with their time, the CPU time that has added up, and their thread", () => {
    const trace = writeTrace([
      { name: "fg:0", ts: 100, addedCpu: 50 },
      { name: "fg.e", ts: 260, addedCpu: 120 },
    ]);
    expect(readTrace(trace).marks).toEqual([
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
    expect(readTrace(trace).marks.map(({ name, tts }) => [name, tts])).toEqual([
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
    expect(readTrace(writeTrace(events)).marks.map(({ name, tts }) => [name, tts])).toEqual([
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
    expect(readTrace(trace).marks.map(({ name, tts }) => [name, tts])).toEqual([
      ["fg:0", 500],
      ["fg.e", 700],
    ]);
  });

  const gc = "disabled-by-default-v8.gc";
  const begin = (name: string, addedCpu: number, category = gc): WrittenEvent => ({
    ...{ name, ts: 0, addedCpu, category, kind: "begin" },
  });
  const end = (addedCpu: number): WrittenEvent => ({ name: "", ts: 0, addedCpu, kind: "end" });
  const collectionsOf = (...events: readonly WrittenEvent[]): readonly (readonly number[])[] =>
    readTrace(writeTrace(events)).collections.map(({ tts, cpuUs }) => [tts, cpuUs]);

  it("gives the garbage collections with their CPU time and thread", () => {
    const trace = writeTrace([
      { ...begin("V8.GC_SCAVENGER", 100), ts: 10 },
      { ...end(25), ts: 40 },
    ]);
    expect(readTrace(trace).collections).toEqual([{ ts: 10, wallUs: 30, tts: 100, cpuUs: 25, pid: 7, tid: 8 }]);
  });

  it("counts the parts of a collection once", () => {
    const nested = [begin("V8.GC_MARK_COMPACTOR", 100), begin("V8.GC_MC_MARK", 1), end(20), begin("V8.GC_MC_SWEEP", 1)];
    expect(collectionsOf(...nested, end(5), end(3), begin("V8.GC_SCAVENGER", 70), end(4))).toEqual([
      [100, 30],
      [200, 4],
    ]);
  });

  it("tells the end of a collection from that of other work around it and in it", () => {
    const callback = [begin("V8.GC_HEAP_EPILOGUE", 5), begin("FunctionCall", 1, "devtools.timeline"), end(2), end(3)];
    expect(collectionsOf(begin("FunctionCall", 10, "devtools.timeline"), ...callback, end(50))).toEqual([[15, 6]]);
  });

  it("leaves out a collection that began before the recording or did not end in it", () => {
    expect(collectionsOf(end(10), begin("V8.GC_SCAVENGER", 5), end(2), begin("V8.GC_SCAVENGER", 5))).toEqual([[15, 2]]);
  });

  it("leaves out the stages of a collection, which are on no thread", () => {
    expect(collectionsOf({ ...begin("Scavenge", 5), track: 77 }, { ...end(9), track: 77 })).toEqual([]);
  });

  const renderingsOf = (...events: readonly WrittenEvent[]): readonly (readonly number[])[] =>
    readTrace(writeTrace(events)).renderings.map(({ tts, cpuUs }) => [tts, cpuUs]);
  const frame = begin("ProxyMain::BeginMainFrame", 100, "cc,benchmark");
  const layout = begin("LocalFrameView::RunStyleAndLayoutLifecyclePhases", 10, "blink,benchmark");

  it("gives the browser's frames without the layouts in them", () => {
    const inLayout = [begin("LocalFrameView::layout", 1, "blink,benchmark"), end(6), layout, end(2), end(1)];
    expect(renderingsOf(frame, layout, ...inLayout, layout, end(5), end(50))).toEqual([[100, 70]]);
  });

  it("has no rendering in a layout that a page forces", () => {
    expect(renderingsOf(layout, end(5), frame, end(7))).toEqual([[115, 7]]);
  });

  it("has none where there are none", () => {
    expect(readTrace(new Uint8Array())).toEqual({ marks: [], collections: [], renderings: [] });
    expect(readTrace(writeTrace([]))).toEqual({ marks: [], collections: [], renderings: [] });
  });
});
