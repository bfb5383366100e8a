import { type CountName, countNames, definitionOf } from "../formats/frame-counts.ts";
import type { ReportView, ViewFrames } from "../formats/report-view.ts";
import { type Chart, type ChartContent, type ChartRange, createChart } from "./chart.ts";
import { button, element } from "./element.ts";
import { allocationsChart, countChart, timeChart, workChart } from "./frame-charts.ts";
import { describeFrame, framePanel } from "./frame-panel.ts";
import type { FrameSelection, ViewerContent } from "./frame-selection.ts";

/** The charts over the frames, and beside them the details of the selected one. */
export function frameViewer(content: ViewerContent): { readonly element: HTMLElement; readonly draw: () => void } {
  const { view, frames, selection } = content;
  const charts = createCharts(selection);
  const shown = countsWithChart(frames);
  const contents: readonly (ChartContent | null)[] = [
    frames.times === null ? null : timeChart(view, frames.times),
    ...shown.map((name) => chartOf(name, content)),
    workChart(frames, view),
    allocationsChart(frames, view),
  ];
  for (const each of contents) if (each !== null) charts.add(each);
  const others = countNames.filter((name) => !shown.includes(name) && frames.counts[name] !== undefined);
  const slider = frameSlider(content);
  const area = element(
    "div",
    { class: "charts" },
    toolbar(content, charts),
    ...(frames.times === null || frames.times.phases.length === 0 ? [] : [legendOf(frames.times.phases)]),
    charts.element,
    ...(others.length === 0 ? [] : [otherCounts(others, content, charts)]),
    slider,
  );
  listenToKeys(area, content, charts);
  return {
    element: element("div", { class: "viewer" }, area, framePanel(content)),
    draw: charts.draw,
  };
}

/** The counts of the APIs that a game draws with. */
function countsWithChart({ counts }: ViewFrames): readonly CountName[] {
  const drawn = (["drawCalls", "triangles"] as const).filter((name) => counts[name] !== undefined);
  if (drawn.length > 0) return drawn;
  return (["canvasOperations", "domChanges"] as const).filter((name) => counts[name]?.some((count) => count > 0));
}

function chartOf(name: CountName, { view, frames }: ViewerContent): ChartContent | null {
  const values = frames.counts[name];
  return values === undefined ? null : countChart(name, values, view);
}

/** Charts that show the same frames. */
interface Charts {
  readonly element: HTMLElement;
  readonly add: (content: ChartContent) => Chart;
  readonly drop: (chart: Chart) => void;
  readonly draw: () => void;
  readonly show: (range: ChartRange) => void;
  readonly range: () => ChartRange;
  /** Calls a function when other frames are shown. */
  readonly follow: (listener: () => void) => void;
}

function createCharts(selection: FrameSelection): Charts {
  const place = element("div");
  const listeners: (() => void)[] = [];
  let all: readonly Chart[] = [];
  let range: ChartRange = { first: 0, last: selection.count - 1 };
  const show = (next: ChartRange): void => {
    if (next.first === range.first && next.last === range.last) return;
    range = next;
    for (const chart of all) chart.showRange(range);
    for (const listener of listeners) listener();
  };
  const onPick = (frame: number): void => {
    selection.select(frame);
    document.getElementById("frame-slider")?.focus({ preventScroll: true });
  };
  // A frame outside of the shown range scrolls that range.
  selection.follow((frame) => {
    const { first, last } = range;
    if (frame >= first && frame <= last) return;
    show(within(frame - (last - first) / 2, last - first, selection.count));
  });
  return {
    element: place,
    add(content) {
      const chart = createChart(content, selection, { onRange: show, onPick });
      all = [...all, chart];
      place.append(chart.element);
      chart.showRange(range);
      chart.draw();
      return chart;
    },
    drop(chart) {
      all = all.filter((each) => each !== chart);
      chart.remove();
    },
    draw: () => all.forEach((chart) => chart.draw()),
    show,
    range: () => range,
    follow: (listener) => listeners.push(listener),
  };
}

/** A range of the given length that lies within the frames. */
function within(first: number, length: number, count: number): ChartRange {
  const start = Math.max(0, Math.min(count - 1 - length, first));
  return { first: start, last: Math.min(count - 1, start + length) };
}

