import { expect, it } from "vitest";
import { physicsCpuMs, workerPhysicsCpuMs } from "../../../harness/measure/physics-steps.ts";
import { markNames } from "../../../src/formats/page-port.ts";
import type { TraceEvent } from "../../../src/formats/trace-event.ts";

const host = { pid: 1, tid: 1 };
const frames = [
  { start: { ts: 0 }, end: { ts: 100 } },
  { start: { ts: 110 }, end: { ts: 200 } },
  { start: { ts: 210 }, end: { ts: 300 } },
];

function mark(name: string, ts: number, tts: number, tid = 1): TraceEvent {
  return { name, ts, tts, pid: 1, tid };
}

function step(ts: number, cpuUs: number, tid = 1): readonly TraceEvent[] {
  return [mark(markNames.physicsStart, ts, ts, tid), mark(markNames.physicsEnd, ts + 5, ts + cpuUs, tid)];
}

it("adds up the steps of each frame, in whatever order they come", () => {
  const events = [...step(120, 4000), ...step(60, 2000), ...step(10, 1000)];
  expect(physicsCpuMs(events, host, frames)).toEqual([3, 4, 0]);
});

it("leaves out the steps of other threads, and those between frames", () => {
  expect(physicsCpuMs([...step(10, 1000, 2), ...step(10, 1000)], host, frames)).toEqual([1, 0, 0]);
  expect(physicsCpuMs([...step(103, 1000), ...step(220, 2000)], host, frames)).toEqual([0, 0, 2]);
  expect(physicsCpuMs(step(10, 1000, 2), host, frames)).toBeNull();
});

it("leaves out a mark without its counterpart, which a page may set", () => {
  const alone = [mark(markNames.physicsEnd, 5, 5), mark(markNames.physicsStart, 6, 6), ...step(10, 1000)];
  expect(physicsCpuMs(alone, host, frames)).toEqual([1, 0, 0]);
});

it("is null if no step was marked", () => {
  expect(physicsCpuMs([mark("fg:0", 0, 0)], host, frames)).toBeNull();
});

it("adds up the steps of workers by the frame that ends next, whichever thread they ran on", () => {
  const other = step(150, 9000).map((event) => ({ ...event, pid: 2 }));
  const events = [...step(103, 1000, 2), ...step(104, 2000, 3), ...step(10, 4000), ...step(250, 500, 2), ...other];
  expect(workerPhysicsCpuMs(events, host, frames)).toEqual([0, 3, 0.5]);
  expect(workerPhysicsCpuMs([...step(10, 4000), ...step(301, 500, 2)], host, frames)).toEqual([0, 0, 0]);
  expect(workerPhysicsCpuMs(step(10, 4000), host, frames)).toBeNull();
});
