import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { type RawSourceMap, SourceMapConsumer } from "source-map-js";
import { withIndexPage } from "../../src/formats/index-page.ts";
import type { RunPlan } from "../../src/formats/run-plan.ts";
import type { SourcePlace } from "../../src/formats/verify-report.ts";
import type { Site } from "../serve/serve-site.ts";

/** One frame of a JavaScript stack, with its position in the sources. */
export interface StackFrame {
  readonly functionName: string;
  /** `src/spawn.ts:88:14`, relative to the game; of another host, the URL with line and column. */
  readonly position: string;
  readonly owner: "game" | "library" | "framegate";
}

/** Maps the page's stacks to positions in the sources. */
export interface StackPositions {
  /** Frames of the stack, innermost first. Other lines are left out. */
  frames(stack: string): readonly StackFrame[];
  frame(functionName: string, url: string, line: number, column: number): StackFrame;
}

/** A position in a source of a page. */
export interface OriginalPosition {
  /** Its path, as given in the script's source map. */
  readonly source: string;
  /** Both are one-based. */
  readonly line: number;
  readonly column: number;
  readonly name: string | null;
}

/** Maps positions in a page's scripts to their sources. */
export interface OriginalPositions {
  /** Null without a map. Line and column are one-based. */
  originalOf(script: string, line: number, column: number): OriginalPosition | null;
}

// The format of V8: "at name (url:line:column)" or "at url:line:column", with "async" or "new" before the name.
const framePattern =
  /^\s*at (?:async )?(?:(?:new )?(.*?) \()?((?:https?:|file:|blob:|about:|data:)[^\s)]*):(\d+):(\d+)\)?$/u;

/** The source maps of a build, by the path of the script; null for a script without one. */
type BuildMaps = Map<string, SourceMapConsumer | null>;

// Reading the map of a game with three.js takes 150 ms of CPU time, so the runs of a site share it.
const mapsOfSites = new WeakMap<Pick<Site, "buildDir">, BuildMaps>();

/** Creates the resolver for a site and its game, with the maps of its pages if they were read. */
export function positionsOf(
  site: Pick<Site, "buildDir">,
  target: RunPlan["target"],
  pageMaps: OriginalPositions | null = null,
): StackPositions {
  const maps: BuildMaps = mapsOfSites.get(site) ?? new Map<string, SourceMapConsumer | null>();
  mapsOfSites.set(site, maps);
  return createStackPositions(site.buildDir, target.kind === "manifest" ? target.gameDir : null, pageMaps, maps);
}

/**
 * Creates the resolver for one site. `buildDir` has the source maps; without it positions stay as reported by the
 * browser. Positions are relative to `gameDir`.
 */
export function createStackPositions(
  buildDir: string | null,
  gameDir: string | null,
  pageMaps: OriginalPositions | null = null,
  maps: BuildMaps = new Map(),
): StackPositions {
  function mapOf(path: string): SourceMapConsumer | null {
    const known = maps.get(path);
    if (known !== undefined) return known;
    const map = buildDir === null ? null : readMap(join(buildDir, `${path}.map`));
    maps.set(path, map);
    return map;
  }

  function frame(functionName: string, url: string, line: number, column: number): StackFrame {
    const path = pathOf(url);
    const original = path === null ? null : mapOf(path)?.originalPositionFor({ line, column: column - 1 });
    if (buildDir === null || gameDir === null || path === null || typeof original?.source !== "string") {
      const inSource = pageMaps?.originalOf(url, line, column) ?? null;
      return inSource === null
        ? frameAsShown(functionName, { url, line, column })
        : frameInSource(functionName, inSource);
    }
    const source = resolve(dirname(join(buildDir, path)), original.source);
    const position = `${relative(gameDir, source)}:${String(original.line)}:${String(original.column + 1)}`;
    return { functionName: original.name ?? functionName, position, owner: ownerOf(path, source) };
  }

  return {
    frame,
    frames: (stack) => framesIn(stack, frame),
  };
}

