import type { FrameAnswer } from "../../src/formats/report-view.ts";
import type { AskedFrame } from "./answer-frame.ts";

/** Pictures of a large page take a megabyte each. */
const keptMax = 100;

/** Answers with frames, one after another. */
export interface FrameDesk {
  answer(asked: AskedFrame): Promise<FrameAnswer>;
  /** Resolves when no frame is being rendered. */
  idle(): Promise<void>;
}

/**
 * Renders frames one after another, because two browsers would slow each other down, and keeps the pictures. A failure is
 * not kept: the next request tries again.
 */
export function createFrameDesk(render: (asked: AskedFrame) => Promise<FrameAnswer>): FrameDesk {
  const kept = new Map<string, Promise<FrameAnswer>>();
  let last: Promise<void> = Promise.resolve();
  return {
    async answer(asked) {
      const key = `${asked.build} ${String(asked.frame)}`;
      const known = kept.get(key);
      if (known !== undefined) return await known;
      const answer = last.then(async () => await render(asked));
      const end = (isShown: boolean): void => {
        if (!isShown) kept.delete(key);
      };
      last = answer.then(
        ({ state }) => end(state === "shown"),
        () => end(false),
      );
      kept.set(key, answer);
      const [oldest] = kept.keys();
      if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest);
      return await answer;
    },
    idle: async () => await last,
  };
}
