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

const view = readView();
const ofFrames = element("div");
document.body.append(
  pageHeader(view, colourSwitch()),
  element(
    "main",
    {},
    ...(view.metrics.length === 0 ? [] : [metricTables(view)]),
    ofFrames,
    ...view.sections.map(sectionOf),
  ),
);
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
  followPrinting(viewer.draw);
}
