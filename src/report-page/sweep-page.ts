import type { SweepView } from "../formats/sweep-view.ts";
import { colourSwitch, followPrinting } from "./colour-scheme.ts";
import { element } from "./element.ts";
import { pageHeader } from "./page-header.ts";
import { readSeeds, readSweepView } from "./report-data.ts";
import { sectionOf, titledSection } from "./sections.ts";
import { sweepViewer } from "./sweep-viewer.ts";

const view = readSweepView();
const place = element("div");
document.body.append(
  pageHeader(view, "Framegate sweep", colourSwitch()),
  element("main", {}, sectionOf(view.worst), place, ...view.sections.map(sectionOf)),
);
// The browser unpacks the figures of the seeds in its own time.
showSeeds(view).catch((thrown: unknown) => {
  const text = `This browser cannot show the seeds: ${String(thrown)}`;
  place.append(element("p", { role: "alert", class: "fail" }, text));
});

async function showSeeds(shown: SweepView): Promise<void> {
  if (shown.metrics.length === 0) return;
  const viewer = sweepViewer(shown, await readSeeds());
  place.append(titledSection("distribution", "Distribution", viewer.element));
  viewer.draw();
  followPrinting(viewer.draw);
}
