import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "#puppeteer-core";
import { examineSweep } from "../../harness/examine-sweep.ts";
import { renderSweepPage } from "../../harness/render-page.ts";
import type { SweepReport, SweepRow } from "../../src/formats/sweep.ts";
import { makeRow, makeSweep } from "../formats/sweep-document.ts";
import { openHtml, type OpenReport, textOf } from "./open-report.ts";

const failure = { kind: "game", code: "hung", message: "<b>Frame 12</b> hung." } as const;

/** Forty seeds with 80 to 119 draw calls, and one that failed. The budget is 100. */
const rows: readonly SweepRow[] = [
  ...Array.from({ length: 40 }, (_, index) => {
    const row = makeRow(index + 1, 80 + ((index * 7) % 40));
    const triangles = { value: index % 4, low: index % 4, high: index % 4 };
    return { ...row, metrics: { ...row.metrics, maxTriangles: triangles } };
  }),
  makeRow(99, 0, { failure, chain: null, metrics: {} }),
];

function pageOf(shown: readonly SweepRow[], overrides: Partial<SweepReport> = {}): string {
  return renderSweepPage(examineSweep(makeSweep(shown, overrides), null));
}

let opened: OpenReport;
let page: Page;
beforeAll(async () => {
  opened = await openHtml(pageOf(rows, { list: "1..40,99..120", missing: "100..120" }), "#distribution .chart");
  page = opened.page;
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
});

async function rowsOf(section: string): Promise<readonly string[]> {
  return await page.$$eval(`${section} tbody tr`, (found) =>
    found.map((row) => [...row.children].map((cell) => cell.textContent).join(" | ")),
  );
}

describe("the page of a sweep", () => {
  it("requests nothing but itself, and logs nothing", () => {
    expect(opened.requests.map((url) => new URL(url).protocol)).toEqual(["file:"]);
    expect(opened.complaints).toEqual([]);
  });

  it("shows the verdict, the missing seeds, and the command of the worst seed", async () => {
    expect(await page.title()).toBe("FAIL: Orchard Run 1.2.0");
    expect(await textOf(page, ".badge")).toBe("FAIL");
    expect(await textOf(page, "header")).toContain("20 of 41 seeds did not pass (1 failed, 19 over the budget)");
    expect(await textOf(page, ".notices")).toContain("Incomplete: these seeds were not run: 100..120.");
    const command = "framegate perf games/orchard --seed 99 --frames 120 --warmup 60";
    expect(await textOf(page, "header code")).toBe(command);
  });

  it("lists failures first, then the worst seeds, with their commands, markup as text", async () => {
    const listed = await rowsOf("#worst");
    expect(listed).toHaveLength(20);
    const command = (seed: number): string =>
      `framegate perf games/orchard --seed ${String(seed)} --frames 120 --warmup 60`;
    expect(listed.slice(0, 2)).toEqual([
      `99 | failed | - | <b>Frame 12</b> hung. | ${command(99)}`,
      `18 | over budget | 119 | over the budget of 100 | ${command(18)}`,
    ]);
    expect(await textOf(page, "#worst")).toContain("21 more seeds are in the chart below");
  });

  it("shows the distribution of a metric, and of another one that is chosen", async () => {
    expect(await textOf(page, ".histogram figcaption")).toBe(
      "Lowest 80 · median 99.5 · p95 117 · highest 119 · 46.3 % of the seeds over the budget of 100",
    );
    const titles = await page.$$eval(".histogram rect title", (found) => found.map((each) => each.textContent));
    expect(titles).toHaveLength(40);
    expect(titles.slice(0, 2)).toEqual(["80: 1 seed", "81: 1 seed"]);
    await page.select("#sweep-metric", "maxTriangles");
    const four = await page.$$eval(".histogram rect title", (found) => found.map((each) => each.textContent));
    expect(four).toEqual(["0: 10 seeds", "1: 10 seeds", "2: 10 seeds", "3: 10 seeds"]);
    await page.select("#sweep-metric", "maxDrawCalls");
  });

  it("has the seeds in order, and selects one by keys, with its command", async () => {
    expect(await textOf(page, "#chosen-seed")).toBe("seed 18: 119");
    await page.focus("#seed-slider");
    await page.keyboard.press("ArrowLeft");
    expect(await textOf(page, "#chosen-seed")).toBe("seed 35: 118");
    expect(await textOf(page, "#distribution code")).toContain("--seed 35 ");
    const value = await page.$eval("#seed-slider", (slider) => slider.getAttribute("aria-valuetext"));
    expect(value).toBe("seed 35: 118");
    await page.keyboard.press("Home");
    expect(await textOf(page, "#chosen-seed")).toBe("seed 1: 80");
    expect(await textOf(page, ".readout")).toBe("seed 1: 80");
  });

  it("selects the seed under a click", async () => {
    const plot = await page.$(".u-over");
    await plot?.scrollIntoView();
    const box = await plot?.boundingBox();
    if (!box) throw new Error("The chart has no place.");
    await page.mouse.click(box.x + box.width * 0.99, box.y + 40);
    expect(await textOf(page, "#chosen-seed")).toBe("seed 18: 119");
  });

  it("has every metric in a table", async () => {
    expect(await rowsOf("#metrics")).toEqual([
      "draw calls, worst frame | 80 | 99.5 | 117 | 119 | 100 | 19",
      "triangles, worst frame | 0 | 1.5 | 3 | 3 |  | ",
    ]);
  });

  it("has a name at every control, a caption at every table, and no id twice", async () => {
    const tree = await page.accessibility.snapshot({ interestingOnly: true });
    const nodes = (node: typeof tree): readonly NonNullable<typeof tree>[] =>
      node === null ? [] : [node, ...(node.children ?? []).flatMap(nodes)];
    const roles = new Set(["button", "combobox", "slider"]);
    const controls = nodes(tree).filter(({ role }) => roles.has(role));
    expect(new Set(controls.map(({ role }) => role))).toEqual(roles);
    expect(controls.filter(({ name }) => (name ?? "") === "")).toEqual([]);
    expect(await page.$$eval("table:not(:has(caption)), th:not([scope])", (found) => found.length)).toBe(0);
    expect(await page.$$eval("[id]", (found) => found.length - new Set(found.map(({ id }) => id)).size)).toBe(0);
  });

  it("gets the colours that are chosen, and prints without controls", async () => {
    const colour = async (): Promise<string> =>
      await page.$eval("body", (body) => getComputedStyle(body).backgroundColor);
    await page.select("#scheme", "dark");
    const dark = await colour();
    await page.select("#scheme", "light");
    expect(await colour()).not.toBe(dark);
    await page.emulateMediaType("print");
    const shown = await page.$$eval(".control", (found) => found.filter((each) => each.checkVisibility()).length);
    expect(shown).toBe(0);
    await page.emulateMediaType("screen");
  });
});

it("of a single seed, and of seeds that all failed, has no error", async () => {
  await using one = await openHtml(pageOf([makeRow(7, 20)]), "#distribution .chart");
  expect(await textOf(one.page, "#chosen-seed")).toBe("seed 7: 20");
  await using none = await openHtml(pageOf([makeRow(7, 0, { failure, metrics: {} })]), "#worst");
  expect(await none.page.$$("#distribution")).toEqual([]);
  expect([...one.complaints, ...none.complaints]).toEqual([]);
});
