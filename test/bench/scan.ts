import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cacheFolder } from "../../harness/cache-folder.ts";
import { bundleDir, packageRoot } from "../../harness/package-root.ts";
import { runScan } from "../../scanner/run-scan.ts";
import { walkSources } from "../../scanner/find/walk.ts";
import { type BenchRow, lowestTenth, printRows } from "./bench-table.ts";

/** Sources of games' libraries: real code of many authors. The versions are fixed, so that figures can be compared. */
const packages = [
  "three@0.187.0",
  "pixi.js@8.22.0",
  "phaser@3.90.0",
  "playcanvas@2.13.0",
  "@babylonjs/core@8.56.2",
  "matter-js@0.20.0",
  "excalibur@0.31.0",
  "oxlint@1.25.0",
];
const sourceFolders = [
  "three/src",
  "three/examples/jsm",
  "pixi.js/lib",
  "phaser/src",
  "playcanvas/src",
  "playcanvas/build/playcanvas/src",
  "matter-js/src",
  "excalibur/build/dist",
  "@babylonjs/core",
];

const plainRead = `const { readdirSync, readFileSync } = require("node:fs");
for (const entry of readdirSync(".", { recursive: true, withFileTypes: true })) if (entry.isFile()) readFileSync(entry.parentPath + "/" + entry.name);`;

const args = process.argv.slice(2);
const libraries = installLibraries();

/** Installed once, into Framegate's own cache. */
function installLibraries(): string {
  const folder = join(cacheFolder(process.env), "bench-scan");
  const stamp = join(folder, "installed.json");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === JSON.stringify(packages))
    return join(folder, "node_modules");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"private": true}');
  const flags = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps", "--no-save"];
  const { status } = spawnSync("npm", [...flags, ...packages], { cwd: folder, stdio: "inherit" });
  if (status !== 0) throw new Error("npm could not install what the benchmark scans.");
  writeFileSync(stamp, JSON.stringify(packages));
  return join(folder, "node_modules");
}

/** Scans every library with the filter and without it, and fails where they differ. */
async function proveFilter(only: string | null): Promise<void> {
  const asked = sourceFolders.filter((folder) => only === null || folder.startsWith(only));
  for (const name of asked.filter((folder) => existsSync(join(libraries, folder)))) {
    const named = [join(libraries, name)];
    const filtered = await runScan(named, { cwd: libraries });
    const full = await runScan(named, { cwd: libraries, isUnfiltered: true });
    const isEqual =
      JSON.stringify([filtered.findings, filtered.notices]) === JSON.stringify([full.findings, full.notices]);
    const found = `${String(full.findings.length)} findings, ${String(full.notices.length)} notices`;
    process.stdout.write(
      `${isEqual ? "equal    " : "DIFFERENT"}  ${name}: ${String(full.filesScanned)} files, ${found}\n`,
    );
    if (!isEqual) process.exitCode = 1;
  }
}

