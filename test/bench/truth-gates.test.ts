import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { assumedBetweenGates } from "../../harness/measure/interval.ts";
import { seededRandom } from "../harness/fixtures/seeded-random.ts";
import { drawDuet, drawGate, type Recording, truthOf } from "./truth-gates.ts";

// Runs recorded in real browsers, to try the statistics on a real machine's noise.
const folder = join(import.meta.dirname, "recorded");
const recordings = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => ({ name, recording: JSON.parse(readFileSync(join(folder, name), "utf8")) as Recording }));

describe("there are recordings", () => {
  it("of two games or more", () => {
    expect(new Set(recordings.map(({ recording }) => recording.game)).size).toBeGreaterThanOrEqual(2);
  });
});

describe.each(recordings)("gates drawn from $name", ({ recording }) => {
  const runs = recording.runs.map(({ cpuMs }) => cpuMs);
  const truth = truthOf(runs);

  it("report the same build as slower at most once in 60", () => {
    const random = seededRandom(1);
    const verdicts = Array.from({ length: 60 }, () => drawDuet(recording, random, (timeMs) => timeMs).verdict);
    expect(verdicts.filter((verdict) => verdict === "slower").length).toBeLessThanOrEqual(1);
  });

  it("report a build that takes 10 % longer as slower", () => {
    const random = seededRandom(2);
    const verdicts = Array.from({ length: 20 }, () => drawDuet(recording, random, (timeMs) => timeMs * 1.1).verdict);
    expect(verdicts.filter((verdict) => verdict === "slower").length).toBeGreaterThanOrEqual(19);
  });

  it.each([0.9, 0.94, 1.06, 1.1])("judge a p95 at %d of the budget correctly or not at all", (share) => {
    const random = seededRandom(3);
    const wrong = share < 1 ? "fail" : "pass";
    const gates = Array.from({ length: 40 }, () => drawGate(runs, truth / share, random, assumedBetweenGates));
    expect(gates.filter(({ status }) => status === wrong)).toEqual([]);
  });
});
