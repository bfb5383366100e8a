import { dirname, join } from "node:path";
import { isFileAt, readFileAt } from "./files.ts";
import { parseJson, property } from "./json.ts";

/** The part of a manifest that a scan needs. The scanner reads nothing else and does not validate it. */
export interface ScannedGame {
  /** Absolute path of the manifest. */
  readonly manifest: string;
  /** Absolute path of the manifest's folder. */
  readonly folder: string;
  /** The value of `determinism.seededRandom`, or null if the manifest is not valid JSON. */
  readonly isSeeded: boolean | null;
  /** Absolute paths of the entry modules. */
  readonly entries: readonly string[];
}

/** The game at an absolute path to a manifest, or to a folder with one. Null for any other path. */
export function findGame(path: string): ScannedGame | null {
  // A folder may hold several games, whose manifests have different names.
  const manifest = path.endsWith(".game.json") ? path : join(path, "framegate.game.json");
  if (!isFileAt(manifest)) return null;
  const folder = dirname(manifest);
  const content = parseJson(readFileAt(manifest));
  if (content === null) return { manifest, folder, isSeeded: null, entries: [] };
  const isSeeded = property(property(content, "determinism"), "seededRandom") === true;
  const entries = [property(content, "roots")]
    .flat()
    .flatMap((root: unknown) => [property(root, "entry"), property(property(root, "adapter"), "module")])
    .filter((name) => typeof name === "string")
    .map((name) => join(folder, name));
  return { manifest, folder, isSeeded, entries };
}
