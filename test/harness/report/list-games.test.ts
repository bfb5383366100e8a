import { expect, it } from "vitest";
import { judgeReport } from "../../../harness/judge/judge-report.ts";
import { renderGames, renderShortVerdict } from "../../../harness/report/list-games.ts";
import type { Budget } from "../../../src/formats/metrics.ts";
import type { ReportFile } from "../../../src/formats/report-file.ts";
import { makeReport } from "../fixtures/make-report.ts";
import { makeSamples } from "../fixtures/make-samples.ts";

const samples = makeSamples(["count", "count", "timed", "timed", "timed", "timed", "timed"]);

function fileOf(budget: Budget): ReportFile {
  const report = makeReport(samples, { budget });
  return { report, verdict: judgeReport(report, budget) };
}

const ends = [
  { state: "ran", game: "games/a", exitCode: 0, file: fileOf({ maxDrawCalls: 160 }) },
  { state: "ran", game: "games/b", exitCode: 1, file: fileOf({ maxDrawCalls: 10, maxTriangles: 9_999_999 }) },
  {
    state: "failed",
    game: "games/c",
    title: "Cellar",
    exitCode: 2,
    code: "file-invalid",
    message: "The manifest is no JSON.",
  },
  { state: "not-run", game: "games/a-long-name", title: null },
] as const;

it("lists several games, each with its verdict, figures and problem", () => {
  expect(renderGames(ends, { colour: false, columns: 100 })).toMatchInlineSnapshot(`
    "
               game         path               frame CPU p95  draw calls  triangles
      PASS     Orchard Run  games/a                 3.023 ms         149      5,364
      FAIL     Orchard Run  games/b                 3.023 ms         149      5,364  maxDrawCalls
      ERROR    Cellar       games/c                                                  file-invalid
      NOT RUN               games/a-long-name

      1 of 4 games passed
    "
  `);
});

it("does not count a game as passed if its budget is exceeded but not asserted", () => {
  const [passed, failed] = ends;
  const text = renderGames([passed, { ...failed, exitCode: 0 }], { colour: false, columns: 100 });
  expect(text).toContain("1 of 2 games passed");
});

it("drops columns in a narrow terminal, but never the reason", () => {
  const text = renderGames(ends, { colour: false, columns: 60 });
  expect(Math.max(...text.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(60);
  expect(text).toContain("file-invalid");
});

it("prints one game's verdict in short", () => {
  expect(renderShortVerdict(fileOf({ maxDrawCalls: 160 }), { colour: false, columns: 100 })).toMatch(
    /^ {3}PASS {2}the budget holds with .*\n$/u,
  );
});
