import { formatMs, formatPart } from "../formats/format-figures.ts";
import { button, element } from "./element.ts";
import { drawFlames, type FlameDrawing, heightOf, hit, nameOf } from "./flame-canvas.ts";
import { type ColouredFile, functionsOfFrame, type PlacedCall } from "./flame-layout.ts";
import type { FlameRange, FlameState } from "./flame-selection.ts";
import { type Followed, followed } from "./followed.ts";
import type { FrameSelection } from "./frame-selection.ts";

/** The state of a flame chart's viewer. The selection is of indexes of frames. */
export interface FlameContent {
  readonly drawing: FlameDrawing;
  readonly files: readonly ColouredFile[];
  readonly selection: FrameSelection;
  /** Indexes of the frames, those with the most CPU time first. */
  readonly worst: readonly number[];
}

// More files would not be told apart.
const filesShown = 14;

/** The flame chart with its controls, and what it says about the call that is pointed at or has the focus. */
export function flameViewer(content: FlameContent): { readonly element: HTMLElement; readonly draw: () => void } {
  const { drawing, selection } = content;
  const state = followed<FlameState>({ range: rangeOfFrame(content, selection.current()), call: null });
  const readout = element("div", { class: "flame-readout", id: "flame-readout" });
  const spoken = element("p", { class: "hidden", "aria-live": "polite" });
  const canvas = element("canvas", {
    ...{ id: "flames", tabindex: "0", role: "application", "aria-roledescription": "flame chart" },
    "aria-label": "Calls over time. Arrow keys go from call to call, Enter zooms, Escape shows the whole frame.",
  });
  const place = element("div", { class: "flame-place" }, canvas);
  const draw = drawOn(canvas, place, drawing, state);
  selection.follow((index) => {
    state.set({ range: rangeOfFrame(content, index), call: null });
  });
  state.follow((next) => {
    readout.replaceChildren(...describe(content, next.call));
  });
  state.follow(draw);
  new ResizeObserver(draw).observe(place);
  listenToPointer(canvas, content, state, readout);
  const area = element(
    "div",
    { class: "flame-area" },
    toolbar(content, state),
    place,
    ...(selection.count === 1 ? [] : [frameSlider(content)]),
    readout,
    spoken,
    legendOf(content.files),
  );
  listenToKeys(area, canvas, content, state);
  // A pointer describes many calls, which nobody wants to hear.
  canvas.addEventListener("keyup", () => {
    const text = state.current().call === null ? "" : readout.textContent;
    if (spoken.textContent !== text) spoken.textContent = text;
  });
  return { element: area, draw };
}

function rangeOfFrame({ drawing }: FlameContent, index: number): FlameRange {
  const { startUs, endUs } = drawing.layout.frames[index] ?? { startUs: 0, endUs: 0 };
  return { startUs, endUs: Math.max(endUs, startUs + 1) };
}

/** Returns a function that draws the chart in the width of its place. */
function drawOn(
  canvas: HTMLCanvasElement,
  place: HTMLElement,
  drawing: FlameDrawing,
  state: Followed<FlameState>,
): () => void {
  const context = canvas.getContext("2d");
  return () => {
    const width = place.clientWidth;
    if (context === null || width === 0) return;
    const height = heightOf(drawing, state.current().range);
    canvas.width = Math.round(width * devicePixelRatio);
    canvas.height = Math.round(height * devicePixelRatio);
    canvas.style.width = `${String(width)}px`;
    canvas.style.height = `${String(height)}px`;
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    drawFlames(context, drawing, state.current(), width);
  };
}

/** The facts about a call, or without one about the frame. */
function describe(content: FlameContent, call: PlacedCall | null): readonly HTMLElement[] {
  const { chart } = content.drawing;
  if (call !== null) return describeCall(content.drawing, call);
  const frame = chart.frames[content.selection.current()];
  if (frame === undefined) return [];
  const { cpuUs, spanUs, calls } = frame;
  const text = `${formatMs(cpuUs / 1000)} of CPU time as the mean of the runs, ${formatMs(spanUs / 1000)} in the run shown here`;
  const hint = calls.functions.length === 0 ? "No sample fell into this frame." : "Point at a call, or press ↓.";
  return [
    line(element("strong", {}, `Frame ${String(frame.frame)}`), ` ${text}`),
    element("p", { class: "muted" }, hint),
  ];
}

