import { expect, it } from "vitest";
import { folderOf, isRandom, missesOf, type PageResult, parseResults, scoreFolders } from "./page-results.ts";

const result = (subtests: Record<string, number>, end = "done"): PageResult => ({ end, subtests, messages: {} });

it("counts a subtest as a miss if it passes in plain Chromium but not in every run under the prelude", () => {
  const plain = result({ a: 0, b: 0, c: 1, d: 0 });
  const page = { path: "/x", plain, driven: [result({ a: 0, b: 0, c: 0, d: 0 }), result({ a: 0, b: 1, c: 0 })] };
  expect(missesOf(page)).toEqual(["b", "d"]);
  expect(isRandom(page)).toBe(true);
  expect(isRandom({ ...page, driven: [plain, plain] })).toBe(false);
});

it("adds up pages by folder", () => {
  const page = (path: string, driven: PageResult): Parameters<typeof missesOf>[0] => ({
    ...{ path, plain: result({ a: 0, b: 0 }), driven: [driven] },
  });
  const pages = [
    page("/css/css-animations/a.html", result({ a: 0, b: 0 })),
    page("/css/css-animations/deep/b.html", result({}, "no results")),
    page("/xhr/c.html", result({ a: 0 })),
  ];
  expect(scoreFolders(pages, folderOf)).toEqual([
    { folder: "css/css-animations", pages: 2, plain: 4, driven: 2 },
    { folder: "xhr", pages: 1, plain: 2, driven: 1 },
  ]);
});

it("reads the results that the report script left, with the messages of failures", () => {
  const text = JSON.stringify({
    ...{ status: 0, message: null },
    subtests: [
      ["good", 0, ""],
      ["bad", 1, "expected 1"],
    ],
  });
  expect(parseResults(text)).toEqual({
    ...{ end: "done", subtests: { good: 0, bad: 1 }, messages: { bad: "expected 1" } },
  });
});
