import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";
import { launchInstrumentBrowser, type InstrumentBrowser } from "./open-page.ts";
import type {} from "./instrument-page.ts";

let browser: InstrumentBrowser;

beforeAll(async () => {
  browser = await launchInstrumentBrowser();
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
});

type Moment = "at once" | "a task later";

/** Draws on canvases and reads each in every way, twice. Returns the reports. */
async function readEverything(moment: Moment, isLoading: boolean): Promise<readonly string[]> {
  const page = await browser.open({ mode: "discard", hashed: false });
  const apis = await page.evaluate(
    async (when, loading) => {
      if (!loading) instrument.canvas2d.setMode("discard");
      const canvas = document.createElement("canvas");
      const context = canvas.getContext("2d")!;
      const hidden = new OffscreenCanvas(30, 30);
      const offscreen = hidden.getContext("2d")!;
      for (let round = 0; round < 2; round += 1) {
        context.fillRect(0, 0, 9, 9);
        offscreen.fillRect(0, 0, 9, 9);
        if (when === "a task later") await new Promise((resolve) => setTimeout(resolve));
        context.getImageData(0, 0, 1, 1);
        offscreen.getImageData(0, 0, 1, 1);
        canvas.toDataURL();
        canvas.toBlob(() => undefined);
        await hidden.convertToBlob();
      }
      return instrument.readbacks.map(({ api }) => api);
    },
    moment,
    isLoading,
  );
  await page.close();
  return apis;
}

const everyApi = ["getImageData", "toDataURL", "toBlob", "convertToBlob"];

describe("watchCanvasReadbacks", () => {
  it("reports each way to read pixels that were discarded, once", async () => {
    expect(await readEverything("a task later", false)).toEqual(everyApi);
    expect(await readEverything("a task later", true)).toEqual(everyApi);
  });

  it("reports the reading of a frame, although its pixels are still there", async () => {
    expect(await readEverything("at once", false)).toEqual(everyApi);
  });

  it("does not report pixels that are still there while loading, or on a canvas that is read often", async () => {
    const page = await browser.open({ mode: "discard", hashed: false });
    const found = await page.evaluate(async () => {
      const pixels: unknown[] = [];
      const measure = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
      const look = (): void => {
        // A library that measures fonts sets the size first, which clears the canvas.
        measure.canvas.width = 20;
        measure.fillStyle = "rgb(3 2 1)";
        measure.fillRect(0, 0, 20, 20);
        pixels.push([...measure.getImageData(1, 1, 1, 1).data].join());
      };
      const probe = document.createElement("canvas").getContext("2d")!;
      probe.fillRect(0, 0, 9, 9);
      probe.drawImage(probe.canvas, 20, 0);
      pixels.push(probe.getImageData(25, 5, 1, 1).data[3]);
      look();
      instrument.canvas2d.setMode("discard");
      for (let count = 0; count < 2; count += 1) {
        await new Promise((resolve) => setTimeout(resolve));
        look();
      }
      document.createElement("canvas").toDataURL();
      return { pixels, apis: instrument.readbacks.map(({ api }) => api) };
    });
    expect(found).toEqual({ pixels: [255, "3,2,1,255", "3,2,1,255", "3,2,1,255"], apis: [] });
    await page.close();
  });

  for (const [source, script] of Object.entries({
    "a canvas that was discarded": `target.drawImage(lost.canvas, 0, 0)`,
    "a pattern of one": `target.fillStyle = other.createPattern(lost.canvas, "repeat"); target.fillRect(0, 0, 1, 1)`,
    "an ImageBitmap of one": `target.drawImage(await createImageBitmap(lost.canvas), 0, 0)`,
    "a canvas that shows a bitmap of one": `
      const shown = document.createElement("canvas").getContext("bitmaprenderer");
      shown.transferFromImageBitmap(await createImageBitmap(lost.canvas));
      target.drawImage(shown.canvas, 0, 0)`,
    "a bitmap of an OffscreenCanvas": `
      const hidden = new OffscreenCanvas(4, 4);
      hidden.getContext("2d").drawImage(lost.canvas, 0, 0);
      target.drawImage(hidden.transferToImageBitmap(), 0, 0)`,
    "a canvas of an iframe": `
      const frame = document.body.appendChild(document.createElement("iframe"));
      target.drawImage(frame.contentDocument.createElement("canvas"), 0, 0)`,
  })) {
    it(`reports the reading of a canvas into which was drawn ${source}`, async () => {
      const page = await browser.open({ mode: "drop", hashed: false });
      const apis = await page.evaluate(async (draw) => {
        const make = (): CanvasRenderingContext2D =>
          document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
        const [target, lost, other] = [make(), make(), make()];
        lost.fillRect(0, 0, 9, 9);
        await new Promise((resolve) => setTimeout(resolve));
        Object.assign(globalThis, { target, lost, other });
        // Puppeteer sends functions without their closures, so the drawing is text.
        await eval(`(async () => { ${draw} })()`);
        target.getImageData(0, 0, 1, 1);
        return instrument.readbacks.map(({ api }) => api);
      }, script);
      expect(apis).toEqual(["getImageData"]);
      await page.close();
    });
  }

  it("reports the stream of a 2D canvas", async () => {
    const page = await browser.open({ mode: "drop", hashed: false });
    const apis = await page.evaluate(() => {
      const canvas = document.createElement("canvas");
      canvas.getContext("2d");
      canvas.captureStream(0);
      return instrument.readbacks.map(({ api }) => api);
    });
    expect(apis).toEqual(["captureStream"]);
    await page.close();
  });
});

