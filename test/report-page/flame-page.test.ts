import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Page } from "#puppeteer-core";
import { renderFlamePage } from "../../harness/render-page.ts";
import { flameView } from "../../harness/report/flame-view.ts";
import type { FlameChart, FlameFrame } from "../../src/formats/flame-view.ts";
import { openHtml, type OpenReport, textOf } from "./open-report.ts";

/** Frame 20 has two calls below a first one, frame 21 is longer and has no sample, frame 22 is the longest. */
const chart: FlameChart = {
  functions: [
    { name: "tick", position: "src/game.ts:1:1", owner: "game" },
    { name: "<b>walk</b>", position: "src/tree.ts:9:2", owner: "game" },
    { name: "sort", position: "", owner: "browser" },
  ],
  frames: [
    frameOf(20, 1000, { functions: [0, 1, 2], parents: [-1, 0, 0], startUs: [0, 100, 600], endUs: [900, 500, 700] }),
    frameOf(21, 1500, { functions: [], parents: [], startUs: [], endUs: [] }),
    frameOf(22, 2000, { functions: [1], parents: [-1], startUs: [500], endUs: [2000] }),
  ],
};

function frameOf(frame: number, spanUs: number, calls: FlameFrame["calls"]): FlameFrame {
  const phases = [
    { name: "input", endUs: 0 },
    { name: "physics", endUs: spanUs / 2 },
  ] as const;
  const most = calls.functions.length === 0 ? "" : "<b>walk</b> in WebAssembly";
  return { frame, spanUs, cpuUs: spanUs, most, phases, calls };
}

const view = flameView({
  ...{ name: "Orchard", game: "games/orchard", seed: 7, frames: { first: 20, last: 22 }, slowDown: 4 },
  profile: { passes: 3, intervalUs: 100 },
});

let opened: OpenReport;
let page: Page;
beforeAll(async () => {
  opened = await openHtml(renderFlamePage(view, chart), "#functions tbody tr");
  page = opened.page;
});
beforeEach(async () => {
  await page.focus("#flames");
  await page.keyboard.press("Home");
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
});

async function press(...keys: readonly Parameters<Page["keyboard"]["press"]>[0][]): Promise<string> {
  for (const key of keys) await page.keyboard.press(key);
  return await textOf(page, "#flame-readout");
}

/** Moves the pointer to a share of the width, and a number of pixels from the top of the chart. */
async function point(share: number, y: number): Promise<string> {
  const canvas = await page.$("#flames");
  await canvas?.scrollIntoView();
  const box = await canvas?.boundingBox();
  if (!box) throw new Error("The chart has no place.");
  await page.mouse.move(box.x + share * box.width, box.y + y);
  return await textOf(page, "#flame-readout");
}

/** The middles of the rows, from the top: frames, phases, calls by depth. */
const rows = { frames: 8, phases: 26, calls: [45, 64] } as const;

