import { expect, it } from "vitest";
import { renderGames, renderShortVerdict } from "../../../harness/report/list-games.ts";
import { failedEnd, fileOf } from "./ends.ts";

const ends = [
  { state: "ran", game: "games/a", exitCode: 0, file: fileOf({ maxDrawCalls: 160 }) },
  { state: "ran", game: "games/b", exitCode: 1, file: fileOf({ maxDrawCalls: 10, maxTriangles: 9_999_999 }) },
  failedEnd,
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
