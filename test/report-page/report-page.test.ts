import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "#puppeteer-core";
import type { ReportFile } from "../../src/formats/report-file.ts";
import type { ViewTrend } from "../../src/formats/report-view.ts";
import { noPictures, type RunPictures } from "../../src/formats/run-pictures.ts";
import { renderPage } from "../../harness/render-page.ts";
import { makeLongReport } from "../harness/fixtures/long-report.ts";
import { createSourceFolder } from "../scanner/source-folder.ts";
import { openReport, type OpenReport, selectFrame as select, textOf } from "./open-report.ts";

/** One red pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==",
  "base64",
);

const pictures: RunPictures = {
  ...noPictures,
  screenshots: [{ frame: 100, png }],
  baselineScreenshots: [{ frame: 100, png }],
};

const file = makeLongReport(300);
const trends = [trend("frameCpuMsP95", [2.1, 2, 2.9]), trend("maxDrawCalls", [120, 120, 166, 166])];
let report: OpenReport;
let page: Page;

beforeAll(async () => {
  report = await openReport(file, pictures, trends);
  page = report.page;
});

/** A trend that counts every difference as a change. */
function trend(metric: ViewTrend["metric"], values: readonly number[]): ViewTrend {
  const points = values.map((value, run) => {
    const day = `2026-01-${String(28 + run)}`;
    const before = values[run - 1] ?? value;
    const change = before === value ? null : `${String(before)} -> ${String(value)} at c${String(run)}, ${day}`;
    return { value, low: value * 0.95, high: value * 1.05, name: `c${String(run)}, ${day}`, day, change };
  });
  return { metric, points };
}

afterAll(async () => {
  await report[Symbol.asyncDispose]();
});

async function press(...keys: readonly Parameters<Page["keyboard"]["press"]>[0][]): Promise<void> {
  await page.focus("#frame-slider");
  for (const key of keys) await page.keyboard.press(key);
}

async function selectFrame(frame: number): Promise<void> {
  await select(page, frame);
}

async function panel(): Promise<string> {
  return await textOf(page, ".panel");
}

/** The rows of a table in the panel, with tabs between their cells. */
async function rowsOf(caption: string): Promise<readonly string[]> {
  const rows = await page.$$eval(".panel tbody tr", (found) =>
    found.map((row) => ({
      table: row.closest("table")?.caption?.textContent,
      text: [...row.children].map((cell) => cell.textContent).join("\t"),
    })),
  );
  return rows.flatMap(({ table, text }) => (table === caption ? [text] : []));
}

it("the page may lie in the folder of a game, whose scan finds nothing in it", async () => {
  using folder = createSourceFolder({ "results/report.html": renderPage(file, noPictures, { trends }) });
  expect((await folder.scan()).findings).toEqual([]);
});

