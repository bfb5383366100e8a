import { expect, it } from "vitest";
import { planLaunches } from "../../harness/plan/plan-launches.ts";
import { allCells } from "./all-cells.ts";
import { judgeCell } from "./judge-cell.ts";
import { runCells } from "./run-cells.ts";

/** One of each group and kind of handling; `npm run cells` runs all. */
const sampled = [
  ...["date-nested-worker", "url-createobjecturl-page", "subtle-generatekey-aes-worker"],
  ...["fetch-worker", "compressionstream-page"],
  ...["caches-worker", "endless-messagechannel-loop-page"],
  ...["postmessage-between-frames-page"],
  ...["transferred-port-page", "scheduler-posttask-page", "endless-scheduler-yield-loop-worker"],
  ...["stream-to-a-worker-worker", "endless-loop-between-a-realm-and-its-worker-page", "gl-queries-of-time-page"],
  ...[
    "sharedarraybuffer-over-a-port-page",
    "sharedarraybuffer-with-a-worker-page",
    "atomics-waitasync-page",
    "weakref-page",
  ],
  ...["relaxed-simd-page", "images-in-a-shadow-tree-page", "object-and-embed-page"],
  ...["imagedecoder-page", "source-elements-and-their-errors-page", "analysernode-page"],
  ...["smooth-scroll-page", "resize-events-page", "websocket-worker"],
  ...["webkitrequestanimationframe-page", "keys-of-navigation-entries-page", "webkittemporarystorage-page"],
  ...[
    "elements-that-movebefore-moves-page",
    "frames-that-a-script-writes-later-page",
    "json-modules-worker",
    "css-modules-iframe",
  ],
  ...["scrolls-by-focus-and-by-layout-page", "paint-worklets-page", "steps-of-the-navigation-api-page"],
];

it("knows the cells of the sample", () => {
  expect(sampled.filter((id) => !allCells.some((cell) => cell.id === id))).toEqual([]);
});

it("is neutral or named as the list says", async () => {
  const [plain, , stirred] = planLaunches(3);
  if (plain === undefined || stirred === undefined) throw new Error("There are three kinds of launches.");
  const cells = allCells.filter(({ id }) => sampled.includes(id));
  const wrong: Record<string, readonly string[]> = {};
  await runCells(cells, { conditions: [plain, stirred] }, (cell, runs) => {
    const problems = judgeCell(cell, runs);
    if (problems.length > 0) wrong[cell.id] = problems;
  });
  expect(wrong).toEqual({});
});
