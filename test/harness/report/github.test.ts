import { expect, it } from "vitest";
import { renderBenchmark } from "../../../harness/report/benchmark.ts";
import { renderGithub } from "../../../harness/report/github.ts";
import { ends, fileOf } from "./ends.ts";

it("annotates each game that did not pass, at the code to blame if known", () => {
  expect(renderGithub(ends)).toMatchInlineSnapshot(`
    "::error title=FAIL Orchard Run (games/b)::draw calls, worst frame: 149 is over the budget of 10
    ::warning title=FAIL Orchard Run (games/b2)::draw calls, worst frame: 149 is over the budget of 10
    ::error file=games/orchard/src/sparks.ts,line=45,col=12,title=FAIL Orchard Run (games/r)::more work than main: executed code +12.0 %25 in frames 0 to 59, first in frame 3, most of it in grow (src/sparks.ts:45:12)
    ::error title=file-invalid Cellar (games/c)::The manifest is no JSON.
    ::warning title=not run games/d::The command was interrupted.
    "
  `);
});

it("keeps an annotation on its line", () => {
  const file = fileOf({ maxDrawCalls: 10 }, "A\n::error::forged, 100%");
  const text = renderGithub([{ state: "ran", game: "g", exitCode: 1, file }]);
  expect(text.split("\n")).toHaveLength(2);
  expect(text).toContain("title=FAIL A%0A%3A%3Aerror%3A%3Aforged%2C 100%25::");
});

it("has the metrics for a chart over commits, with the range of a timed one", () => {
  const file = fileOf({ frameCpuMsP95: 99, maxCanvasOperations: 5 });
  const entries: unknown = JSON.parse(
    renderBenchmark([{ state: "ran", game: "g", exitCode: 0, file }, ...ends.slice(4)]),
  );
  expect(entries).toContainEqual({
    ...{ name: "Orchard Run: draw calls, worst frame", unit: "count", value: 149 },
    extra: "seed 7, HeadlessChrome/147.0.7727.24",
  });
  expect(entries).toContainEqual(
    expect.objectContaining({ name: "Orchard Run: frame CPU p95", unit: "ms", range: expect.stringMatching(/^± \d/u) }),
  );
});
