import { relative } from "node:path";
import type { ViteDevServer } from "vite";
import { framesIn, sourceMapOf, type StackFrame, type StackPositions } from "../capture/stack-positions.ts";
import { packageRoot } from "../package-root.ts";

/** Maps a page's stacks to positions in the sources, by the source maps of Vite's modules. */
export function devPositions({ environments }: ViteDevServer, gameDir: string): StackPositions {
  function frame(functionName: string, url: string, line: number, column: number): StackFrame {
    const module = environments.client.moduleGraph.urlToModuleMap.get(moduleUrl(url));
    const file = module?.file ?? null;
    if (file === null)
      return { functionName, position: `${url}:${String(line)}:${String(column)}`, owner: ownerOf(url) };
    const original = originalOf(module?.transformResult?.map, line, column);
    const position = `${relative(gameDir, file)}:${String(original.line)}:${String(original.column)}`;
    return { functionName, position, owner: ownerOf(file) };
  }
  return { frame, frames: (stack) => framesIn(stack, frame) };
}

/** URL by which Vite knows a module: without host and timestamp. */
function moduleUrl(url: string): string {
  return url
    .replace(/^https?:\/\/[^/]+/u, "")
    .replace(/([?&])t=\d+(?:&|$)/u, "$1")
    .replace(/[?&]$/u, "");
}

function originalOf(map: unknown, line: number, column: number): { readonly line: number; readonly column: number } {
  const original = sourceMapOf(map)?.originalPositionFor({ line, column: column - 1 });
  // A module without a map is served unchanged.
  if (typeof original?.source !== "string") return { line, column };
  return { line: original.line, column: original.column + 1 };
}

function ownerOf(place: string): StackFrame["owner"] {
  if (place.includes("/node_modules/")) return "library";
  const isOwn = place.startsWith(`${packageRoot}/dist/`) || /\/@(?:framegate|id\/__x00__|vite)/u.test(place);
  return isOwn ? "framegate" : "game";
}
