/** Facts that a page can find out about its 2D canvases without reading pixels. */
async function ask(): Promise<Record<string, unknown>> {
  class Board extends HTMLCanvasElement {}
  customElements.define("game-board", Board, { extends: "canvas" });
  document.body.innerHTML = `<canvas is="game-board" style="font: 20px monospace; letter-spacing: 3px; direction: rtl">`;
  const canvas = document.querySelector("canvas");
  const context = canvas?.getContext("2d", { colorSpace: "display-p3" });
  if (canvas === null || context === null || context === undefined) throw new Error("There is no canvas.");
  return {
    state: await askState(canvas, context),
    identity: [canvas instanceof Board, ...askIdentity(canvas, context)],
    errors: await askErrors(canvas, context),
    copies: await askCopies(context),
  };
}

globalThis.askEverything = ask;

declare global {
  var askEverything: typeof ask;
}

async function turn(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
}

function flat(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("There is no context.");
  return context;
}

async function askState(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D): Promise<unknown> {
  const states: unknown[] = [];
  const note = (when: string): void => {
    states.push({ when, size: [canvas.width, canvas.height], ...stateOf(context) });
  };
  context.font = "2em serif";
  context.direction = "inherit";
  context.letterSpacing = "2px";
  context.globalAlpha = 0.5;
  context.fillStyle = "#abcdef";
  context.globalCompositeOperation = "copy";
  context.setLineDash([3, 1]);
  context.save();
  context.translate(0.1, 0.2);
  context.rotate(0.7);
  context.scale(1 / 3, 7);
  context.save();
  context.resetTransform();
  context.beginPath();
  context.rect(10, 10, 30, 30);
  for (let count = 0; count < 1200; count += 1) context.fillText("score", 3, 3);
  note("after many commands");
  await turn();
  note("in the next task");
  context.restore();
  note("restored");
  context.restore();
  note("restored twice");
  canvas.setAttribute("width", "77");
  note("resized by attribute");
  context.fillRect(0, 0, 9, 9);
  context.reset();
  note("reset");
  context.lineWidth = 9;
  canvas.height = 33;
  note("resized");
  return states;
}

function stateOf(context: CanvasRenderingContext2D): object {
  const { font, fillStyle, globalAlpha, globalCompositeOperation, letterSpacing, direction, lineWidth } = context;
  return {
    ...{ font, fillStyle, globalAlpha, globalCompositeOperation, letterSpacing, direction, lineWidth },
    dash: context.getLineDash(),
    transform: context.getTransform().toString(),
    textWidth: context.measureText("score").width,
    hits: [20, 50].map((x) => context.isPointInPath(x, 20)),
    edge: context.isPointInStroke(10, 20),
  };
}

function askIdentity(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D): readonly unknown[] {
  return [
    context.canvas === canvas,
    context instanceof CanvasRenderingContext2D,
    Object.prototype.toString.call(context),
    Object.prototype.toString.call(canvas),
    canvas.getContext("2d") === context,
    canvas.getContext("webgl"),
    JSON.stringify(context.getContextAttributes()),
    context.isContextLost(),
    String(CanvasRenderingContext2D.prototype.drawImage),
    CanvasRenderingContext2D.prototype.drawImage.length,
    String(Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, "width")?.set),
    Object.keys(context),
    document.querySelectorAll("canvas").length,
  ];
}

/** Each call's error, or its result. */
async function askErrors(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D): Promise<unknown> {
  const source = document.createElement("canvas");
  flat(source).fillRect(0, 0, 9, 9);
  const empty = new OffscreenCanvas(0, 0);
  empty.getContext("2d")?.fillRect(0, 0, 1, 1);
  await turn();
  const errors: unknown[] = [];
  const call = (receiver: unknown, name: "createPattern" | "drawImage" | "fill", parameters: unknown[]): void => {
    try {
      errors.push(Object.prototype.toString.call(Reflect.apply(context[name], receiver, parameters)));
    } catch (error) {
      errors.push(String(error));
    }
  };
  for (const places of [
    [1, 2],
    [1, 2, 3, 4],
    [1, 2, 3, 4, 5, 6, 7, 8],
    [0, 0, 0, 0, 5, 6, 7, 8],
    [Number.NaN, 2],
  ]) {
    call(context, "drawImage", [source, ...places]);
  }
  for (const places of [[1], [1, 2, 3], [1, 2, 3, 4, 5, 6], [Symbol("x"), 2]]) {
    call(context, "drawImage", [source, ...places]);
  }
  for (const other of [empty, canvas, null, {}, "canvas"]) call(context, "drawImage", [other, 1, 2]);
  for (const other of [source, empty, canvas, null]) call(context, "createPattern", [other, "repeat"]);
  call(context, "createPattern", [source, "sideways"]);
  call({}, "drawImage", [source, 1, 2]);
  call(null, "fill", []);
  source.width = 0;
  call(context, "drawImage", [source, 0, 0]);
  return errors;
}

async function askCopies(context: CanvasRenderingContext2D): Promise<unknown> {
  const hidden = new OffscreenCanvas(31, 17);
  hidden.getContext("2d")?.fillRect(0, 0, 40, 40);
  const bitmaps = [await createImageBitmap(hidden), await createImageBitmap(hidden, 1, 1, 5, 4)];
  bitmaps.push(hidden.transferToImageBitmap());
  const shown = document.createElement("canvas").transferControlToOffscreen();
  shown.getContext("2d")?.fillRect(0, 0, 3, 3);
  const frame = document.body.appendChild(document.createElement("iframe"));
  const foreign = frame.contentDocument?.createElement("canvas");
  if (foreign === undefined) throw new Error("There is no frame.");
  const inside = flat(foreign);
  inside.fillRect(0, 0, 3, 3);
  context.drawImage(foreign, 0, 0);
  CanvasRenderingContext2D.prototype.fillRect.call(inside, 0, 0, 5, 5);
  context.drawImage(foreign, 0, 0);
  return {
    bitmaps: bitmaps.map(({ width, height }) => [width, height]),
    transferred: [shown.width, shown.height],
    ofFrame: [inside instanceof CanvasRenderingContext2D, inside.canvas === foreign],
  };
}
