import { describe, expect, it } from "vitest";
import type { ProcessLoad } from "../../../harness/browser/process-load.ts";
import { judgeSilence, type LoadSample, queuedShare, stoppedIn } from "../../../harness/capture/silence.ts";

const renderer: ProcessLoad = { pid: 1, type: "renderer", isStopped: false, ranMs: 100, allRanMs: 200, queuedMs: 50 };

/** CPU time of a renderer over 5 seconds, beside sleeping processes. */
function after(grown: Partial<Pick<ProcessLoad, "ranMs" | "allRanMs" | "queuedMs">>): LoadSample {
  const { ranMs = 0, allRanMs = ranMs, queuedMs = 0 } = grown;
  const now = { ...renderer, ranMs: 100 + ranMs, allRanMs: 200 + allRanMs, queuedMs: 50 + queuedMs };
  return { atMs: 6000, processes: [{ ...renderer, pid: 2, type: "gpu-process" }, now, { ...renderer, pid: 3 }] };
}

const before: LoadSample = { ...after({}), atMs: 1000 };

describe("a page that did not answer", () => {
  it("is to blame when its thread ran, even beside many others", () => {
    expect(judgeSilence(before, after({ ranMs: 4900 }))).toBeNull();
    expect(judgeSilence(before, after({ ranMs: 600, queuedMs: 4400 }))).toBeNull();
  });

  it("is to blame when it waited for something other than a CPU", () => {
    expect(judgeSilence(before, after({ ranMs: 10, queuedMs: 100 }))).toBeNull();
  });

  it("is to blame when its own workers took the CPUs", () => {
    expect(judgeSilence(before, after({ ranMs: 10, allRanMs: 6000, queuedMs: 4900 }))).toBeNull();
  });

  it("was starved when it was queued, and the evidence is reported", () => {
    expect(judgeSilence(before, after({ ranMs: 12, queuedMs: 4900 }))).toEqual({
      kind: "starved",
      seen: "in the last 5000 ms its thread ran for 12 ms and waited for a processor for 4900 ms",
    });
  });

  it("was stopped when a process of its browser is stopped, or was and has hardly run since", () => {
    const stopped = (sample: LoadSample): LoadSample => ({
      ...sample,
      processes: sample.processes.map((one) => (one.pid === 1 ? { ...one, isStopped: true } : one)),
    });
    const hindrance = { kind: "stopped", seen: "the process of a page" };
    expect(judgeSilence(null, stopped(after({ ranMs: 4900 })))).toEqual(hindrance);
    expect(judgeSilence(stopped(before), after({ ranMs: 50 }))).toEqual(hindrance);
    expect(judgeSilence(stopped(before), after({ ranMs: 4000 }))).toBeNull();
    expect(stoppedIn(after({}).processes)).toBeNull();
  });

  it("is to blame where nothing is known", () => {
    const unknown = { atMs: 6000, processes: [] };
    expect(judgeSilence(unknown, unknown)).toBeNull();
    expect(judgeSilence(null, after({ queuedMs: 4900 }))).toBeNull();
  });
});

describe("the time that a page waits for a core", () => {
  it("is a share of the time in which its main thread could have run", () => {
    const share = (sample: LoadSample): number | null => queuedShare(before.processes, sample.processes);
    expect(share(after({ ranMs: 300, queuedMs: 100 }))).toBe(0.25);
    expect(share(after({ ranMs: 300 }))).toBe(0);
    expect(share(after({}))).toBe(0);
  });

  it("is not known where the system does not tell", () => {
    expect(queuedShare([], [])).toBeNull();
    expect(queuedShare([], after({ ranMs: 300 }).processes)).toBeNull();
  });
});