describe("a page that reads back its drawing", () => {
  const worker = `
    const context = new OffscreenCanvas(40, 40).getContext("2d");
    onmessage = ({ data }) => {
      context.fillRect(0, 0, 9, 9);
      if (data === 3) context.getImageData(0, 0, 1, 1);
    };`;

  for (const [place, script] of Object.entries({
    "the page": `
      const context = document.body.appendChild(document.createElement("canvas")).getContext("2d");
      let count = 0;
      const frame = () => {
        context.fillRect(0, 0, 9, 9);
        if ((count += 1) === 3) context.getImageData(0, 0, 1, 1);
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);`,
    "a worker": `
      const worker = new Worker("worker.js");
      let count = 0;
      const frame = () => {
        worker.postMessage((count += 1));
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);`,
  })) {
    it(`is stopped for a run with real rendering, also in ${place}`, async () => {
      const run = runPreludePage({ script, files: { "worker.js": worker }, pass: "timed", frames: 9 });
      await expect(run).rejects.toThrow("needs-raster: getImageData");
    });
  }
});

describe("text of PixiJS", () => {
  it("needs no run with real rendering, although PixiJS measures its fonts by their pixels", async () => {
    const { found, finish } = await runPreludePage({
      body: `<script src="pixi.js"></script>`,
      files: { "pixi.js": readFileSync("node_modules/pixi.js/dist/pixi.min.js") },
      pass: "timed",
      frames: 9,
      script: `
        const start = async () => {
          const app = new PIXI.Application();
          await app.init({ width: 300, height: 200, preference: "webgl" });
          document.body.append(app.canvas);
          const text = new PIXI.Text({ text: "score", style: { fontSize: 20 } });
          app.stage.addChild(text);
          let count = 0;
          app.ticker.add(() => {
            text.text = "score " + (count += 1);
            // A new font is measured in the middle of the game.
            if (count > 3) text.style.fontSize = 20 + count;
            Object.assign(found, { count, width: text.width });
          });
        };
        start();`,
    });
    expect(found).toMatchObject({ width: expect.any(Number) });
    expect(finish.glRenderer).not.toBeNull();
  });
});
