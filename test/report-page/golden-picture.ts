import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import type { Page } from "#puppeteer-core";
import { packageRoot } from "../../harness/package-root.ts";
import { readPng } from "../e2e/read-png.ts";

/** Set to 1, tests write the pictures instead of comparing with them. */
const updateVariable = "FRAMEGATE_UPDATE_PICTURES";
/** Share of the pixels that may look different: processors round the edges of letters differently. */
const shareMax = 0.002;
/** A smaller difference of a colour is not seen. */
const colourMax = 32;
// Half the size is enough to see a layout, and makes small files.
const viewport = { width: 1280, height: 1800, deviceScaleFactor: 0.5 };

/** Compares the top of a page with the picture that is kept of it. */
export async function expectGoldenPicture(page: Page, name: string, scheme: "light" | "dark"): Promise<void> {
  await page.setViewport(viewport);
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  // Charts are drawn again in the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const png = Buffer.from(await page.screenshot({ type: "png" }));
  const path = join(packageRoot, "test/report-page/golden", `${name}-${scheme}.png`);
  if (process.env[updateVariable] === "1") {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, png);
  }
  expect(existsSync(path), `There is no ${path}. ${updateVariable}=1 makes it.`).toBe(true);
  const share = differingShare(readPng(readFileSync(path)), readPng(png));
  expect(share, `${name} looks different. If it should, look at it with ${updateVariable}=1.`).toBeLessThan(shareMax);
}

type Picture = ReturnType<typeof readPng>;

function differingShare(golden: Picture, now: Picture): number {
  if (golden.width !== now.width || golden.height !== now.height) return 1;
  let differing = 0;
  for (let y = 0; y < golden.height; y += 1) {
    for (let x = 0; x < golden.width; x += 1) {
      const before = golden.at(x, y);
      if (now.at(x, y).some((value, channel) => Math.abs(value - (before[channel] ?? 0)) > colourMax)) differing += 1;
    }
  }
  return differing / (golden.width * golden.height);
}