function frameAsShown(
  functionName: string,
  { url, line, column }: { readonly url: string; readonly line: number; readonly column: number },
): StackFrame {
  const owner = url.includes("/framegate/") || url.startsWith("pptr:") ? "framegate" : "game";
  // The code of a data URL is in the URL itself.
  const file = url.startsWith("data:") ? url.replace(/,.*/su, ",…") : gamePathOf(url);
  return { functionName, position: `${file}:${String(line)}:${String(column)}`, owner };
}

function frameInSource(functionName: string, { source, line, column, name }: OriginalPosition): StackFrame {
  const owner = source.includes("node_modules") ? "library" : "game";
  return { functionName: name ?? functionName, position: `${source}:${String(line)}:${String(column)}`, owner };
}

/** The frames of a V8 stack trace, innermost first, each as described by `frame`. */
export function framesIn(stack: string, frame: StackPositions["frame"]): readonly StackFrame[] {
  return stack.split("\n").flatMap((text) => {
    const [, functionName = "", url, line, column] = framePattern.exec(text) ?? [];
    if (url === undefined) return [];
    return [frame(functionName, url, Number(line), Number(column))];
  });
}

/** The calls of a stack outside Framegate, innermost first. */
export function placesIn(stack: string, positions: StackPositions): readonly SourcePlace[] {
  return positions
    .frames(stack)
    .filter(({ owner }) => owner !== "framegate")
    .flatMap(({ position }) => placeAt(position) ?? []);
}

/**
 * A place of the page, such as "draw (http://…/game.js:3:7)", in the sources; of a file of the game without a position, its
 * path. Any other text is returned unchanged.
 */
export function describePlace(where: string, positions: StackPositions): string {
  const [frame] = framesIn(`    at ${where}`, positions.frame);
  if (frame === undefined) return gamePathOf(where);
  return frame.functionName === "" ? frame.position : `${frame.functionName} (${frame.position})`;
}

/** The place that a position refers to; null if it is not a position. */
export function placeAt(position: string): SourcePlace | null {
  const [, place, line, column] = /^(.*):(\d+):(\d+)$/u.exec(position) ?? [];
  return place === undefined ? null : { file: place, line: Number(line), column: Number(column) };
}

/**
 * A URL of the game without its host and query, which may differ in every run, and with the name of a folder's page; any
 * other URL unchanged.
 */
export function gamePathOf(url: string): string {
  if (!gameUrl.test(url)) return url;
  return withIndexPage(url.replace(gameUrl, "").replace(/[?#].*$/u, ""));
}

/** A folder's URL without its host, if it is of the game. */
export function gameFolderOf(url: string): string {
  return gameUrl.test(url) ? url.replace(gameUrl, "") || "the game's folder" : url;
}

/** A text with the URLs of the game in it as `gamePathOf` has them. */
export function withGamePaths(text: string): string {
  return text.replaceAll(/http:\/\/[^\s"'),;]+/gu, gamePathOf);
}

const gameUrl = /^http:\/\/(?:embed|game)\.framegate\.localhost\//u;

function pathOf(url: string): string | null {
  try {
    return new URL(url).pathname.replace(/^\//u, "");
  } catch {
    return null;
  }
}

/** Null without a source map: the position is then a URL. */
function readMap(path: string): SourceMapConsumer | null {
  try {
    return sourceMapOf(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null;
  }
}

/** A parsed source map; null if it is invalid. */
export function sourceMapOf(map: unknown): SourceMapConsumer | null {
  try {
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- The constructor validates it.
    return new SourceMapConsumer(map as RawSourceMap);
  } catch {
    return null;
  }
}

function ownerOf(path: string, source: string): StackFrame["owner"] {
  if (source.includes("node_modules")) return "library";
  // The chunk of Framegate's own modules, and the generated entry.
  return /^framegate\/(?:framegate-|rolldown-runtime-|host\.js)/u.test(path) ? "framegate" : "game";
}
