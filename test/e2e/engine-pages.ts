import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { packageRoot } from "../../harness/package-root.ts";
import { createGameFolder, type GameFolder } from "../harness/fixtures/game-folder.ts";

/** A file of an installed package. */
export function packageFile(path: string): string {
  return join(packageRoot, "node_modules", path);
}

/** A page with its engine as a classic script, as from a CDN. */
export async function classicPage(engine: string, source: string): Promise<GameFolder> {
  return await createGameFolder({
    "package.json": {},
    "engine.js": readFileSync(packageFile(engine), "utf8"),
    "index.html": `<!doctype html><body><script src="engine.js"></script><script>${source}</script>`,
  });
}

/** A page of one minified module that bundles the engine. The source imports the engine by `name`. */
export async function bundledPage(
  engine: string,
  source: string,
  { name = "engine", hasMap = false }: { readonly name?: string; readonly hasMap?: boolean } = {},
): Promise<GameFolder> {
  const folder = await createGameFolder({
    "package.json": {},
    "game.js": source,
    "index.html": '<!doctype html><body><script type="module" src="bundle.js"></script>',
  });
  const bundle = await rolldown({
    input: join(folder.path, "game.js"),
    cwd: packageRoot,
    resolve: { alias: { [name]: packageFile(engine) } },
    logLevel: "silent",
  });
  await bundle.write({ file: join(folder.path, "bundle.js"), format: "esm", minify: true, sourcemap: hasMap });
  await bundle.close();
  return folder;
}
