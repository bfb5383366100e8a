import { describe, expect, it } from "vitest";
import type { Finding, Notice } from "../../../scanner/findings/finding.ts";
import { type ListOptions, renderList } from "../../../scanner/report/list.ts";
import type { ScanReport } from "../../../scanner/report/scan-report.ts";

const finding: Finding = {
  file: "src/a.ts",
  line: 2,
  column: 9,
  api: "Math.random",
  group: "raw-random",
  severity: "error",
  message: "Math.random is banned: random values differ from run to run.",
  related: [],
  chain: [],
  symbol: "f",
  text: "Math.random",
};
const clock: Finding = {
  ...finding,
  api: "Date.now",
  group: "raw-clock",
  message: "Date.now is banned: the wall clock differs from run to run.",
};
const notice: Notice = { kind: "eval", file: "src/c.ts", line: 1, column: 1, message: "Nobody knows." };
const empty: ScanReport = {
  findings: [],
  notices: [],
  filesScanned: 3,
  suppressedCount: 0,
  baselinedCount: 0,
  stale: [],
  hasContext: true,
};
const plain: ListOptions = {
  colour: false,
  columns: 80,
  all: false,
  readLine: () => null,
  foreignKindOf: () => null,
};

function list(
  findings: readonly Finding[],
  options: Partial<ListOptions> = {},
  report: Partial<ScanReport> = {},
): string {
  return renderList({ ...empty, findings, ...report }, { ...plain, ...options });
}

/** Findings in each file, as many as given. */
function findingsIn(files: Readonly<Record<string, number>>): readonly Finding[] {
  return Object.entries(files).flatMap(([file, number]) =>
    Array.from({ length: number }, (_, index) => ({ ...finding, file, line: index + 1 })),
  );
}

