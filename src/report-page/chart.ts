import uPlot from "uplot";
import { colourOf } from "./colour-scheme.ts";
import { element } from "./element.ts";
import type { FrameSelection } from "./frame-selection.ts";

/** A line or an area over the frames, or over whatever the axis counts. */
export interface ChartSeries {
  readonly label: string;
  readonly values: readonly number[];
  /** A custom property of the style. */
  readonly colour: string;
  /** An area reaches down to zero, and covers the series before it. */
  readonly kind: "line" | "area" | "edge";
}

/** The unit of a chart's horizontal axis. */
export interface ChartAxis {
  /** Charts with the same key share their pointer. */
  readonly key: string;
  /** The name of a place on the axis, such as `frame 12`. */
  readonly nameOf: (index: number) => string;
  readonly formatTick: (index: number) => string;
  /** Least room for a tick, in CSS pixels. */
  readonly space: number;
}

/** The content of a chart. */
export interface ChartContent {
  readonly title: string;
  readonly axis: ChartAxis;
  readonly height: number;
  readonly series: readonly ChartSeries[];
  /** Indexes of two series of the kind `edge` with a tint between them; null for none. */
  readonly band: readonly [low: number, high: number] | null;
  /** The budget; null if there is none. */
  readonly limit: number | null;
  /** Frames with a mark, at the height of the first line. */
  readonly marked: readonly number[];
  readonly format: (value: number) => string;
  /** For the axis, which has no room for three decimals. */
  readonly formatTick: (value: number) => string;
}

/** The frames that all charts show: the first and the last. */
export interface ChartRange {
  readonly first: number;
  readonly last: number;
}

/** Events from a chart to the viewer. */
export interface ChartEvents {
  readonly onRange: (range: ChartRange) => void;
  readonly onPick: (frame: number) => void;
}

/** A chart in the page. */
export interface Chart {
  readonly element: HTMLElement;
  showRange(range: ChartRange): void;
  /** Redraws in the current colours and width. */
  draw(): void;
  remove(): void;
}

/** Room for the figures of the vertical axis, so that all charts line up. */
const axisWidth = 64;

/** Creates a chart over all frames. A drag zooms, a double click shows all again, and a click picks a frame. */
export function createChart(content: ChartContent, selection: FrameSelection, events: ChartEvents): Chart {
  const readout = element("span", { class: "readout" });
  const place = element("div", { class: "plot" });
  const figure = element(
    "figure",
    { class: "chart", "aria-label": content.title },
    element("figcaption", {}, element("strong", {}, content.title), limitText(content), readout),
    place,
  );
  const frames = Array.from({ length: selection.count }, (_, frame) => frame);
  const columns = content.series.map(({ values }) => [...values]);
  const plot = new uPlot(plotOptions(content, events), [frames, ...columns], place);
  plot.over.addEventListener("click", () => {
    if (typeof plot.cursor.idx === "number") events.onPick(plot.cursor.idx);
  });
  const stopReadout = showReadout(plot, readout, content, selection);
  const stopLine = showSelected(plot, selection);
  const resize = (): void => {
    const { width } = place.getBoundingClientRect();
    if (width > 0 && width !== plot.width) plot.setSize({ width, height: content.height });
  };
  const observer = new ResizeObserver(resize);
  observer.observe(place);
  return {
    element: figure,
    showRange({ first, last }) {
      const { min, max } = plot.scales["x"] ?? {};
      if (min !== first || max !== last) plot.setScale("x", { min: first, max: last });
    },
    draw() {
      resize();
      // Drawing before the range is set would set it to nothing.
      if (typeof plot.scales["x"]?.min === "number") plot.redraw(true, true);
    },
    remove() {
      stopReadout();
      stopLine();
      observer.disconnect();
      plot.destroy();
      figure.remove();
    },
  };
}

/** Shows the value of the frame under the pointer, in any chart, or else of the selected frame. */
function showReadout(plot: uPlot, readout: HTMLElement, content: ChartContent, selection: FrameSelection): () => void {
  const main = content.series.find(({ kind }) => kind === "line");
  const show = (): void => {
    const frame = plot.cursor.idx ?? selection.current();
    const value = main?.values[frame];
    readout.textContent = value === undefined ? "" : `${content.axis.nameOf(frame)}: ${content.format(value)}`;
  };
  plot.hooks.setCursor = [show];
  return selection.follow(show);
}