function toolbar({ view, selection }: ViewerContent, charts: Charts): HTMLElement {
  const input = element("input", {
    ...{ id: "frame-number", type: "number", min: "0", max: String(selection.count - 1), step: "1" },
  });
  input.addEventListener("change", () => {
    if (input.value !== "") selection.select(Number(input.value));
    input.value = String(selection.current());
  });
  selection.follow((frame) => {
    input.value = String(frame);
  });
  const worst = button("Next worst frame", () => selectNextWorst(view, selection));
  worst.setAttribute("aria-keyshortcuts", "w");
  worst.hidden = view.worstFrames.length === 0;
  const all = button("Show all frames", () => charts.show({ first: 0, last: selection.count - 1 }));
  const showWhether = (): void => {
    const { first, last } = charts.range();
    all.hidden = first <= 0 && last >= selection.count - 1;
  };
  charts.follow(showWhether);
  showWhether();
  return element(
    "div",
    { class: "toolbar control" },
    element("label", { for: "frame-number" }, "Frame"),
    input,
    worst,
    all,
    element(
      "span",
      { class: "muted hint" },
      "Drag to zoom, double-click for all. ",
      ...["←", "→", "PgUp", "PgDn", "Home", "End", ...(worst.hidden ? [] : ["w"]), "+", "−"].flatMap((key) => [
        element("kbd", {}, key),
        " ",
      ]),
    ),
  );
}

/** Selects the next of the five worst frames, from the worst on, cyclically. */
function selectNextWorst({ worstFrames }: ReportView, selection: FrameSelection): void {
  const next = worstFrames[(worstFrames.indexOf(selection.current()) + 1) % worstFrames.length];
  if (next !== undefined) selection.select(next);
}

function legendOf(phases: NonNullable<ViewFrames["times"]>["phases"]): HTMLElement {
  const entries = phases.map(({ name }) => {
    const swatch = element("span", { class: "swatch" });
    swatch.style.background = `var(--phase-${name})`;
    return element("li", {}, swatch, name);
  });
  return element("ul", { class: "legend", "aria-label": "Phases" }, ...entries);
}

/** One more chart, for a count of the user's choice. */
function otherCounts(names: readonly CountName[], content: ViewerContent, charts: Charts): HTMLElement {
  const select = element(
    "select",
    { id: "other-count" },
    element("option", { value: "" }, "None"),
    ...names.map((name) => element("option", { value: name }, definitionOf(name).label)),
  );
  let current: Chart | null = null;
  select.addEventListener("change", () => {
    if (current !== null) charts.drop(current);
    const name = names.find((each) => each === select.value);
    const chart = name === undefined ? null : chartOf(name, content);
    current = chart === null ? null : charts.add(chart);
  });
  return element("p", { class: "control" }, element("label", { for: "other-count" }, "Also show"), " ", select);
}

/** By keyboard and to a screen reader the viewer is a slider over the frames. */
function frameSlider({ view, frames, selection }: ViewerContent): HTMLElement {
  const slider = element("input", {
    ...{ id: "frame-slider", type: "range", min: "0", max: String(selection.count - 1), step: "1" },
    ...{ class: "control", "aria-label": "Frame" },
  });
  slider.addEventListener("input", () => {
    selection.select(Number(slider.value));
  });
  selection.follow((frame) => {
    slider.value = String(frame);
    slider.setAttribute("aria-valuetext", describeFrame(frame, view, frames));
  });
  return slider;
}

function listenToKeys(area: HTMLElement, { view, selection }: ViewerContent, charts: Charts): void {
  const zoom = (factor: number): void => {
    const { first, last } = charts.range();
    const length = Math.max(4, Math.min(selection.count - 1, (last - first) * factor));
    charts.show(within(selection.current() - length / 2, length, selection.count));
  };
  const page = (): number => Math.max(1, Math.round((charts.range().last - charts.range().first) / 10));
  const actions: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => selection.select(selection.current() - 1),
    ArrowDown: () => selection.select(selection.current() - 1),
    ArrowRight: () => selection.select(selection.current() + 1),
    ArrowUp: () => selection.select(selection.current() + 1),
    PageUp: () => selection.select(selection.current() + page()),
    PageDown: () => selection.select(selection.current() - page()),
    Home: () => selection.select(0),
    End: () => selection.select(selection.count - 1),
    "+": () => zoom(0.5),
    "-": () => zoom(2),
    w: () => selectNextWorst(view, selection),
  };
  area.addEventListener("keydown", (event) => {
    const { target } = event;
    const isTyping =
      target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === "number");
    if (isTyping || event.ctrlKey || event.altKey || event.metaKey || !Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]?.();
  });
}
