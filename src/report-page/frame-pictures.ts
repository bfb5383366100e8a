import type { FrameAnswer, ReportView } from "../formats/report-view.ts";
import { button, element } from "./element.ts";
import type { FrameSelection } from "./frame-selection.ts";
import { askForFrame } from "./report-data.ts";

/** Seconds are counted: a report in a game's folder is scanned with it, and must not read a clock. */
interface Waiting {
  readonly state: "waiting";
  seconds: number;
  /** Shows the seconds. A screen reader does not read it out. */
  readonly place: HTMLElement;
}

type Asked = Waiting | FrameAnswer;

/** The state of a request for a frame. */
interface AskedFrame {
  readonly game: Asked;
  /** Null for a run that was not compared, and until the game is shown. */
  readonly baseline: Asked | null;
}

/**
 * The pictures of the selected frame, or the nearest ones before it. On a served page a button has the server render
 * them. Null for a page without a server and pictures.
 */
export function framePictures(view: ReportView, selection: FrameSelection): HTMLElement | null {
  const { isServed, pictures, baseline } = view;
  if (!isServed && pictures.length === 0) return null;
  const byFrame = new Map<number, AskedFrame>();
  const shown = element("div", { class: "pair" });
  const status = element("div", { role: "status" });
  const draw = (): void => {
    const frame = selection.current();
    const asked = byFrame.get(frame);
    const hadFocus = document.activeElement === show;
    show.hidden = !isServed || asked?.game.state === "shown";
    // A disabled button would lose the focus.
    show.setAttribute("aria-disabled", String(asked?.game.state === "waiting"));
    shown.replaceChildren(
      ...(asked?.game.state === "shown" ? figuresOf(frame, asked, baseline) : takenFigures(frame, view)),
    );
    enlarge.hidden = shown.children.length === 0;
    status.replaceChildren(...(asked === undefined ? [] : statusOf(frame, asked, baseline)));
    if (hadFocus && show.hidden) enlarge.focus();
  };
  const set = (frame: number, asked: AskedFrame): void => {
    byFrame.set(frame, asked);
    if (frame === selection.current()) draw();
  };
  const ask = async (frame: number): Promise<void> => {
    if (byFrame.get(frame)?.game.state === "waiting") return;
    set(frame, { game: waiting(), baseline: null });
    const game = await askForFrame("game", frame);
    const isCompared = game.state === "shown" && baseline !== null;
    set(frame, { game, baseline: isCompared ? waiting() : null });
    if (isCompared) set(frame, { game, baseline: await askForFrame("baseline", frame) });
  };
  const show = button("Show picture", () => {
    void ask(selection.current());
  });
  const enlarge = button("Enlarge", () => {
    enlargeFigures([...shown.children].map((each) => each.cloneNode(true)));
  });
  selection.follow(draw);
  setInterval(() => {
    for (const { game, baseline } of byFrame.values()) for (const asked of [game, baseline]) tick(asked);
  }, 1000);
  return element("div", { class: "pictures" }, shown, element("p", { class: "control" }, show, enlarge), status);
}

function waiting(): Waiting {
  return { state: "waiting", seconds: 0, place: element("span", { "aria-hidden": "true" }) };
}

function tick(asked: Asked | null): void {
  if (asked?.state !== "waiting") return;
  asked.seconds += 1;
  asked.place.textContent = ` ${String(asked.seconds)} s`;
}

function statusOf(frame: number, { game, baseline }: AskedFrame, name: ReportView["baseline"]): readonly HTMLElement[] {
  return [...statusOfBuild("the game", frame, game), ...statusOfBaseline(frame, baseline, name)];
}

function statusOfBaseline(frame: number, baseline: Asked | null, name: ReportView["baseline"]): readonly HTMLElement[] {
  if (baseline === null) return [];
  const texts = statusOfBuild(`the baseline ${String(name)}`, frame, baseline);
  return baseline.state === "failed" ? [element("p", {}, "There is no picture of the baseline."), ...texts] : texts;
}

function statusOfBuild(name: string, frame: number, asked: Asked): readonly HTMLElement[] {
  switch (asked.state) {
    case "waiting":
      return [element("p", { class: "muted" }, `Running ${name} to frame ${String(frame)} …`, asked.place)];
    case "failed":
      return [element("p", { class: "fail notice" }, asked.message), element("p", { class: "muted" }, asked.hint)];
    case "shown":
      return asked.note === null ? [] : [element("p", { class: "inconclusive notice" }, asked.note)];
  }
}

/** Pictures that the run has taken: of a frame, or the nearest one before it. */
function takenFigures(frame: number, { pictures, baselinePictures, baseline }: ReportView): readonly HTMLElement[] {
  const picture = pictures.findLast((each) => each.frame <= frame);
  if (picture === undefined) return [];
  const ofBaseline = baselinePictures.find((each) => each.frame === picture.frame);
  const text = `Frame ${String(picture.frame)}${picture.frame === frame ? "" : ", the nearest picture before"}`;
  return [
    figureOfGame(picture.frame, picture.url, text),
    ...(ofBaseline === undefined ? [] : [figureOfBaseline(picture.frame, ofBaseline.url, baseline)]),
  ];
}

function figuresOf(
  frame: number,
  { game, baseline }: AskedFrame,
  name: ReportView["baseline"],
): readonly HTMLElement[] {
  return [
    ...(game.state === "shown" ? [figureOfGame(frame, game.url, `Frame ${String(frame)}`)] : []),
    ...(baseline?.state === "shown" ? [figureOfBaseline(frame, baseline.url, name)] : []),
  ];
}

function figureOfGame(frame: number, url: string, caption: string): HTMLElement {
  return figure(url, `The game in frame ${String(frame)}`, caption);
}

function figureOfBaseline(frame: number, url: string, name: ReportView["baseline"]): HTMLElement {
  return figure(url, `The baseline in frame ${String(frame)}`, `The same of the baseline ${String(name)}`);
}

/** Shows figures as large as the window allows, until the reader closes them. */
function enlargeFigures(figures: readonly Node[]): void {
  const dialog = element("dialog", { "aria-label": "Pictures" });
  const close = button("Close", () => {
    dialog.close();
  });
  dialog.append(element("div", { class: "pair" }, ...figures), element("p", { class: "control" }, close));
  dialog.addEventListener("close", () => {
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
}

function figure(url: string, alt: string, caption: string): HTMLElement {
  return element(
    "figure",
    { class: "picture" },
    element("img", { src: url, alt }),
    element("figcaption", { class: "muted" }, caption),
  );
}
