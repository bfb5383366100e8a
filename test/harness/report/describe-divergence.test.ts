import { expect, it } from "vitest";
import { describeDivergence } from "../../../harness/report/describe-divergence.ts";
import type { VerifyDivergence } from "../../../src/formats/verify-report.ts";

const divergence: VerifyDivergence = {
  ...{ frame: 3, phase: null, root: "embed", part: "dom", path: "body/p/text" },
  ...{ a: "fff8", b: "7ff8", class: "exact", cause: null },
};
const names = ["one has", "other has"] as const;

it("tells where two runs differ, their values, and the call with its callers", () => {
  const place = (line: number): { file: string; line: number; column: number } => ({ file: "a.js", line, column: 2 });
  const cause = { api: "SubtleCrypto.sign", realm: "embed", stack: [place(7), place(9)] };
  expect(describeDivergence({ ...divergence, cause }, names)).toEqual([
    ["where", "frame 3, dom of embed, body/p/text"],
    ["one has", "fff8"],
    ["other has", "7ff8"],
    ["cause", "SubtleCrypto.sign at a.js:7:2"],
    ["", "called from a.js:9:2"],
  ]);
});

it("says that a cause was looked for and not found", () => {
  expect(describeDivergence(divergence, names).at(-1)).toEqual(["cause", "not found when both were run again"]);
});

it("says nothing of a cause where a run failed, because nothing was run again", () => {
  expect(describeDivergence({ ...divergence, frame: null, path: null }, names).map(([label]) => label)).toEqual([
    ...["where", "one has", "other has"],
  ]);
});
