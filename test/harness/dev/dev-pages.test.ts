import { describe, expect, it } from "vitest";
import { withPrelude } from "../../../harness/dev/dev-pages.ts";
import type { FrameConfig } from "../../../src/formats/page-port.ts";

const config: FrameConfig = {
  pass: "plain",
  raster: "real",
  ...{ secret: "</script>", seed: 1, stepHz: 60, settleMs: 1, bootMs: 1 },
  ...{
    rendersBoot: true,
    rendersCanvases: true,
    locksPointer: true,
    countsWasm: false,
    trapRandom: false,
    inspect: null,
    recordsFrames: false,
    engines: null,
  },
};

describe("a page with the prelude", () => {
  it.each([
    ["<!doctype html><html lang='en'><head><script>game()</script>", "<!doctype html><html lang='en'><head>"],
    ["<!-- a game -->\n<!DOCTYPE html>\n<title>Game</title>", "<!-- a game -->\n<!DOCTYPE html>\n"],
    ["<script>game()</script>", ""],
  ])("has it before the first script: %s", (html, before) => {
    const page = withPrelude(html, config);
    expect(page.startsWith(`${before}<script>document.currentScript.remove();`)).toBe(true);
    expect(page.endsWith(html.slice(before.length))).toBe(true);
  });

  it("keeps a string in the configuration from closing the script", () => {
    expect(withPrelude("", config).match(/<\/script>/gu)).toHaveLength(2);
  });
});
