import { expect, it } from "vitest";
import { renderReplay } from "../../../harness/report/replay-text.ts";
import type { ReplayReport } from "../../../src/formats/replay-report.ts";

const difference = { frame: 7, root: null, part: "canvas2d", recorded: "a1", here: "b2" };
const replay: ReplayReport = { identical: false, sameGame: true, frames: 20, surroundings: [], difference };

it("says what differs in the same game", () => {
  expect(renderReplay(replay)).toMatchInlineSnapshot(`
    "different from the report
      where      frame 7, canvas2d
      recorded   a1
      here       b2
    "
  `);
});

it("says that another game is another one, whether its frames differ or not", () => {
  expect(renderReplay({ ...replay, sameGame: false })).toMatchInlineSnapshot(`
    "another game than the report's: its bytes differ, and so do its frames
      where      frame 7, canvas2d
      recorded   a1
      here       b2
    "
  `);
  expect(renderReplay({ ...replay, sameGame: false, identical: true, difference: null })).toMatchInlineSnapshot(`
    "identical: 20 frames, though it is another game: its bytes differ
    "
  `);
});
