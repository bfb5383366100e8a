import { DOMParser } from "@xmldom/xmldom";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { GameEnd } from "../../../harness/report/game-end.ts";
import { renderJunit } from "../../../harness/report/junit.ts";
import { ends, fileOf } from "./ends.ts";
import { mistakesInJunit } from "./validate-junit.ts";

/** The suites as read by a strict parser. */
function read(ended: readonly GameEnd[]): readonly { name: string | null; cases: readonly string[] }[] {
  const complain = (message: string): never => {
    throw new Error(message);
  };
  const parser = new DOMParser({ errorHandler: { warning: complain, error: complain, fatalError: complain } });
  const suites = parser
    .parseFromString(renderJunit(ended, "/games/orchard"), "text/xml")
    .getElementsByTagName("testsuite");
  return Array.from({ length: suites.length }, (_, index) => {
    const suite = suites.item(index);
    const cases = suite?.getElementsByTagName("testcase");
    return {
      name: suite?.getAttribute("name") ?? null,
      cases: Array.from({ length: cases?.length ?? 0 }, (__, at) => {
        const [problem] = Array.from(cases?.item(at)?.childNodes ?? []).filter(({ nodeType }) => nodeType === 1);
        const state = problem === undefined ? "passed" : `${problem.nodeName}: ${problem.textContent ?? ""}`;
        return `${String(cases?.item(at)?.getAttribute("name"))} ${state}`;
      }),
    };
  });
}

it("has a suite for each game, and a case for its run and for each limit", () => {
  expect(read(ends)).toEqual([
    { name: "games/a", cases: ["run passed", "maxDrawCalls passed"] },
    {
      name: "games/b",
      cases: ["run passed", "frameCpuMsP95 passed", "maxDrawCalls failure: draw calls, worst frame: 149, budget 10"],
    },
    { name: "games/b2", cases: ["run passed", "maxDrawCalls failure: draw calls, worst frame: 149, budget 10"] },
    { name: "games/r", cases: [expect.stringContaining("run failure: more work than main")] },
    { name: "games/c", cases: ["run error: The manifest is no JSON."] },
    { name: "games/d", cases: ["run error: The command was interrupted."] },
  ]);
});

it("names the game in the current folder by its title, or else by the folder's name", () => {
  const ran: GameEnd = { state: "ran", game: ".", exitCode: 0, file: fileOf({ maxDrawCalls: 160 }) };
  const notRun = (game: string): GameEnd => ({ state: "not-run", game, title: null });
  const names = read([ran, notRun("."), notRun("./"), notRun("..")]).map(({ name }) => name);
  expect(names).toEqual(["Orchard Run", "orchard", "orchard", "games"]);
});

it("counts its cases correctly", () => {
  const text = renderJunit(ends, "/games/orchard");
  expect(text).toContain('<testsuites name="framegate" tests="10" failures="3" errors="2">');
  expect(text).toContain('<testsuite name="games/b" tests="3" failures="1" errors="0"');
});

it("reports a limit within the noise as an error, because it is neither met nor exceeded", () => {
  const [interval] = ["frameCpuMsP95"] as const;
  const { report } = fileOf({ [interval]: 1 });
  const file = fileOf({ [interval]: report.metrics[interval].value ?? 0 });
  expect(file.verdict.status).toBe("inconclusive");
  const [suite] = read([{ state: "ran", game: "g", exitCode: 3, file }]);
  expect(suite?.cases[1]).toMatch(/^frameCpuMsP95 error: frame CPU p95: /u);
});

it("is valid XML whatever a game's texts contain", () => {
  const text = fc.string({ unit: "binary", maxLength: 12 });
  fc.assert(
    fc.property(text, text, (game, message) => {
      const failed = { state: "failed", title: null, exitCode: 2, code: "file-invalid" } as const;
      expect(read([{ ...failed, game: `${game}]]><a>&`, message: `${message}]]><b>&"` }])).toHaveLength(1);
    }),
    { seed: 7 },
  );
});

it("is as it always was", async () => {
  await expect(renderJunit(ends, "/games/orchard")).toMatchFileSnapshot("junit.golden.xml");
});

it("is valid by the schema that CI services use", async () => {
  expect(await mistakesInJunit(renderJunit(ends, "/games/orchard"))).toEqual([]);
});

it.each([
  ["an attribute that is missing", / tests="\d+"/u, ""],
  ["a count that is no number", /failures="\d+"/u, 'failures="some"'],
  ["an element that nobody knows", /<system-out>/u, "<output/><system-out>"],
  ["two problems in a case", /(<failure [^]*?<\/failure>)/u, "$1$1"],
])("is checked by a schema that finds %s", async (_name, pattern, replacement) => {
  expect(await mistakesInJunit(renderJunit(ends, "/games/orchard").replace(pattern, replacement))).not.toEqual([]);
});
