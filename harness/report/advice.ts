import { formatBytes, formatCount } from "../../src/formats/format-figures.ts";
import { countTable, type CountName } from "../../src/formats/frame-counts.ts";
import type { RunReport } from "../../src/formats/report.ts";

// A smaller upload in one frame causes no hitch.
const largeUploadBytes = 1_000_000;
// In every frame this adds up to a megabyte in four frames.
const constantUploadBytes = 256_000;
// Fewer draws than this are not worth a change.
const leastMeshes = 20;
// Less growth than this may be what a level needs.
const leastGrowth = 20;

/** Reliable conclusions from a run's counts, each with a remedy in a sentence. */
export function adviseOn({ perFrame, sharedMeshes }: Pick<RunReport, "perFrame" | "sharedMeshes">): readonly string[] {
  return [
    ...adviseOnMeshes(sharedMeshes),
    ...adviseOnCompiles(perFrame.shaderCompiles),
    ...adviseOnUploads("textures", perFrame.textureUploadBytes),
    ...adviseOnUploads("buffers", perFrame.bufferUploadBytes),
    ...(["liveTextures", "liveBuffers", "listeners"] as const).flatMap((name) => adviseOnGrowth(name, perFrame[name])),
  ];
}

function adviseOnMeshes(shared: RunReport["sharedMeshes"]): readonly string[] {
  if (shared === null || shared.meshes < leastMeshes) return [];
  const { path, meshes } = shared;
  return [
    `${formatCount(meshes)} meshes such as ${path} share geometry and material: one InstancedMesh would make them 1 draw.`,
  ];
}

type Column = readonly number[] | null;

function adviseOnCompiles(column: Column): readonly string[] {
  const worst = worstOf(column);
  if (worst === null || worst.value === 0) return [];
  const others = (column ?? []).filter((count) => count > 0).length - 1;
  const elsewhere = others === 0 ? "" : ` and in ${formatCount(others)} other ${others === 1 ? "frame" : "frames"}`;
  const calls = worst.value === 1 ? "shader or program is" : "shaders and programs are";
  return [
    `${formatCount(worst.value)} ${calls} compiled in frame ${String(worst.frame)}${elsewhere}: draw once with each material while the game loads.`,
  ];
}

function adviseOnUploads(what: "textures" | "buffers", column: Column): readonly string[] {
  const worst = worstOf(column);
  if (column === null || worst === null) return [];
  const typical = column.toSorted((one, other) => one - other)[Math.floor(column.length / 2)] ?? 0;
  if (typical >= constantUploadBytes)
    return [`A typical frame uploads ${formatBytes(typical)} of ${what}: upload only what has changed.`];
  if (worst.value < largeUploadBytes) return [];
  return [
    `${formatBytes(worst.value)} of ${what} are uploaded in frame ${String(worst.frame)}: upload them while the game loads.`,
  ];
}

/** Advice on counts that only grow, in every third of the run: one-time allocations come early. */
function adviseOnGrowth(name: CountName, column: Column): readonly string[] {
  if (column === null || column.length < 3) return [];
  const at = (third: number): number =>
    column[Math.min(column.length - 1, Math.floor((column.length * third) / 3))] ?? 0;
  const levels = [at(0), at(1), at(2), at(3)] as const;
  const isGrowing = levels.every((level, index) => index === 0 || level > (levels[index - 1] ?? 0));
  const hasShrunk = column.some((count, frame) => frame > 0 && count < (column[frame - 1] ?? 0));
  if (!isGrowing || hasShrunk || levels[3] - levels[0] < leastGrowth) return [];
  const { label } = countTable[name];
  const range = `from ${formatCount(levels[0])} to ${formatCount(levels[3])}`;
  return [
    `${label.charAt(0).toUpperCase()}${label.slice(1)} grow ${range} and never shrink: let go of those that are no longer used.`,
  ];
}

/** The highest value and the first frame with it; null for an empty column. */
function worstOf(column: Column): { readonly value: number; readonly frame: number } | null {
  if (column === null || column.length === 0) return null;
  const value = column.reduce((highest, each) => Math.max(highest, each), 0);
  return { value, frame: column.indexOf(value) };
}
