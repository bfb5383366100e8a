import { describe, expect, it } from "vitest";
import { createFrameDesk } from "../../../harness/serve-report/frame-desk.ts";
import type { FrameAnswer } from "../../../src/formats/report-view.ts";

const picture: FrameAnswer = { state: "shown", url: "data:,", note: null };

/** A desk whose renderings end when the test says so. */
function heldDesk(): {
  readonly desk: ReturnType<typeof createFrameDesk>;
  readonly begun: readonly string[];
  readonly end: (answer: FrameAnswer) => Promise<void>;
} {
  const begun: string[] = [];
  const ends: ((answer: FrameAnswer) => void)[] = [];
  const desk = createFrameDesk(async ({ build, frame }) => {
    begun.push(`${build} ${String(frame)}`);
    return await new Promise((resolve) => ends.push(resolve));
  });
  return {
    desk,
    begun,
    async end(answer) {
      ends.shift()?.(answer);
      // The next one begins in a later microtask.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe("the desk of a report's frames", () => {
  it("renders one frame at a time, in the order of the requests", async () => {
    const { desk, begun, end } = heldDesk();
    const answers = [
      desk.answer({ build: "game", frame: 3 }),
      desk.answer({ build: "baseline", frame: 3 }),
      desk.answer({ build: "game", frame: 1 }),
    ];
    const seen: string[][] = [];
    for (let count = 0; count < answers.length; count += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      seen.push([...begun]);
      await end(picture);
    }
    expect(seen).toEqual([["game 3"], ["game 3", "baseline 3"], ["game 3", "baseline 3", "game 1"]]);
    expect(await Promise.all(answers)).toEqual([picture, picture, picture]);
  });

  it("renders a frame once, however often and early it is asked for", async () => {
    const { desk, begun, end } = heldDesk();
    const both = [desk.answer({ build: "game", frame: 3 }), desk.answer({ build: "game", frame: 3 })];
    await new Promise((resolve) => setImmediate(resolve));
    await end(picture);
    expect(await Promise.all([...both, desk.answer({ build: "game", frame: 3 })])).toEqual([picture, picture, picture]);
    expect(begun).toEqual(["game 3"]);
  });

  it("tries again after a failure", async () => {
    const { desk, begun, end } = heldDesk();
    const failed: FrameAnswer = { state: "failed", message: "It threw.", hint: "Repair it." };
    for (const answer of [failed, picture]) {
      const given = desk.answer({ build: "game", frame: 3 });
      await new Promise((resolve) => setImmediate(resolve));
      await end(answer);
      expect(await given).toEqual(answer);
    }
    expect(begun).toHaveLength(2);
  });

  it("is idle only when the last rendering has ended", async () => {
    const { desk, end } = heldDesk();
    let isIdle = false;
    void desk.answer({ build: "game", frame: 3 });
    void desk.idle().then(() => (isIdle = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isIdle).toBe(false);
    await end(picture);
    expect(isIdle).toBe(true);
  });
});