describe("the list", () => {
  it("groups findings by file and line, explains each API once, and sums up", () => {
    const lines: Readonly<Record<number, string>> = {
      2: "\tconst r = Math.random;",
      7: "  const now = (performance || Date).now() + Date.now();",
    };
    const findings = [
      {
        ...finding,
        column: 12,
        related: [
          { file: "src/a.ts", line: 3, column: 1, message: "Math.random is called here." },
          { file: "src/b.ts", line: 4, column: 2, message: "Math.random is called here." },
        ],
        chain: [
          { file: "src/main.ts", line: 1, column: 1, message: "./a is imported here." },
          { file: "src/a.ts", line: 2, column: 9, message: "Math.random is obtained here." },
        ],
      },
      { ...clock, line: 7, column: 15 },
      {
        ...clock,
        line: 7,
        column: 15,
        api: "performance.now",
        message: "performance.now is banned: the wall clock differs from run to run.",
      },
      { ...clock, line: 7, column: 45 },
      { ...finding, file: "src/b.ts" },
    ];
    const report = {
      notices: [notice, { ...notice, line: 3 }, { ...notice, file: "src/d.ts" }],
      suppressedCount: 2,
      baselinedCount: 1,
      stale: [
        { file: "src/d.ts", symbol: "g", api: "Date.now", group: "raw-clock", text: "Date.now()", count: 1 } as const,
      ],
    };
    const readLine = (file: string, line: number): string | null =>
      file === "src/a.ts" ? (lines[line] ?? null) : null;
    expect(list(findings, { readLine }, report)).toMatchInlineSnapshot(`
      "src/a.ts
        2:12  Math.random  raw-random
              const r = Math.random;
                        ^
              Math.random is called here: 3:1 and src/b.ts:4:2
              from src/main.ts:1:1 ./a is imported here.
                to src/a.ts:2:9 Math.random is obtained here.
        7:15  Date.now (2 times) and performance.now  raw-clock
              const now = (performance || Date).now() + Date.now();
                          ^                             ^

      src/b.ts
        2:9  Math.random  raw-random

      notice eval: Nobody knows.
        src/c.ts:1:1 and 3:1
        src/d.ts:1:1

      stale src/d.ts: the baseline lists Date.now in g, which is no longer found.

      Math.random: random values differ from run to run. Use ctx.random().
      Date.now, performance.now: the wall clock differs from run to run. Use
      ctx.time.seconds * 1000.

      5 findings, 3 notices, 2 suppressed, 1 in the baseline, 1 stale in the baseline: --update-baseline removes them. 3 files scanned.
      "
    `);
  });

  it("gives advice that a game without a context can follow", () => {
    const text = list([finding, clock], {}, { hasContext: false });
    expect(text).not.toContain("ctx");
    expect(text).toContain(
      "Math.random: random values differ from run to run. Use a seeded generator of the\ngame's own",
    );
  });

  it("shows fifty findings in full, and counts the rest by file", () => {
    const findings = findingsIn({ "a.ts": 49, "b.ts": 5, "c.ts": 12 });
    expect(list(findings).split("\n").slice(51)).toEqual([
      "b.ts",
      "  1:9  Math.random  raw-random",
      "",
      "16 more findings, by file. --all shows them.",
      "   4  b.ts",
      "  12  c.ts",
      "",
      "Math.random: random values differ from run to run. Use ctx.random().",
      "",
      "66 findings. 3 files scanned.",
      "",
    ]);
    const all = list(findings, { all: true });
    expect(all.match(/Math\.random  raw-random/g)).toHaveLength(66);
    expect(all).not.toContain("--all");
  });

  it("counts at most fifty files", () => {
    const files = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`f${String(1000 + index)}.ts`, 1]));
    const text = list(findingsIn(files));
    expect(text).toContain("  1  f1099.ts\n  and 20 more files\n");
    expect(text).not.toContain("f1100.ts");
  });

  it("has one line for a file that is probably not the game's own, and says what to ignore", () => {
    const findings = findingsIn({ "lib/big.js": 12, "lib/wrapped.js": 3, "src/a.ts": 1 });
    const foreignKindOf: ListOptions["foreignKindOf"] = (file) =>
      file === "lib/big.js" ? "minified" : file === "lib/wrapped.js" ? "library" : null;
    const notices = [notice, { ...notice, file: "lib/big.js" }, { ...notice, file: "lib/big.js", line: 2 }];
    expect(list(findings, { foreignKindOf }, { notices })).toMatchInlineSnapshot(`
      "src/a.ts
        1:9  Math.random  raw-random

      Generated, minified or third-party files. They count too; --all shows their
      findings.
        12  lib/big.js (minified), 2 notices
         3  lib/wrapped.js (library)
      Exclude files that cannot affect the game: --ignore lib/big.js

      notice eval: Nobody knows.
        src/c.ts:1:1

      Math.random: random values differ from run to run. Use ctx.random().

      16 findings, 3 notices. 3 files scanned.
      "
    `);
    expect(list(findings, { foreignKindOf, all: true }).match(/Math\.random  raw-random/g)).toHaveLength(16);
  });

  it("has one line for a package, and says what a game can do about it", () => {
    const chain = [{ file: "src/a.ts", line: 1, column: 8, message: "noise is imported here." }];
    const findings = [
      { ...finding, file: "node_modules/@a/noise/deep.js", chain },
      { ...clock, file: "node_modules/@a/noise/index.js", chain },
      { ...clock, file: "node_modules/.store/b@1/node_modules/b/b.js" },
    ];
    expect(list(findings)).toMatchInlineSnapshot(`
      "Packages that the game reaches:
        2  @a/noise: Math.random and Date.now, from src/a.ts:1:8
        1  b: Date.now
      Pass ctx.random and ctx.time to a package where it accepts a generator or a
      time. Where it does not, replace it, or keep it out of the game's logic and list
      it in a baseline. --all shows each place.

      3 findings. 3 files scanned.
      "
    `);
    expect(list(findings, { all: true })).toContain("Pass ctx.random and ctx.time\nto @a/noise");
  });

  it("has one block for many files that do not parse", () => {
    const findings = findingsIn({ "a.jsx": 1, "b.jsx": 1, "c.jsx": 1 }).map((one): Finding => {
      return { ...one, group: "scan", api: "parse-error", message: "The file does not parse." };
    });
    expect(list(findings)).toMatchInlineSnapshot(`
      "error The file does not parse.
        a.jsx:1:9
        b.jsx:1:9
        c.jsx:1:9
      Exclude files that are not part of the game: --ignore a.jsx

      3 findings. 3 files scanned.
      "
    `);
    expect(list(findings.slice(0, 2))).toContain("a.jsx\n  1:9  parse-error  scan\n       The file does not parse.\n");
  });

  it("passes on nothing that a terminal would interpret", () => {
    const evil = { ...finding, file: "a\u001b[2J\u202e.ts", message: "b\u0007", api: "c\u009b" };
    const related = [{ ...evil, message: "d\u001b" }];
    const foreignKindOf: ListOptions["foreignKindOf"] = (file) => (file.startsWith("a") ? null : "library");
    const text = list(
      [
        { ...evil, related, chain: related },
        { ...evil, file: "z\u001b.js" },
        { ...evil, file: "node_modules/\u001b/a" },
      ],
      { readLine: () => "\u001b]0;x\u0007", foreignKindOf },
      { notices: [{ ...notice, file: "e\u001b" }] },
    );
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  });

  it.each([40, 80, 120])("cuts a line of minified code around its findings in a terminal of %i columns", (columns) => {
    const readLine = (): string => `${"a".repeat(5000)}HERE${"b".repeat(5000)}`;
    const text = list([{ ...finding, line: 1, column: 5001 }], { readLine, columns });
    const [line = "", mark = ""] = text.split("\n").slice(2, 4);
    expect(line.length).toBeLessThanOrEqual(columns);
    expect(line.slice(mark.indexOf("^"))).toMatch(/^HERE/);
  });
});
