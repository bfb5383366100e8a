import { describe, it } from "vitest";
import { findBrowser } from "../../harness/browser/find-browser.ts";
import { examineSweep } from "../../harness/examine-sweep.ts";
import { renderFlamePage, renderSweepPage } from "../../harness/render-page.ts";
import { flameView } from "../../harness/report/flame-view.ts";
import { makeRow, makeSweep } from "../formats/sweep-document.ts";
import { makeLongReport } from "../harness/fixtures/long-report.ts";
import { expectGoldenPicture } from "./golden-picture.ts";
import { openHtml, openReport } from "./open-report.ts";

const schemes = ["light", "dark"] as const;
// Other browsers draw letters with the fonts of their machine.
const { source } = await findBrowser(process.env);

describe.skipIf(source !== "embedded").each(schemes)("in %s colours, the page looks as it did", (scheme) => {
  it("of a run", async () => {
    await using opened = await openReport(makeLongReport(300));
    await expectGoldenPicture(opened.page, "report", scheme);
  });

  it("of a sweep", async () => {
    const rows = Array.from({ length: 40 }, (_, index) => makeRow(index + 1, 80 + ((index * 7) % 40)));
    const html = renderSweepPage(examineSweep(makeSweep(rows), null));
    await using opened = await openHtml(html, "#distribution .chart");
    await expectGoldenPicture(opened.page, "sweep", scheme);
  });

  it("of a flame chart", async () => {
    const calls = { functions: [0, 1, 0], parents: [-1, 0, 1], startUs: [0, 100, 600], endUs: [900, 800, 700] };
    const phases = [{ name: "physics", endUs: 500 } as const];
    const frame = { frame: 20, spanUs: 1000, cpuUs: 1000, most: "walk", phases, calls };
    const functions = [
      { name: "tick", position: "src/game.ts:1:1", owner: "game" },
      { name: "walk", position: "src/tree.ts:9:2", owner: "game" },
    ] as const;
    const view = flameView({
      ...{ name: "Orchard", game: "games/orchard", seed: 7, frames: { first: 20, last: 20 }, slowDown: 1 },
      profile: { passes: 3, intervalUs: 100 },
    });
    await using opened = await openHtml(renderFlamePage(view, { functions, frames: [frame] }), "#functions tbody tr");
    await expectGoldenPicture(opened.page, "flames", scheme);
  });
});
