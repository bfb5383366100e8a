/** A picture of a measured frame, as PNG. */
export interface Screenshot {
  readonly frame: number;
  readonly png: Uint8Array;
}

/** The pictures of a run. */
export interface RunPictures {
  readonly screenshots: readonly Screenshot[];
  /** The same frames of the baseline's build; empty if it was not run. */
  readonly baselineScreenshots: readonly Screenshot[];
  /** The fragments of each pixel in the frame of `overdrawFrame`; null if none were counted, or not on a canvas. */
  readonly heat: Screenshot | null;
}

/** Pictures of a run without any. */
export const noPictures: RunPictures = { screenshots: [], baselineScreenshots: [], heat: null };

/** Kinds of pictures, as parts of `RunPictures`. */
export const pictureKinds = ["screenshots", "baselineScreenshots", "heat"] as const;

type PictureKind = (typeof pictureKinds)[number];

const affixes: Readonly<Record<PictureKind, readonly [string, string]>> = {
  screenshots: ["frame-", ".png"],
  baselineScreenshots: ["frame-", "-baseline.png"],
  heat: ["overdraw-", ".png"],
};

/** Name of a picture's file in the folder of its run. */
export function pictureName(kind: PictureKind, frame: number): string {
  const [prefix, suffix] = affixes[kind];
  return `${prefix}${String(frame)}${suffix}`;
}

/** The frame in the name of a picture's file; null for any other name. */
export function frameInName(kind: PictureKind, name: string): number | null {
  const [prefix, suffix] = affixes[kind];
  const digits = name.startsWith(prefix) && name.endsWith(suffix) ? name.slice(prefix.length, -suffix.length) : "";
  return /^\d+$/u.test(digits) ? Number(digits) : null;
}