describe("the page of a flame chart", () => {
  it("requests nothing but itself, and logs nothing", () => {
    const schemes = opened.requests.map((url) => new URL(url).protocol);
    expect(schemes).toEqual(["file:"]);
    expect(opened.complaints).toEqual([]);
  });

  it("says which frames of which game it shows, and that the page was throttled", async () => {
    expect(await page.title()).toBe("Flame chart: Orchard");
    const facts = await textOf(page, ".facts");
    for (const fact of ["games/orchard, frames 20 to 22, seed 7", "3 runs", "100 µs", "one 4th"])
      expect(facts).toContain(fact);
  });

  it("lists the frames, worst first, and jumps to one", async () => {
    const cells = await page.$$eval(".panel tbody tr", (found) =>
      found.map((row) => [...row.children].map((each) => each.textContent).join(" | ")),
    );
    expect(cells).toEqual([
      "22 | 2.000 ms | <b>walk</b> in WebAssembly",
      "21 | 1.500 ms | ",
      "20 | 1.000 ms | <b>walk</b> in WebAssembly",
    ]);
    await page.click(".panel tbody tr:nth-child(2) button");
    expect(await textOf(page, "#flame-readout")).toContain("No sample fell into this frame.");
    expect(await textOf(page, ".panel [aria-current]")).toBe("21");
  });

  it("goes from frame to frame by keys, in the chart and on the slider, and to the next worst", async () => {
    expect(await press("PageDown")).toContain("Frame 21");
    expect(await press("PageDown", "PageDown")).toContain("Frame 22");
    expect(await press("w")).toContain("Frame 21");
    await page.focus("#frame-slider");
    expect(await press("ArrowLeft")).toContain("Frame 20");
    expect(await page.$eval("#frame-slider", (slider) => slider.getAttribute("aria-valuetext"))).toBe(
      "frame 20, 1.000 ms",
    );
  });

  it("goes from call to call by keys, and shows function, place, own and total time with their shares", async () => {
    const tick = await press("ArrowDown");
    expect(tick).toContain("tick src/game.ts:1:1");
    expect(tick).toContain("this call: 0.900 ms (90.0 %), of its own 0.400 ms (40.0 %)");
    expect(await press("ArrowDown")).toContain("<b>walk</b> src/tree.ts:9:2");
    expect(await press("ArrowRight")).toContain("sort the browser");
    expect(await press("ArrowUp")).toContain("tick");
    // The next call of this depth is two frames further.
    expect(await press("ArrowRight")).toContain("frame 22: 1.500 ms (75.0 %)");
    expect(await textOf(page, "[aria-live]")).toContain("frame 22");
  });

  it("shows the call under the pointer, and forgets it when the pointer leaves", async () => {
    expect(await point(0.3, rows.calls[1])).toContain("walk");
    expect(await point(0.65, rows.calls[1])).toContain("sort");
    expect(await point(0.95, rows.calls[0])).toContain("Frame 20");
    await page.mouse.move(0, 0);
    expect(await textOf(page, "#flame-readout")).toContain("Frame 20");
  });

  it("zooms into a call on a click, and out again", async () => {
    await point(0.65, rows.calls[1]);
    await page.mouse.down();
    await page.mouse.up();
    // It fills the chart now, from side to side.
    expect(await point(0.02, rows.calls[1])).toContain("sort");
    expect(await point(0.98, rows.calls[1])).toContain("sort");
    await page.mouse.move(0, 0);
    await press("Escape");
    expect(await point(0.3, rows.calls[1])).toContain("walk");
  });

  it("shows all frames, and selects one by its mark", async () => {
    await page.click(".toolbar button:last-of-type");
    await point(0.9, rows.frames);
    await page.mouse.down();
    await page.mouse.up();
    await page.mouse.move(0, 0);
    expect(await textOf(page, "#flame-readout")).toContain("Frame 22");
    expect(await point(0.9, rows.calls[0])).toContain("walk");
  });

  it("draws every call in its file's colour, and phases in theirs", async () => {
    const colourAt = async (share: number, y: number): Promise<string> =>
      await page.$eval(
        "#flames",
        (canvas, x, down) => {
          if (!(canvas instanceof HTMLCanvasElement)) throw new TypeError("The chart is a canvas.");
          const { data = [] } =
            canvas.getContext("2d")?.getImageData(Math.round(x * canvas.width), down * devicePixelRatio, 1, 1) ?? {};
          return `rgb(${String(data[0])}, ${String(data[1])}, ${String(data[2])})`;
        },
        share,
        y,
      );
    const colourOf = async (name: string): Promise<string> =>
      await page.evaluate((property) => {
        const probe = document.createElement("span");
        probe.style.color = `var(${property})`;
        document.body.append(probe);
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
      }, name);
    // At the bottom of the rows, below the text. src/tree.ts has the most time.
    expect(await colourAt(0.85, rows.calls[0] + 6)).toBe(await colourOf("--flame-1"));
    expect(await colourAt(0.45, rows.calls[1] + 6)).toBe(await colourOf("--flame-0"));
    expect(await colourAt(0.65, rows.calls[1] + 6)).toBe(await colourOf("--flame-other"));
    expect(await colourAt(0.45, rows.phases + 5)).toBe(await colourOf("--phase-physics"));
    expect(await textOf(page, ".legend")).toContain("src/tree.ts");
  });

  it("has the same as text: the functions of the frame, and its calls in order", async () => {
    expect(await textOf(page, "#functions caption")).toBe("Functions of frame 20");
    const cellsOf = async (table: string): Promise<readonly string[]> =>
      await page.$$eval(`${table} tbody tr`, (found) =>
        found.map((row) => [...row.children].map((each) => each.textContent).join(" | ")),
      );
    expect(await cellsOf("#functions .scroll")).toEqual([
      "tick | 0.400 ms | 40.0 % | 0.900 ms | 90.0 % | 1 | src/game.ts:1:1",
      "<b>walk</b> | 0.400 ms | 40.0 % | 0.400 ms | 40.0 % | 1 | src/tree.ts:9:2",
      "sort | 0.100 ms | 10.0 % | 0.100 ms | 10.0 % | 1 | ",
    ]);
    await page.click("#functions summary");
    await page.waitForSelector("#functions details table");
    expect(await cellsOf("#functions details")).toEqual([
      "tick | 1 | 0.000 ms | 0.900 ms | 90.0 % | 0.400 ms | src/game.ts:1:1",
      "<b>walk</b> | 2 | 0.100 ms | 0.400 ms | 40.0 % | 0.400 ms | src/tree.ts:9:2",
      "sort | 2 | 0.600 ms | 0.100 ms | 10.0 % | 0.100 ms | ",
    ]);
  });

  it("has a name at every control, a caption at every table, and no id twice", async () => {
    const tree = await page.accessibility.snapshot({ interestingOnly: true });
    const nodes = (node: typeof tree): readonly NonNullable<typeof tree>[] =>
      node === null ? [] : [node, ...(node.children ?? []).flatMap(nodes)];
    const roles = new Set(["button", "combobox", "slider", "application"]);
    const controls = nodes(tree).filter(({ role }) => roles.has(role));
    expect(controls.map(({ role }) => role)).toContain("application");
    expect(controls.filter(({ name }) => (name ?? "") === "")).toEqual([]);
    expect(await page.$$eval("table:not(:has(caption)), th:not([scope])", (found) => found.length)).toBe(0);
    expect(await page.$$eval("[id]", (found) => found.length - new Set(found.map(({ id }) => id)).size)).toBe(0);
  });
});

it("of one frame has nothing to go to another one", async () => {
  await using one = await openHtml(
    renderFlamePage(view, { ...chart, frames: chart.frames.slice(0, 1) }),
    "#functions tbody tr",
  );
  expect(await one.page.$$(".panel, #frame-slider")).toEqual([]);
  const shown = await one.page.$$eval(".toolbar button", (found) => found.filter((each) => each.checkVisibility()));
  expect(shown).toEqual([]);
  expect(await textOf(one.page, "#flame-readout")).toContain("Frame 20");
});
