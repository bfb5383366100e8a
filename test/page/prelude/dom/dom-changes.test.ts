import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

const counter = (text: string): string =>
  `let frame = 0; requestAnimationFrame(function next() { frame += 1; document.body.dataset.frame = ${text}; requestAnimationFrame(next); });`;

it("counts a page that changes its DOM as rendered, and one without changes as not", async () => {
  for (const pass of ["count", "timed"] as const) {
    const moving = await runPreludePage({ pass, frames: 3, script: counter("frame") });
    expect(moving.finish.anythingRendered).toBe(true);
    const still = await runPreludePage({
      pass,
      frames: 3,
      script: `document.body.append("still"); setInterval(() => 0, 5);`,
    });
    expect(still.finish.anythingRendered).toBe(false);
  }
});

it("hashes the document's content, without the random names of blobs", async () => {
  const hashOf = async (text: string): Promise<string> =>
    (await runPreludePage({ frames: 3, script: counter(text) })).stateHash;
  const first = await hashOf("frame");
  expect(await hashOf("frame")).toBe(first);
  expect(await hashOf("frame * 2")).not.toBe(first);
  const blob = await hashOf("URL.createObjectURL(new Blob())");
  expect(await hashOf("URL.createObjectURL(new Blob())")).toBe(blob);
});
