import type { PartColumn } from "../../src/formats/page-port.ts";
import type { PackedPart } from "../../src/formats/replay-report.ts";

// The frame's hash tells whether anything differs, so this is enough to tell in which part.
const digestLength = 6;
const stopped = ".".repeat(digestLength);

/** Packs the changes of each part: a part that changes in 20,000 frames takes 120 kB. */
export function packParts(columns: readonly PartColumn[]): readonly PackedPart[] {
  return columns.map(({ realm, part, steps, digests }) => ({
    realm,
    part,
    steps: packSteps(steps),
    digests: digests.map(shorten).join(""),
  }));
}

/** Reverses `packParts`, with digests as shortened by `shortenDigests`. */
export function unpackParts(parts: readonly PackedPart[]): readonly PartColumn[] {
  return parts.map(({ realm, part, steps, digests }) => {
    const unpacked = unpackSteps(steps);
    return {
      realm,
      part,
      steps: unpacked,
      digests: unpacked.map((_, index) => {
        const digest = digests.slice(index * digestLength, (index + 1) * digestLength);
        return digest === stopped ? "" : digest;
      }),
    };
  });
}

/** Columns with digests cut to the length that packing keeps. */
export function shortenDigests(columns: readonly PartColumn[]): readonly PartColumn[] {
  return columns.map((column) => ({
    ...column,
    digests: column.digests.map((digest) => digest.slice(0, digestLength)),
  }));
}

function shorten(digest: string): string {
  return digest === "" ? stopped : digest.slice(0, digestLength).padEnd(digestLength, "0");
}

function packSteps(steps: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const step of steps) {
    const last = ranges.at(-1);
    if (last?.[1] === step - 1) last[1] = step;
    else ranges.push([step, step]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${String(from)}..${String(to)}`)).join(",");
}

function unpackSteps(text: string): readonly number[] {
  if (text === "") return [];
  return text.split(",").flatMap((range) => {
    const [from = 0, to = from] = range.split("..").map(Number);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}
