import type { FlameChart, FlameView } from "../formats/flame-view.ts";
import { formatMs, formatPart } from "../formats/format-figures.ts";
import type { ViewCell, ViewTable } from "../formats/report-view.ts";
import { colourSwitch, followPrinting } from "./colour-scheme.ts";
import { button, element } from "./element.ts";
import { type FlameDrawing, nameOf } from "./flame-canvas.ts";
import { colourFiles, functionsOfFrame, layOutFlames, type PlacedFrame } from "./flame-layout.ts";
import { flameViewer } from "./flame-viewer.ts";
import { createFrameSelection, type FrameSelection } from "./frame-selection.ts";
import { readFlameChart, readFlameView } from "./report-data.ts";
import { titledSection } from "./sections.ts";
import { tableOf } from "./tables.ts";

// Readers stop before that.
const framesListed = 50;
const callsListed = 1000;

const main = element("main");
document.body.append(heading(readFlameView()), main);
showChart(main).catch((thrown: unknown) => {
  const text = `This browser cannot show the chart: ${String(thrown)}`;
  main.append(element("p", { role: "alert", class: "fail" }, text));
});

function heading({ title, facts }: FlameView): HTMLElement {
  return element(
    "header",
    {},
    element("div", { class: "masthead" }, element("span", { class: "product" }, "Framegate profile"), colourSwitch()),
    element("h1", {}, title),
    element("ul", { class: "facts" }, ...facts.map((fact) => element("li", {}, fact))),
  );
}

async function showChart(place: HTMLElement): Promise<void> {
  const chart = await readFlameChart();
  const layout = layOutFlames(chart);
  const { files, ofFunction } = colourFiles(chart, layout);
  const worst = chart.frames
    .map((_, index) => index)
    .sort((one, other) => cpuOf(chart, other) - cpuOf(chart, one) || one - other);
  const selection = createFrameSelection(chart.frames.length, worst[0] ?? 0);
  const drawing = { chart, layout, files: ofFunction };
  const viewer = flameViewer({ drawing, files, selection, worst });
  const tables = element("div");
  selection.follow((index) => {
    tables.replaceChildren(...tablesOf(drawing, index));
  });
  const list = worst.length < 2 ? [] : [frameList(chart, worst, selection)];
  const kind = list.length === 0 ? {} : { class: "viewer flame-viewer" };
  place.append(
    titledSection("chart", "Flame chart", element("div", kind, viewer.element, ...list)),
    titledSection("functions", "Functions", tables),
  );
  viewer.draw();
  followPrinting(viewer.draw);
}

function cpuOf({ frames }: FlameChart, index: number): number {
  return frames[index]?.cpuUs ?? 0;
}

/** The frames to jump to, worst first. */
function frameList(chart: FlameChart, worst: readonly number[], selection: FrameSelection): HTMLElement {
  const rows = worst.slice(0, framesListed).map((index) => {
    const frame = chart.frames[index];
    const jump = button(String(frame?.frame), () => selection.select(index));
    selection.follow((selected) => {
      if (selected === index) jump.setAttribute("aria-current", "true");
      else jump.removeAttribute("aria-current");
    });
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, jump),
      element("td", { class: "right" }, formatMs(cpuOf(chart, index) / 1000)),
      element("td", {}, frame?.most ?? ""),
    );
  });
  const more = worst.length - rows.length;
  const table = element(
    "table",
    {},
    element("caption", {}, "Worst frames"),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        element("th", { scope: "col" }, "frame"),
        element("th", { scope: "col", class: "right" }, "CPU"),
        element("th", { scope: "col" }, "most in"),
      ),
    ),
    element("tbody", {}, ...rows),
  );
  return element(
    "aside",
    { class: "panel", "aria-label": "Worst frames" },
    table,
    ...(more > 0 ? [element("small", {}, `${String(more)} more have less.`)] : []),
  );
}

/** The selected frame as text: its functions, and all its calls. */
function tablesOf(drawing: FlameDrawing, index: number): readonly HTMLElement[] {
  const { chart, layout } = drawing;
  const placed = layout.frames[index];
  const frame = chart.frames[index];
  if (placed === undefined || frame === undefined) return [];
  const name = `frame ${String(frame.frame)}`;
  const calls = element("details", {}, element("summary", {}, `${String(placed.calls.length)} calls in order`));
  calls.addEventListener("toggle", () => {
    if (calls.open && calls.childElementCount === 1) calls.append(tableOf(callTable(drawing, placed, name)));
  });
  return [tableOf(functionTable(drawing, placed, name)), calls];
}

function functionTable({ chart }: FlameDrawing, placed: PlacedFrame, name: string): ViewTable {
  const spanUs = placed.endUs - placed.startUs;
  const rows = functionsOfFrame(placed.calls).map(({ function: of, selfUs, totalUs, calls }) => [
    cell(nameOf(chart, of)),
    time(selfUs),
    part(selfUs, spanUs),
    time(totalUs),
    part(totalUs, spanUs),
    { text: String(calls), value: calls },
    cell(chart.functions[of]?.position ?? ""),
  ]);
  const columns = columnsOf(["function", ">self", ">share", ">total", ">share", ">calls", "position"]);
  return { caption: `Functions of ${name}`, columns, rows, isSortable: true };
}

function callTable({ chart }: FlameDrawing, placed: PlacedFrame, name: string): ViewTable {
  const spanUs = placed.endUs - placed.startUs;
  const rows = placed.calls
    .slice(0, callsListed)
    .map(({ function: of, depth, startUs, endUs, selfUs }) => [
      cell(nameOf(chart, of)),
      { text: String(depth + 1), value: depth },
      time(startUs - placed.startUs),
      time(endUs - startUs),
      part(endUs - startUs, spanUs),
      time(selfUs),
      cell(chart.functions[of]?.position ?? ""),
    ]);
  const columns = columnsOf(["function", ">depth", ">start", ">total", ">share", ">self", "position"]);
  const isCut = placed.calls.length > callsListed;
  const caption = isCut ? `The first ${String(callsListed)} calls of ${name}` : `Calls of ${name}`;
  return { caption, columns, rows, isSortable: true };
}

/** A leading `>` right-aligns a column. */
function columnsOf(labels: readonly string[]): ViewTable["columns"] {
  return labels.map((label) => ({ label: label.replace(">", ""), align: label.startsWith(">") ? "right" : "left" }));
}

function cell(text: string): ViewCell {
  return { text, value: null };
}

function time(us: number): ViewCell {
  return { text: formatMs(us / 1000), value: us };
}

function part(us: number, wholeUs: number): ViewCell {
  return { text: formatPart(us, wholeUs), value: us };
}
