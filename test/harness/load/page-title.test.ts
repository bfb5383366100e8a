import { describe, expect, it } from "vitest";
import { titleIn } from "../../../harness/load/page-title.ts";

describe("the title of a page", () => {
  it.each([
    ["<!doctype html><title>Space Duel</title><canvas>", "Space Duel"],
    ["<TITLE lang=en>\n  Two\t lines\n</TITLE >", "Two lines"],
    ["<title>Tom &amp; Jerry &#x2764; &hellip; &lt;b&gt;</title>", "Tom & Jerry \u2764 \u2026 <b>"],
    ["<!-- <title>old</title> --><title>new</title>", "new"],
    ['<script>const a = "<title>x</title>";</script><title>y</title>', "y"],
    ["<body><svg><title>A picture</title></svg>", null],
    ["<svg><title>A picture</title></svg>", null],
    ["<title>  </title>", null],
    ["<canvas>", null],
  ])("in %j is %j", async (html, title) => {
    expect(await titleIn(html)).toBe(title);
  });

  it("is cut if too long for a name, but never inside a character", async () => {
    expect(await titleIn(`<title>${"\u{1F3AE}".repeat(300)}</title>`)).toBe("\u{1F3AE}".repeat(100));
  });
});
