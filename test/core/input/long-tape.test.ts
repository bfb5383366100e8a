import { describe, expect, it } from "vitest";
import { findBrowser } from "../../../harness/browser/find-browser.ts";
import { launchBrowser } from "../../../harness/browser/launch-browser.ts";
import { bundle } from "../../page/bundle.ts";
import { type LongPlay, playLongTape } from "./long-tape-game.ts";

const recorded: LongPlay = { map: "recorded", isRewritten: false };
const rebound: LongPlay = { map: "rebound", isRewritten: true };

describe("a tape of one hour", () => {
  it("gives the same states in Node and in Chromium, and under a rebound map", async () => {
    const expected = playLongTape(recorded);
    expect(playLongTape(rebound)).toBe(expected);
    await using launched = await launchBrowser({ browser: await findBrowser(process.env) });
    const page = await launched.browser.newPage();
    await page.evaluate(await bundle(new URL("long-tape-game.ts", import.meta.url)));
    const inChromium = await page.evaluate(
      (plays) => plays.map((play) => globalThis.playLongTape(play)),
      [recorded, rebound],
    );
    expect(inChromium).toEqual([expected, expected]);
  });

  it("gives other states if the map has changed and the tape has not", () => {
    expect(playLongTape({ map: "rebound", isRewritten: false })).not.toBe(playLongTape(recorded));
  });
});