async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "framegate-bench-scan-"));
  try {
    const only = valueOf("--only");
    const wanted = benches.filter(({ name }) => only === null || name.startsWith(only));
    if (wanted.length === 0)
      throw new Error(`--only takes the beginning of one of: ${benches.map(({ name }) => name).join(", ")}.`);
    const all = await sources();
    const clean = all.filter(({ isClean }) => isClean);
    const dirty = [
      ...spread(
        all.filter(({ isDirty }) => isDirty),
        40,
      ),
      ...clean,
    ];
    printRows(
      wanted.flatMap(({ name, fileCount, isDirty, rowsOf }) =>
        rowsOf(writeTree(join(folder, name), isDirty ? dirty : clean, fileCount)),
      ),
      args,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What follows a flag on the command line; null without it. */
function valueOf(flag: string): string | null {
  return args.includes(flag) ? (args[args.indexOf(flag) + 1] ?? "") : null;
}

interface BenchSource {
  readonly path: string;
  readonly isClean: boolean;
  readonly isDirty: boolean;
}

/** Files of a size, and of lines, that people write. Clean is what names nothing banned outside of comments, dirty what calls it there, by a plain look. */
async function sources(): Promise<readonly BenchSource[]> {
  const named = sourceFolders.map((folder) => join(libraries, folder)).filter((folder) => existsSync(folder));
  const { signal } = new AbortController();
  const { files } = await walkSources(named, { cwd: libraries, ignore: [], signal });
  return files.flatMap((path) => {
    const text = readFileSync(path, "utf8");
    if (text.length > 60_000 || text.length > 200 * text.split("\n").length) return [];
    const code = text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, "");
    const isDirty = /\bMath\.random\(|\b(?:Date|performance)\.now\(|\bnew Date\(\)/.test(code);
    return [
      {
        path,
        isDirty,
        isClean:
          !/\b(?:random|now|Date|crypto|eval|Function|process|performance|require|window|globalThis|global)\b|\bimport\s*\(|\bMath\b(?!\.)/.test(
            code,
          ),
      },
    ];
  });
}

/** As many as are asked for, of all libraries. */
function spread<Item>(items: readonly Item[], count: number): readonly Item[] {
  return items.filter(
    (_item, index) => Math.floor((index * count) / items.length) !== Math.floor(((index - 1) * count) / items.length),
  );
}

function writeTree(folder: string, files: readonly BenchSource[], count: number): string {
  for (let index = 0; index < count; index++) {
    const { path } = files[index % files.length] ?? { path: "" };
    const target = join(folder, `part${String(Math.floor(index / 100))}`);
    mkdirSync(target, { recursive: true });
    cpSync(path, join(target, `${String(index)}-${path.split("/").at(-1) ?? ""}`));
  }
  return folder;
}

interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** Trees of the same kind and what each tool takes for them. */
interface Bench {
  readonly name: string;
  readonly fileCount: number;
  readonly isDirty: boolean;
  readonly rowsOf: (tree: string) => readonly BenchRow[];
}

const benches: readonly Bench[] = [
  { name: "clean-10000", fileCount: 10_000, isDirty: false, rowsOf: rowsOfLargeTree },
  { name: "clean-400", fileCount: 400, isDirty: false, rowsOf: rowsOfSmallTree },
  { name: "dirty-400", fileCount: 400, isDirty: true, rowsOf: rowsOfDirtyTree },
  { name: "warm-400", fileCount: 400, isDirty: true, rowsOf: rowsOfWarmTree },
];

function rowsOfLargeTree(tree: string): readonly BenchRow[] {
  const group = "Clean tree of 10,000 files";
  const { scan, oxlint, read } = costsOf({ scan: scanOf(), oxlint: oxlintCommand, read: readCommand }, tree, {
    rounds: 7,
    runs: 1,
  });
  return [
    ...costRows(group, "framegate scan", scan, oxlint.cpuMs * 0.25),
    ...costRows(group, "oxlint", oxlint, null),
    ...costRows(group, "reading all bytes", read, null),
  ];
}

function rowsOfSmallTree(tree: string): readonly BenchRow[] {
  const group = "Clean tree of 400 files";
  const { scan, start, oxlint } = costsOf(
    { scan: scanOf(), start: [process.execPath, "-e", "0"], oxlint: oxlintCommand },
    tree,
    manyRuns,
  );
  return [
    ...costRows(group, "framegate scan", scan, start.cpuMs + 30),
    ...costRows(group, "node itself", start, null),
    ...costRows(group, "oxlint", oxlint, null),
  ];
}

function rowsOfDirtyTree(tree: string): readonly BenchRow[] {
  const group = "Dirty tree of 400 files";
  const { scan, oxlint } = costsOf({ scan: scanOf(), oxlint: oxlintCommand }, tree, manyRuns);
  const rules = ["--no-config-lookup", "--rule", '{"no-restricted-globals": ["error", "Date", "performance"]}'];
  const { eslint } = costsOf(
    { eslint: [process.execPath, join(packageRoot, "node_modules/eslint/bin/eslint.js"), ...rules, "."] },
    tree,
    { rounds: 3, runs: 1 },
  );
  return [
    ...costRows(group, "framegate scan", scan, oxlint.cpuMs * 4),
    ...costRows(group, "oxlint", oxlint, null),
    ...costRows(group, "ESLint", eslint, null),
  ];
}

function rowsOfWarmTree(tree: string): readonly BenchRow[] {
  const group = "Dirty tree of 400 files, scanned before";
  const scanWithCache = scanOf("--cache", join(tree, "../cache"));
  // A cache reads files that were written within the last two seconds, because they may be written again without a trace.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2500);
  costsOf({ scanWithCache }, tree, { rounds: 1, runs: 1 });
  const { scan, read } = costsOf({ scan: scanWithCache, read: readCommand }, tree, manyRuns);
  return [
    ...costRows(group, "framegate scan --cache", scan, read.cpuMs * 1.2),
    ...costRows(group, "reading all bytes", read, null),
  ];
}

type Command = readonly [file: string, ...args: string[]];

function scanOf(...more: readonly string[]): Command {
  return [process.execPath, join(bundleDir, "framegate.cjs"), "scan", ...more, "."];
}

const oxlintCommand: Command = [
  join(libraries, ".bin/oxlint"),
  "-A",
  "all",
  "-D",
  "no-restricted-properties",
  "-D",
  "no-restricted-globals",
  ".",
];

const readCommand: Command = [process.execPath, "-e", plainRead];

function costRows(group: string, name: string, { cpuMs, wallMs }: Cost, goalCpuMs: number | null): readonly BenchRow[] {
  return [
    { group, name: `${name}, CPU`, value: cpuMs, unit: "ms", goal: goalCpuMs },
    { group, name: `${name}, wall`, value: wallMs, unit: "ms", goal: null },
  ];
}

interface Effort {
  readonly rounds: number;
  /** How often each command runs in a round: the kernel counts in steps of 10 ms. */
  readonly runs: number;
}

const manyRuns: Effort = { rounds: 10, runs: 5 };

/**
 * What commands cost, run by turns, so that a machine that is busy with something else is busy for all of them. It is the
 * cost in the round that was disturbed least. What a command found does not matter here, but it has to have run.
 */
function costsOf<Name extends string>(
  commands: Readonly<Record<Name, Command>>,
  cwd: string,
  { rounds, runs }: Effort,
): Readonly<Record<Name, Cost>> {
  const names = Object.keys(commands) as Name[];
  const seen = Array.from({ length: rounds }, () => names.map((name) => costOf(commands[name], cwd, runs)));
  return Object.fromEntries(
    names.map((name, index) => {
      const costs = seen.flatMap((round) => round[index] ?? []);
      return [
        name,
        { cpuMs: lowestTenth(costs.map(({ cpuMs }) => cpuMs)), wallMs: lowestTenth(costs.map(({ wallMs }) => wallMs)) },
      ];
    }),
  ) as Record<Name, Cost>;
}

/** With certificates besides its own to trust, Node parses all of them at each start, which takes longer than a small scan. */
const environment: NodeJS.ProcessEnv = { ...process.env, NODE_EXTRA_CA_CERTS: undefined };

function costOf([file, ...commandArgs]: Command, cwd: string, runs: number): Cost {
  const childBefore = childCpuMs();
  const startMs = performance.now();
  for (let run = 0; run < runs; run++) {
    const { status, error } = spawnSync(file, commandArgs, { cwd, env: environment, stdio: "ignore" });
    if (error !== undefined || status === null || status > 1)
      throw new Error(`${file} ${commandArgs.join(" ")} ended with ${String(status)}.`, { cause: error });
  }
  return { cpuMs: (childCpuMs() - childBefore) / runs, wallMs: (performance.now() - startMs) / runs };
}

/** CPU time of all children that have ended, from the kernel: Node has no call for it. Linux only. */
function childCpuMs(): number {
  const [, fields = ""] = readFileSync("/proc/self/stat", "utf8").split(") ");
  const values = fields.split(" ").map(Number);
  // Fields 16 and 17 of proc(5), in ticks of 10 ms; the two that precede are the command and its number.
  return ((values[13] ?? 0) + (values[14] ?? 0)) * 10;
}

if (args.includes("--sound")) await proveFilter(valueOf("--only"));
else await bench();
