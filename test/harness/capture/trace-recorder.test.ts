import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createTraceRecorder } from "../../../harness/capture/trace-recorder.ts";
import { createFakeSession, type FakeSession, silence } from "./fake-session.ts";
import { writeTrace } from "./perfetto-trace.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A browser with these recordings, delivered in chunks. */
function recordingBrowser(recordings: readonly (readonly string[])[], dataLossOccurred: boolean): FakeSession {
  const left = [...recordings];
  let bytes = Buffer.alloc(0);
  const fake = createFakeSession((command) => {
    if (command === "Tracing.end") {
      bytes = Buffer.from(writeTrace((left.shift() ?? []).map((name, index) => ({ name, ts: index, addedCpu: 1 }))));
      fake.emit("Tracing.tracingComplete", { dataLossOccurred, stream: "1" });
    }
    if (command !== "IO.read") return Promise.resolve({});
    const piece = bytes.subarray(0, 20);
    bytes = bytes.subarray(20);
    return Promise.resolve({ data: piece.toString("base64"), base64Encoded: true, eof: bytes.length === 0 });
  });
  return fake;
}

it("gives the events of all its recordings, in order", async () => {
  const recorder = createTraceRecorder(recordingBrowser([["fg:0", "fg.e"], ["fg:1"]], false).session, 1000);
  for (const frame of ["frame 0", "frame 1"]) {
    await recorder.start();
    await recorder.stop(frame);
  }
  expect(recorder.take().marks.map(({ name }) => name)).toEqual(["fg:0", "fg.e", "fg:1"]);
});

it("reports that the browser lost timings, and up to which frame", async () => {
  const recorder = createTraceRecorder(recordingBrowser([["fg:0"]], true).session, 1000);
  await recorder.start();
  await expect(recorder.stop("frame 4999")).rejects.toMatchObject({
    code: "trace-lost",
    exitCode: 6,
    message: expect.stringContaining("frame 4999"),
  });
});

it.each([
  ["start", "Tracing.start"],
  ["hand over", "Tracing.end"],
  ["hand over", "IO.read"],
])("does not wait for ever for a browser that does not %s (%s)", async (what, silentCommand) => {
  const fake = createFakeSession((command) => {
    if (command === silentCommand) return silence;
    if (command === "Tracing.end") fake.emit("Tracing.tracingComplete", { dataLossOccurred: false, stream: "1" });
    return Promise.resolve({});
  });
  const recorder = createTraceRecorder(fake.session, 1000);
  const failing = expect(recorder.start().then(() => recorder.stop("frame 1"))).rejects.toMatchObject({
    code: "trace-not-answered",
    exitCode: 6,
    message: `The browser did not ${what} the recording of timings within 1000 ms.`,
  });
  await vi.advanceTimersByTimeAsync(1000);
  await failing;
});
