import { relative } from "node:path";
import { SourceMapConsumer } from "source-map-js";
import type { ViteDevServer } from "vite";
import { framesIn, type StackFrame, type StackPositions } from "../capture/stack-positions.ts";
import { packageRoot } from "../package-root.ts";

/** Maps stacks of a page to positions in the sources, by the source maps of the modules that Vite has served. */
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

/** The URL by which Vite knows a module: without its host and the time of its last change. */
function moduleUrl(url: string): string {
  return url
    .replace(/^https?:\/\/[^/]+/u, "")
    .replace(/([?&])t=\d+(?:&|$)/u, "$1")
    .replace(/[?&]$/u, "");
}

function originalOf(map: unknown, line: number, column: number): { readonly line: number; readonly column: number } {
  const same = { line, column };
  try {
    // The constructor checks what it is given and throws for what is no map.
    // eslint-disable-next-line @typescript-eslint/no-unsafe-argument, @typescript-eslint/no-explicit-any, @typescript-eslint/consistent-type-assertions
    const original = new SourceMapConsumer(map as any).originalPositionFor({ line, column: column - 1 });
    return typeof original.source === "string" ? { line: original.line, column: original.column + 1 } : same;
  } catch {
    // A module without a map is served as it is.
    return same;
  }
}

function ownerOf(place: string): StackFrame["owner"] {
  if (place.includes("/node_modules/")) return "library";
  const isOwn = place.startsWith(`${packageRoot}/dist/`) || /\/@(?:framegate|id\/__x00__|vite)/u.test(place);
  return isOwn ? "framegate" : "game";
}
