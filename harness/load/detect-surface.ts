import { dirname, join } from "node:path";
import { readWhole } from "../../disk/read-whole.ts";
import type { Surface } from "../../src/formats/manifest.ts";
import type { PageTarget } from "../../src/formats/run-plan.ts";
import { isPageName } from "./find-page.ts";

/** Names that the libraries expose and minifiers keep. If a game contains several, the first one counts. */
const marks: readonly (readonly [Surface, RegExp])[] = [
  ["threejs", /__THREE__/u],
  ["pixijs", /__PIXI_(?:APP|RENDERER)_INIT__|\bPixiJS\b/u],
  ["react", /__REACT_DEVTOOLS_GLOBAL_HOOK__/u],
];

const bytesMax = 32 * 1024 * 1024;

/** The library that a page draws with, judging by the scripts it was served in a run; null if none of the three. */
export function detectSurface({ htmlPath, served }: PageTarget, urls: readonly string[]): Surface | null {
  const texts = urls
    .filter((url) => isPageName(url) || /\.m?js$/iu.test(url))
    .map((url) => readServed(url, [dirname(htmlPath), served.folder]));
  return marks.find(([, mark]) => texts.some((text) => mark.test(text)))?.[0] ?? null;
}

/** Text of a URL's file, from the first folder that has it. */
function readServed(url: string, folders: readonly string[]): string {
  for (const folder of folders) {
    try {
      return readWhole(join(folder, decodeURIComponent(new URL(url).pathname)), bytesMax).toString("utf8");
    } catch {
      continue;
    }
  }
  return "";
}
