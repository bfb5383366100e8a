import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchInstrumentBrowser, type InstrumentBrowser } from "./open-page.ts";
import type {} from "./instrument-page.ts";

let browser: InstrumentBrowser;

beforeAll(async () => {
  browser = await launchInstrumentBrowser();
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
});

async function hashOf(color: string, width: number): Promise<string> {
  const page = await browser.open({ mode: "drop", hashed: true });
  const digest = await page.evaluate(
    (fillStyle, lineWidth) => {
      const flat = document.createElement("canvas").getContext("2d")!;
      flat.fillStyle = fillStyle;
      flat.fillRect(0, 0, 10, 10);
      const path = new Path2D();
      path.lineTo(lineWidth, 3);
      flat.stroke(path);
      flat.measureText("free");
      return instrument.hash.digest();
    },
    color,
    width,
  );
  await page.close();
  return digest;
}

describe("installCanvas2d", () => {
  it("counts the drawing of a 2D context, but neither clearing nor state", async () => {
    const page = await browser.open({ mode: "drop", hashed: false });
    const counts = await page.evaluate(() => {
      const flat = document.createElement("canvas").getContext("2d")!;
      const offscreen = new OffscreenCanvas(4, 4).getContext("2d")!;
      const { totals } = instrument.canvas2d;
      flat.clearRect(0, 0, 9, 9);
      flat.translate(1, 1);
      flat.fillStyle = "red";
      flat.beginPath();
      flat.rect(0, 0, 1, 1);
      const before = totals.operations;
      flat.fill();
      flat.fillText("a", 0, 0);
      flat.drawImage(offscreen.canvas, 0, 0);
      offscreen.fillRect(0, 0, 1, 1);
      return [before, totals.operations];
    });
    expect(counts).toEqual([0, 4]);
    await page.close();
  });

  it("does not change drawing, properties or readbacks of a 2D context", async () => {
    const page = await browser.open({ mode: "drop", hashed: true });
    const drawn = await page.evaluate(() => {
      const flat = document.createElement("canvas").getContext("2d")!;
      flat.fillStyle = "#010203";
      flat.fillRect(0, 0, 2, 2);
      return [flat.fillStyle, ...flat.getImageData(1, 1, 1, 1).data];
    });
    expect(drawn).toEqual(["#010203", 1, 2, 3, 255]);
    await page.close();
  });

  it("hashes commands, properties and paths", async () => {
    const first = await hashOf("red", 2);
    expect(await hashOf("red", 2)).toBe(first);
    expect(await hashOf("blue", 2)).not.toBe(first);
    expect(await hashOf("red", 3)).not.toBe(first);
  });
});
