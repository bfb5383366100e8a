import { expect, it } from "vitest";
import { detectSurface } from "../../../harness/load/detect-surface.ts";
import { createGameFolder } from "../fixtures/game-folder.ts";

it.each([
  [{ "three.js": "window.__THREE__=r", "react.js": "__REACT_DEVTOOLS_GLOBAL_HOOK__" }, "threejs"],
  [{ "main.js": "globalThis.__PIXI_APP_INIT__" }, "pixijs"],
  [{ "main.js": "__REACT_DEVTOOLS_GLOBAL_HOOK__" }, "react"],
  [{ "main.js": "requestAnimationFrame(draw)", "notes.txt": "__THREE__" }, null],
])("detects the library that a page was served, in %j", async (files, surface) => {
  await using folder = await createGameFolder({ ...files, "dist/index.html": "<canvas>" });
  const target = {
    kind: "page",
    htmlPath: `${folder.path}/dist/index.html`,
    served: { folder: folder.path, because: null },
    declared: null,
  } as const;
  const urls = ["dist/index.html", "gone.js", ...Object.keys(files)];
  expect(
    detectSurface(
      target,
      urls.map((path) => `http://embed.framegate.localhost/${path}`),
    ),
  ).toBe(surface);
});
