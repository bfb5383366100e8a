import { expect, it } from "vitest";
import { refuseSources } from "../../../harness/load/page-of-sources.ts";
import { createGameFolder } from "../fixtures/game-folder.ts";

it.each([
  ['<script type="module" src="/src/main.ts"></script>', true],
  ["<script src=./App.tsx type=module></script>", true],
  ['<script\n  async src="main.jsx?v=1"></script>', true],
  ['<script type="module" src="/assets/index-ts.js"></script>', false],
  ['<script type="module" src="/a.ts.js"></script>', false],
  ['<!-- <script src="main.ts"></script> --><script src="main.js"></script>', false],
  ['<script>const src = "main.ts";</script>', false],
])("a page with %j needs a bundler: %s", async (html, needsBundler) => {
  await using folder = await createGameFolder({ "index.html": html });
  const attempt = (): void => {
    refuseSources(`${folder.path}/index.html`);
  };
  if (needsBundler) expect(attempt).toThrow(expect.objectContaining({ code: "page-needs-bundler" }));
  else expect(attempt).not.toThrow();
});