/** Where a call is, how long it took, and what its function took of the frame. */
function describeCall({ chart, layout, files }: FlameDrawing, call: PlacedCall): readonly HTMLElement[] {
  const frame = chart.frames[call.frame];
  const sum = functionsOfFrame(layout.frames[call.frame]?.calls ?? []).find((each) => each.function === call.function);
  const position = chart.functions[call.function]?.position ?? "";
  if (frame === undefined || sum === undefined) return [];
  const share = (us: number): string => `${formatMs(us / 1000)} (${formatPart(us, frame.spanUs)})`;
  const calls = sum.calls === 1 ? "in this only call" : `in ${String(sum.calls)} calls`;
  return [
    line(
      element("strong", {}, nameOf(chart, call.function)),
      " ",
      element("code", {}, position === "" ? (files[call.function]?.name ?? "") : position),
    ),
    line(`this call: ${share(call.endUs - call.startUs)}, of its own ${share(call.selfUs)}`),
    line(`frame ${String(frame.frame)}: ${share(sum.totalUs)}, of its own ${share(sum.selfUs)}, ${calls}`),
  ];
}

function line(...children: readonly (Node | string)[]): HTMLElement {
  return element("p", {}, ...children);
}

function listenToPointer(
  canvas: HTMLCanvasElement,
  content: FlameContent,
  state: Followed<FlameState>,
  readout: HTMLElement,
): void {
  const at = (event: MouseEvent): ReturnType<typeof hit> => {
    const { left, top, width } = canvas.getBoundingClientRect();
    const point = { x: event.clientX - left, y: event.clientY - top, width };
    return hit(content.drawing, state.current().range, point);
  };
  canvas.addEventListener("mousemove", (event) => {
    const found = at(event);
    const call = found !== null && "call" in found ? found.call : null;
    canvas.style.cursor = found === null ? "" : "pointer";
    readout.replaceChildren(...describe(content, call ?? state.current().call));
  });
  canvas.addEventListener("mouseleave", () => {
    readout.replaceChildren(...describe(content, state.current().call));
  });
  canvas.addEventListener("click", (event) => {
    const found = at(event);
    if (found === null) return;
    if ("call" in found) zoomTo(found.call, state);
    else showFrame(content, state, found.frame);
  });
}

function zoomTo(call: PlacedCall, state: Followed<FlameState>): void {
  state.set({ range: { startUs: call.startUs, endUs: Math.max(call.endUs, call.startUs + 1) }, call });
}

/** Shows a whole frame, whether or not it is selected already. */
function showFrame(content: FlameContent, state: Followed<FlameState>, index: number): void {
  content.selection.select(index);
  state.set({ range: rangeOfFrame(content, content.selection.current()), call: null });
}

function toolbar(content: FlameContent, state: Followed<FlameState>): HTMLElement {
  const { selection, drawing } = content;
  const isOne = selection.count === 1;
  const worst = button("Next worst frame", () => selectNextWorst(content));
  const all = button("Show all frames", () => {
    state.set({ range: { startUs: 0, endUs: drawing.layout.endUs }, call: null });
  });
  worst.hidden = isOne;
  all.hidden = isOne;
  const whole = button("Show the whole frame", () => showFrame(content, state, selection.current()));
  state.follow(({ range }) => {
    const { startUs, endUs } = rangeOfFrame(content, selection.current());
    whole.hidden = range.startUs === startUs && range.endUs === endUs;
  });
  const keys = ["↑", "↓", "←", "→", "Enter", "Esc", "+", "−", ...(isOne ? [] : ["PgUp", "PgDn", "w"])];
  const hint = element("span", { class: "muted hint" }, "Click a call to zoom. ");
  hint.append(...keys.flatMap((key) => [element("kbd", {}, key), " "]));
  return element("div", { class: "toolbar control" }, worst, whole, all, hint);
}

function selectNextWorst({ worst, selection }: FlameContent): void {
  const next = worst[(worst.indexOf(selection.current()) + 1) % worst.length];
  if (next !== undefined) selection.select(next);
}

