import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("records unseeded randomness in frames once per call site, and none during the load", async () => {
  const { finish } = await runPreludePage({
    trapRandom: true,
    frames: 5,
    files: {
      "game.js":
        "function fromFrame() { return Math.random(); }\nMath.random();\nrequestAnimationFrame(function next() {\n  fromFrame();\n  crypto.randomUUID();\n  requestAnimationFrame(next);\n});",
    },
    script: `document.write('<script src="game.js"></' + 'script>');`,
  });
  const sites = finish.randomSites.map(({ api, step, stack }) => [api, step, /game\.js:\d+/u.exec(stack)?.[0]]);
  expect(sites).toEqual([
    ["Math.random", 0, "game.js:1"],
    ["crypto.randomUUID", 0, "game.js:5"],
  ]);
});
