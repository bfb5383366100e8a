import { describe, expect, it } from "vitest";
import { Lockstep, OtherRunEnded } from "../../../harness/capture/lockstep.ts";
import { seededRandom } from "../fixtures/seeded-random.ts";

describe("Lockstep", () => {
  async function stepAll(lockstep: Lockstep, side: 0 | 1, log: string[], frames: number): Promise<void> {
    const pace = lockstep.paceOf(side);
    for (let step = 0; step < frames; step += 1) {
      await pace.turn(step);
      log.push(`${String(step)}:${String(side)}`);
      pace.done();
    }
  }

  it("steps both runs through a frame before either goes on, in random order", async () => {
    const log: string[] = [];
    const lockstep = new Lockstep(seededRandom(3));
    await Promise.all([stepAll(lockstep, 0, log, 40), stepAll(lockstep, 1, log, 40)]);
    expect(log.map((entry) => Number(entry.split(":")[0]))).toEqual(
      Array.from({ length: 80 }, (_, place) => Math.floor(place / 2)),
    );
    const firsts = log.filter((_, place) => place % 2 === 0).map((entry) => entry.split(":")[1]);
    const zeros = firsts.filter((side) => side === "0").length;
    expect(zeros).toBeGreaterThan(10);
    expect(zeros).toBeLessThan(30);
  });

  it("has the same order for the same random numbers", async () => {
    const orders = await Promise.all(
      [0, 1].map(async () => {
        const log: string[] = [];
        const lockstep = new Lockstep(seededRandom(8));
        await Promise.all([stepAll(lockstep, 0, log, 12), stepAll(lockstep, 1, log, 12)]);
        return log;
      }),
    );
    expect(orders[0]).toEqual(orders[1]);
  });

  it("ends a run that waits, now or later, when the other run has ended", async () => {
    const lockstep = new Lockstep(() => 0.9);
    const waiting = lockstep.paceOf(1).turn(0);
    lockstep.abandon();
    await expect(waiting).rejects.toBeInstanceOf(OtherRunEnded);
    await expect(lockstep.paceOf(1).turn(1)).rejects.toBeInstanceOf(OtherRunEnded);
  });
});
