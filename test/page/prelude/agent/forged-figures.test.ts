import { afterAll, beforeAll, expect, it } from "vitest";
import { forgingPages } from "./forging-pages.ts";
import { forgingFrames, type ForgingSite, openForgingSite } from "./run-forging-pages.ts";

let site: ForgingSite;
beforeAll(async () => {
  site = await openForgingSite(forgingPages);
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
});

const everyFrame = (count: number): readonly number[] => Array.from({ length: forgingFrames }, () => count);

/** Pages whose changes are restored and reported. All other pages change nothing at all. */
const caught: readonly string[] = [
  "answers in the frame's place",
  "answers in the place of a frame below",
  "changes what promises resolve with",
  "replaces the species of promises",
  "makes every object thenable",
  "replaces how lists are walked",
  "replaces how iterators go on",
  "replaces how maps are walked",
  "reads and writes the entries of lists",
];

/** The first loses its context with the frame, and the second removes its methods. */
const endUploads: ReadonlySet<string> = new Set([
  "draws on a canvas of an iframe that is gone",
  "draws by a context with another prototype",
]);

it.each(Object.keys(forgingPages).filter((name) => !caught.includes(name)))(
  "a page that %s changes no figure",
  async (name) => {
    const { stopped, drawCalls, triangles, bufferUploadBytes } = await site.run(name);
    expect({ stopped, drawCalls, triangles }).toEqual({
      stopped: null,
      drawCalls: everyFrame(3),
      triangles: everyFrame(6),
    });
    if (!endUploads.has(name)) expect(bufferUploadBytes).toEqual(everyFrame(12));
  },
);

it.each(caught)("a page that %s fails by name", async (name) => {
  const { notices } = await site.run(name);
  expect(notices).toContainEqual(expect.objectContaining({ code: "forged-figures", severity: "failure" }));
});