describe("the page of a report", () => {
  it("requests nothing but itself, and logs nothing", () => {
    expect(report.requests.filter((url) => !url.startsWith("data:")).map((url) => new URL(url).protocol)).toEqual([
      "file:",
    ]);
    expect(report.complaints).toEqual([]);
  });

  it("shows the verdict, and each line of the budget with its figures", async () => {
    expect(await textOf(page, ".badge")).toBe("FAIL");
    const rows = await page.$$eval("#metrics tbody tr[class]", (found) =>
      found.map((row) => [...row.children].map((cell) => cell.textContent.trim()).join(" | ")),
    );
    expect(rows).toHaveLength(3);
    expect(rows).toContain("draw calls, worst frame | 149 | exact, mean 125.8 | 1,500 |  | 90.0 % | pass");
    expect(rows).toContain(
      "triangles, worst frame | 5,364 | exact, mean 4,529.8 | 4,000 |  | -34.1 % | over in frame 101",
    );
    expect(await page.$$eval("#metrics .bar", (bars) => bars.map((bar) => bar.getAttribute("aria-label")))).toContain(
      "134 % of the budget",
    );
  });

  it("begins with the worst frame, and w goes on to the next one", async () => {
    const worst = file.report.worstFrames.map(({ frame }) => frame);
    await selectFrame(worst[0] ?? 0);
    const seen = [await textOf(page, ".panel h3")];
    for (let count = 0; count < worst.length; count += 1) {
      await press("w");
      seen.push(await textOf(page, ".panel h3"));
    }
    expect(seen).toEqual([...worst, worst[0]].map((frame) => `Frame ${String(frame)}`));
  });

  it.each([
    ["ArrowRight", 51],
    ["ArrowLeft", 49],
    ["PageUp", 80],
    ["PageDown", 20],
    ["Home", 0],
    ["End", 299],
  ] as const)("goes with %s from frame 50 to frame %i", async (key, frame) => {
    await selectFrame(50);
    await press(key);
    expect(await textOf(page, ".panel h3")).toBe(`Frame ${String(frame)}`);
    expect(await page.$eval("#frame-slider", (slider) => slider.getAttribute("aria-valuetext"))).toContain(
      `frame ${String(frame)}, `,
    );
  });

  it("shows the phases and the counts of the selected frame", async () => {
    await selectFrame(101);
    const { cpuMs, drawCalls } = file.report.perFrame;
    expect(await panel()).toContain(`${String(cpuMs[101]?.toFixed(3))} ms CPU`);
    // A phase that never takes time is left out.
    expect((await rowsOf("Phases")).map((row) => row.split("\t")[0])).toEqual([
      ...["prePhysics", "physics", "postPhysics", "gameLogic", "animation", "preRender", "render", "rest"],
    ]);
    const [before = Number.NaN, here = Number.NaN] = drawCalls?.slice(100, 102) ?? [];
    expect(here).toBeLessThan(before);
    const [first = ""] = await rowsOf("Counts");
    expect(first.split("\t").slice(0, 3)).toEqual([
      ...["draw calls", here.toLocaleString("en"), `−${String(before - here)}`],
    ]);
  });

  it("shows the garbage collector's part of the selected frame, if it has any", async () => {
    const { gcMs } = file.report.perFrame;
    const frame = gcMs.findIndex((ms) => ms > 0);
    await selectFrame(frame);
    const us = Math.round(1000 * (gcMs[frame] ?? 0));
    expect(await panel()).toContain(`, of it garbage collection ${(us / 1000).toFixed(3)}`);
    await selectFrame(gcMs.indexOf(0));
    expect(await panel()).not.toContain("garbage collection");
  });

  it("shows the functions of the selected frame, and the parts of the state that changed in it", async () => {
    await selectFrame(101);
    const { profile } = file.report;
    const longest = profile?.functions[profile.frames[101]?.functions[0] ?? 0];
    const functions = await rowsOf("Functions");
    expect(functions).toHaveLength(12);
    expect(functions[0]).toContain(`${String(longest?.name)}game ${String(longest?.position)}`);
    // Steps count from the start of the 60 warm-up frames, and odd steps change this part.
    expect(await panel()).toContain("random (worker.js)");
    await selectFrame(102);
    expect(await panel()).not.toContain("random (worker.js)");
    expect(await panel()).toContain("scene (/)");
  });

  it("shows the scene nodes that draw in the selected frame, and its input", async () => {
    const { nodeDraws, playedInput, perFrame } = file.report;
    await selectFrame(40);
    const rows = await rowsOf("Scene");
    const drawn = nodeDraws.slice(0, 4).map(({ path, drawCalls }) => ({ path, draws: drawCalls[40] ?? 0 }));
    const others = (perFrame.drawCalls?.[40] ?? 0) - drawn.reduce((sum, { draws }) => sum + draws, 0);
    expect(rows.map((row) => row.split("\t").slice(0, 2).join(" "))).toEqual([
      ...drawn.toSorted((one, other) => other.draws - one.draws).map(({ path, draws }) => `${path} ${String(draws)}`),
      `others ${others.toLocaleString("en")}`,
    ]);
    expect(await panel()).toContain(playedInput[4]?.events[0]);
    // The sky is drawn from frame 50 on.
    await selectFrame(61);
    expect((await rowsOf("Scene")).join("\n")).toContain("Scene/sky\t1\t12");
    expect(await panel()).not.toContain("mouse to");
  });

  it("shows the nearest picture before a frame, and none before the first picture", async () => {
    await selectFrame(99);
    expect(await page.$$(".panel img")).toHaveLength(0);
    await selectFrame(100);
    expect(await textOf(page, ".picture figcaption")).toBe("Frame 100");
    await selectFrame(130);
    expect(await textOf(page, ".picture figcaption")).toBe("Frame 100, the nearest picture before");
    const alts = await page.$$eval(".picture img", (images) => images.map(({ alt }) => alt));
    expect(alts).toEqual(["The game in frame 100", "The baseline in frame 100"]);
    expect(await page.$eval(".panel img", (image) => image instanceof HTMLImageElement && image.naturalWidth)).toBe(1);
  });

  it("selects a frame on a click, zooms all charts on a drag, and shows all frames again", async () => {
    const [plot] = await page.$$(".u-over");
    await plot?.scrollIntoView();
    const box = await plot?.boundingBox();
    if (!box) throw new Error("The chart has no place.");
    const [y, xOf] = [box.y + 40, (share: number): number => box.x + box.width * share];
    await page.mouse.click(xOf(0.5), y);
    expect(Number((await textOf(page, ".panel h3")).replace("Frame ", ""))).toBeCloseTo(149.5, -1);
    await page.mouse.move(xOf(0.4), y);
    await page.mouse.down();
    await page.mouse.move(xOf(0.6), y, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction("!document.querySelector('.toolbar button:last-of-type').hidden");
    // A tenth of the sixty frames shown now.
    await selectFrame(150);
    await press("PageUp");
    expect(await textOf(page, ".panel h3")).toBe("Frame 156");
    await page.click(".toolbar button:last-of-type");
    expect(await page.$eval(".toolbar button:last-of-type", (found) => found.hasAttribute("hidden"))).toBe(true);
    await press("PageUp");
    expect(await textOf(page, ".panel h3")).toBe("Frame 186");
  });

  it("shows any other count in one more chart", async () => {
    expect(await page.$$("#frames .chart")).toHaveLength(4);
    await page.select("#other-count", "listeners");
    expect(
      await page.$$eval("#frames .chart", (found) => found.map((chart) => chart.getAttribute("aria-label"))),
    ).toEqual([...["CPU time", "Draw calls", "Triangles", "Executed code", "Listeners"]]);
    await page.select("#other-count", "");
    expect(await page.$$("#frames .chart")).toHaveLength(4);
  });

  it("sorts functions by a column, largest first, and turns the order around", async () => {
    const names = async (): Promise<readonly string[]> =>
      await page.$$eval("#functions tbody tr th", (found) => found.map((cell) => cell.textContent));
    const sortByTotal = async (): Promise<void> => {
      await page.$$eval("#functions .sort", (buttons) => {
        const [, , total] = buttons;
        if (total instanceof HTMLElement) total.click();
      });
    };
    await sortByTotal();
    expect((await names())[0]).toBe("update0");
    await sortByTotal();
    expect((await names())[0]).toBe("update29");
    expect(await page.$$eval("#functions th[aria-sort]", (found) => found.map((cell) => cell.textContent))).toEqual([
      "total",
    ]);
  });
});

describe("a reader of the page", () => {
  it("finds a name at every control, and a scope at every heading of a table", async () => {
    await page.select("#other-count", "");
    const tree = await page.accessibility.snapshot({ interestingOnly: true });
    const roles = new Set(["button", "combobox", "slider", "spinbutton", "textbox", "image"]);
    const nodes = (node: typeof tree): readonly NonNullable<typeof tree>[] =>
      node === null ? [] : [node, ...(node.children ?? []).flatMap(nodes)];
    const controls = nodes(tree).filter(({ role }) => roles.has(role));
    expect(controls.length).toBeGreaterThan(8);
    expect(controls.filter(({ name }) => (name ?? "") === "")).toEqual([]);
    expect(await page.$$eval("th:not([scope])", (found) => found.length)).toBe(0);
    expect(await page.$$eval("table:not(:has(caption))", (found) => found.length)).toBe(0);
    expect(await page.$$eval("[id]", (found) => found.length - new Set(found.map(({ id }) => id)).size)).toBe(0);
  });

  it("gets the colours of the system, or the ones that are chosen", async () => {
    const background = async (): Promise<string> =>
      await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
    const light = await background();
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.select("#scheme", "light");
    expect(await background()).toBe(light);
    await page.select("#scheme", "");
    expect(await background()).toBe(dark);
  });

  it("prints without controls", async () => {
    await page.emulateMediaType("print");
    const shown = await page.$$eval("button, select, input", (found) =>
      found.filter((control) => control.checkVisibility()).map(({ className, id }) => `${id} ${className}`),
    );
    expect(shown.filter((name) => !name.endsWith("sort"))).toEqual([]);
    await page.emulateMediaType("screen");
  });

  it("prints on light paper with everything unfolded, and gets the screen back as it was", async () => {
    await page.select("#scheme", "dark");
    const state = async (event: string): Promise<readonly [scheme: string, folded: number]> =>
      await page.evaluate((name) => {
        dispatchEvent(new Event(name));
        const folded = document.querySelectorAll("details:not([open])").length;
        return [document.documentElement.style.colorScheme, folded] as const;
      }, event);
    expect(await page.$$("details:not([open])")).not.toHaveLength(0);
    expect(await state("beforeprint")).toEqual(["light", 0]);
    expect((await state("afterprint"))[0]).toBe("dark");
    await page.select("#scheme", "");
  });
});

describe("a page of 20,000 frames", () => {
  it("shows each frame, and goes on to the last one", async () => {
    await using long = await openReport(makeLongReport(20_000));
    await long.page.focus("#frame-slider");
    await long.page.keyboard.press("End");
    expect(await textOf(long.page, ".panel h3")).toBe("Frame 19999");
    await long.page.keyboard.press("ArrowLeft");
    expect(await textOf(long.page, ".panel h3")).toBe("Frame 19998");
    expect(long.complaints).toEqual([]);
  });
});

describe("a page of a hostile game", () => {
  it("shows markup in names as text", async () => {
    const evil = `</script><script>document.title = "taken"</script><img src=x onerror="document.title = 'taken'"><!--`;
    const { report: plain, verdict } = makeLongReport(120);
    const hostile: ReportFile = {
      verdict,
      report: {
        ...plain,
        game: { ...plain.game, name: evil },
        notices: [{ code: "x", message: evil, severity: "warning", where: evil }],
        randomCallSites: [{ api: evil, frame: 0, site: evil, through: [evil] }],
        replay: { files: [], parts: [{ realm: evil, part: evil, steps: "60..90", digests: "" }] },
      },
    };
    await using opened = await openReport(hostile);
    await opened.page.focus("#frame-slider");
    await opened.page.keyboard.press("Home");
    expect(await textOf(opened.page, "h1")).toBe(`${evil} 1.2.0`);
    expect(await opened.page.$$(`img[src="x"]`)).toHaveLength(0);
    expect(await opened.page.title()).toBe(`FAIL: ${evil} 1.2.0`);
    expect(opened.complaints).toEqual([]);
  });

  it("shows how a metric changed over the runs of a history", async () => {
    expect(await textOf(page, "#trends h2")).toBe("History");
    expect(await textOf(page, "#trends .chart figcaption")).toContain("Frame CPU p95 over 3 runs");
    expect(await textOf(page, "#trends .readout")).toBe("c2, 2026-01-30: 2.900 ms");
    await page.select("#trend-metric", "maxDrawCalls");
    expect(await textOf(page, "#trends .chart figcaption")).toContain("Draw calls, worst frame over 4 runs");
    expect(await textOf(page, "#trends .readout")).toBe("c3, 2026-01-31: 166");
    expect(await page.$$eval("#trends li", (items) => items.map((item) => item.textContent))).toEqual([
      "120 -> 166 at c2, 2026-01-30",
    ]);
    const { width = 0, height = 0 } = (await (await page.$("#trends canvas"))?.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThan(100);
    expect(report.complaints).toEqual([]);
  });
});
