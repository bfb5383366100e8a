import type { ReportView } from "../formats/report-view.ts";
import { colourSwitch, followPrinting } from "./colour-scheme.ts";
import { element } from "./element.ts";
import { createFrameSelection } from "./frame-selection.ts";
import { frameViewer } from "./frame-viewer.ts";
import { histogram } from "./histogram.ts";
import { metricTables } from "./metric-tables.ts";
import { pageHeader } from "./page-header.ts";
import { readFrames, readView } from "./report-data.ts";
import { sectionOf, titledSection } from "./sections.ts";
import { trendViewer } from "./trends.ts";

const view = readView();
const ofFrames = element("div");
const ofTrends = element("div");
/** The functions that draw the charts again. */
const charts: (() => void)[] = [];
document.body.append(
  pageHeader(view, "Framegate report", colourSwitch()),
  element(
    "main",
    {},
    ...(view.metrics.length === 0 ? [] : [metricTables(view)]),
    ofFrames,
    ofTrends,
    ...view.sections.map(sectionOf),
  ),
);
followPrinting(() => {
  for (const draw of charts) draw();
});
if (view.trends.length > 0) {
  const trends = trendViewer(view);
  ofTrends.append(titledSection("trends", "History", trends.element));
  trends.draw();
  charts.push(trends.draw);
}
if (view.frameCount > 0) {
  showFrames(view, ofFrames).catch((thrown: unknown) => {
    const text = `This browser cannot show the frames: ${String(thrown)}`;
    ofFrames.append(element("p", { role: "alert", class: "fail" }, text));
  });
}

/** The frames come after the rest: a long run takes a moment to unpack. */
async function showFrames(shown: ReportView, place: HTMLElement): Promise<void> {
  const frames = await readFrames();
  const selection = createFrameSelection(shown.frameCount, shown.worstFrames[0] ?? 0);
  const viewer = frameViewer({ view: shown, frames, selection });
  place.append(titledSection("frames", "Frames", viewer.element));
  if (frames.times !== null) place.append(titledSection("histogram", "Distribution", histogram(shown, frames.times)));
  viewer.draw();
  charts.push(viewer.draw);
}