/** To a screen reader the frames are a slider. */
function frameSlider({ drawing, selection }: FlameContent): HTMLElement {
  const slider = element("input", {
    ...{ id: "frame-slider", type: "range", min: "0", max: String(selection.count - 1), step: "1" },
    ...{ class: "control", "aria-label": "Frame" },
  });
  slider.addEventListener("input", () => {
    selection.select(Number(slider.value));
  });
  selection.follow((index) => {
    const frame = drawing.chart.frames[index];
    slider.value = String(index);
    if (frame === undefined) return;
    slider.setAttribute("aria-valuetext", `frame ${String(frame.frame)}, ${formatMs(frame.cpuUs / 1000)}`);
  });
  return slider;
}

function legendOf(files: readonly ColouredFile[]): HTMLElement {
  const entries = files.slice(0, filesShown).map(({ name, colour }) => {
    const swatch = element("span", { class: "swatch" });
    swatch.style.background = `var(${colour})`;
    return element("li", {}, swatch, name);
  });
  const more = files.length - entries.length;
  return element(
    "ul",
    { class: "legend", "aria-label": "Files" },
    ...entries,
    ...(more > 0 ? [element("li", {}, `and ${String(more)} more`)] : []),
  );
}

function listenToKeys(
  area: HTMLElement,
  canvas: HTMLCanvasElement,
  content: FlameContent,
  state: Followed<FlameState>,
): void {
  const { selection, drawing } = content;
  const look = (call: PlacedCall | undefined | null): void => {
    if (call === undefined || call === null) return;
    const { range } = state.current();
    const isShown = call.endUs > range.startUs && call.startUs < range.endUs;
    if (call.frame !== selection.current()) selection.select(call.frame);
    state.set({ range: isShown ? range : rangeOfFrame(content, call.frame), call });
  };
  const zoom = (factor: number): void => {
    state.set({ ...state.current(), range: zoomed(state.current(), factor, drawing.layout.endUs) });
  };
  const ofPage: Readonly<Record<string, () => void>> = {
    PageUp: () => selection.select(selection.current() - 1),
    PageDown: () => selection.select(selection.current() + 1),
    Home: () => selection.select(0),
    End: () => selection.select(selection.count - 1),
    w: () => selectNextWorst(content),
    "+": () => zoom(0.5),
    "-": () => zoom(2),
    Escape: () => showFrame(content, state, selection.current()),
  };
  const ofChart: Readonly<Record<string, () => void>> = {
    ArrowDown: () => {
      const { call } = state.current();
      look(call === null ? outermost(content) : longest(call.children));
    },
    ArrowUp: () => look(state.current().call?.parent),
    ArrowLeft: () => look(neighbour(content, state.current().call, -1)),
    ArrowRight: () => look(neighbour(content, state.current().call, 1)),
    Enter: () => {
      const { call } = state.current();
      if (call !== null) zoomTo(call, state);
    },
  };
  area.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const actions = event.target === canvas ? { ...ofPage, ...ofChart } : ofPage;
    if (!Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]?.();
  });
}

/** The longest call that no other one made in the selected frame. */
function outermost({ drawing, selection }: FlameContent): PlacedCall | undefined {
  return longest(drawing.layout.frames[selection.current()]?.calls.filter(({ depth }) => depth === 0) ?? []);
}

function longest(calls: readonly PlacedCall[]): PlacedCall | undefined {
  return calls.toSorted((one, other) => other.endUs - other.startUs - (one.endUs - one.startUs))[0];
}

/** The call beside another one, at the same depth. */
function neighbour(content: FlameContent, call: PlacedCall | null, step: number): PlacedCall | undefined {
  if (call === null) return outermost(content);
  const row = content.drawing.layout.rows[call.depth] ?? [];
  return row[row.indexOf(call) + step];
}

/** A range around the call that is looked at, or around the middle. */
function zoomed({ range, call }: FlameState, factor: number, wholeUs: number): FlameRange {
  const middle = call === null ? (range.startUs + range.endUs) / 2 : (call.startUs + call.endUs) / 2;
  const length = Math.max(10, Math.min(wholeUs, (range.endUs - range.startUs) * factor));
  const startUs = Math.max(0, Math.min(wholeUs - length, middle - length / 2));
  return { startUs, endUs: startUs + length };
}
