import type { FrameAnswer, ReportView } from "../formats/report-view.ts";
import { button, element } from "./element.ts";
import type { FrameSelection } from "./frame-selection.ts";
import { askForFrame } from "./report-data.ts";

/** The picture of a frame, or the nearest one before it, out of those of the run. */
export function pictureOf(frame: number, pictures: ReportView["pictures"]): readonly HTMLElement[] {
  const picture = pictures.findLast((each) => each.frame <= frame);
  if (picture === undefined) return [];
  const text =
    picture.frame === frame ? `Frame ${String(frame)}` : `Frame ${String(picture.frame)}, the nearest picture before`;
  return [figure(picture.url, `The game in frame ${String(picture.frame)}`, text)];
}

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
 * The pictures of the selected frame, with a button that has the server of the page render it. Null for a page without a
 * server.
 */
export function servedPictures(view: ReportView, selection: FrameSelection): HTMLElement | null {
  const { server, pictures } = view;
  if (server === null) return null;
  const byFrame = new Map<number, AskedFrame>();
  const shown = element("div", { class: "pair" });
  const status = element("div", { role: "status" });
  const draw = (): void => {
    const frame = selection.current();
    const asked = byFrame.get(frame);
    const hadFocus = document.activeElement === show;
    show.hidden = asked?.game.state === "shown";
    // A disabled button would lose the focus.
    show.setAttribute("aria-disabled", String(asked?.game.state === "waiting"));
    shown.replaceChildren(
      ...(asked?.game.state === "shown" ? figuresOf(frame, asked, server) : pictureOf(frame, pictures)),
    );
    enlarge.hidden = shown.children.length === 0;
    status.replaceChildren(...(asked === undefined ? [] : statusOf(frame, asked, server)));
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
    const isCompared = game.state === "shown" && server.baseline !== null;
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

type Server = NonNullable<ReportView["server"]>;

function statusOf(frame: number, { game, baseline }: AskedFrame, server: Server): readonly HTMLElement[] {
  return [...statusOfBuild("the game", frame, game), ...statusOfBaseline(frame, baseline, server)];
}

function statusOfBaseline(frame: number, baseline: Asked | null, server: Server): readonly HTMLElement[] {
  if (baseline === null) return [];
  const texts = statusOfBuild(`the baseline ${String(server.baseline)}`, frame, baseline);
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

function figuresOf(frame: number, { game, baseline }: AskedFrame, server: Server): readonly HTMLElement[] {
  const name = `frame ${String(frame)}`;
  return [
    ...(game.state === "shown" ? [figure(game.url, `The game in ${name}`, `Frame ${String(frame)}`)] : []),
    ...(baseline?.state === "shown"
      ? [figure(baseline.url, `The baseline in ${name}`, `The same of the baseline ${String(server.baseline)}`)]
      : []),
  ];
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
