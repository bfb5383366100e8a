/** Kinds of files that people write. */
export const fileKinds = ["manifest", "input-map", "tape", "scene"] as const;

export type FileKind = (typeof fileKinds)[number];

const endings: Readonly<Record<FileKind, string>> = {
  manifest: ".game.json",
  "input-map": ".input.json",
  tape: ".tape.json",
  scene: ".scn2d.json",
};

/** Kind of a file by its name; null if the name matches none. */
export function kindOfName(name: string): FileKind | null {
  return fileKinds.find((kind) => name.endsWith(endings[kind])) ?? null;
}

/** File names of all kinds, for a message. */
export const fileNamePatterns = Object.values(endings)
  .map((ending) => `*${ending}`)
  .join(", ");