/** A line at the selected frame. An element, because moving it is faster than redrawing a chart. */
function showSelected(plot: uPlot, selection: FrameSelection): () => void {
  const line = element("div", { class: "selected" });
  plot.over.append(line);
  const show = (): void => {
    const x = plot.valToPos(selection.current(), "x");
    line.hidden = !(x >= 0 && x <= plot.over.clientWidth);
    line.style.left = `${String(x)}px`;
  };
  plot.hooks.draw = [...(plot.hooks.draw ?? []), show];
  return selection.follow(show);
}

function limitText({ limit, format }: ChartContent): string {
  return limit === null ? "" : ` budget ${format(limit)}`;
}

function plotOptions(content: ChartContent, events: ChartEvents): uPlot.Options {
  const { series, band, height } = content;
  return {
    width: 600,
    height,
    padding: [8, 8, 0, 0],
    legend: { show: false },
    cursor: {
      sync: { key: content.axis.key, setSeries: false },
      drag: { x: true, y: false },
      y: false,
      points: { show: false },
    },
    scales: {
      // A single frame has a width, too.
      x: { time: false, range: (_plot, min, max) => (min === max ? [min - 0.5, max + 0.5] : [min, max]) },
      y: { range: (_plot, _min, max) => [0, highest(max, content.limit)] },
    },
    axes: plotAxes(content),
    series: [{}, ...series.map(plotSeries)],
    ...(band === null ? {} : { bands: [{ series: [band[1] + 1, band[0] + 1], fill: () => colourOf("--band") }] }),
    hooks: {
      draw: [
        (plot) => {
          drawLimit(plot, content.limit);
          drawMarks(plot, content);
        },
      ],
      setScale: [
        (plot, scale) => {
          const { min, max } = plot.scales["x"] ?? {};
          if (scale === "x" && typeof min === "number" && typeof max === "number")
            events.onRange({ first: min, last: max });
        },
      ],
    },
  };
}

/** The chart includes the budget unless that would flatten the figures. */
function highest(max: number, limit: number | null): number {
  const ofLimit = limit !== null && limit < 2 * max ? limit : 0;
  return Math.max(max, ofLimit, Number.MIN_VALUE) * 1.08;
}

function plotAxes({ axis, formatTick }: ChartContent): uPlot.Axis[] {
  const shared: uPlot.Axis = {
    stroke: () => colourOf("--muted"),
    grid: { stroke: () => colourOf("--line"), width: 1 },
    ticks: { show: false },
    font: "12px system-ui, sans-serif",
  };
  return [
    {
      ...shared,
      size: 28,
      space: axis.space,
      values: (_plot, ticks) => ticks.map(axis.formatTick),
      grid: { show: false },
      incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000],
    },
    { ...shared, size: axisWidth, space: 28, values: (_plot, ticks) => ticks.map(formatTick) },
  ];
}

function plotSeries({ label, colour, kind }: ChartSeries): uPlot.Series {
  const stroke = (): string => colourOf(colour);
  switch (kind) {
    case "line":
      return { label, stroke, width: 1.25, points: { show: false } };
    case "area":
      return { label, fill: stroke, width: 0, points: { show: false } };
    case "edge":
      return { label, width: 0, points: { show: false } };
  }
}

function drawLimit(plot: uPlot, limit: number | null): void {
  if (limit === null || limit > (plot.scales["y"]?.max ?? 0)) return;
  const { ctx, bbox } = plot;
  const y = Math.round(plot.valToPos(limit, "y", true)) + 0.5;
  ctx.save();
  ctx.strokeStyle = colourOf("--fail");
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}

/** Rings around the marked frames. */
function drawMarks(plot: uPlot, { series, marked }: ChartContent): void {
  const { ctx } = plot;
  const main = series.find(({ kind }) => kind === "line");
  const { min = 0, max = 0 } = plot.scales["x"] ?? {};
  ctx.save();
  ctx.strokeStyle = colourOf("--accent");
  ctx.fillStyle = colourOf("--panel");
  ctx.lineWidth = 1.5 * devicePixelRatio;
  const isShown = (frame: number): boolean => frame >= min && frame <= max;
  for (const frame of marked.filter(isShown)) {
    ctx.beginPath();
    const [x, y] = [plot.valToPos(frame, "x", true), plot.valToPos(main?.values[frame] ?? 0, "y", true)];
    ctx.arc(x, y, 3.5 * devicePixelRatio, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
  }
  ctx.restore();
}
