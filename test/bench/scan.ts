import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { bundleDir, packageRoot } from "../../harness/package-root.ts";
import { runScan } from "../../scanner/run-scan.ts";
import { type Command, costsOf, type Effort, type Run } from "./process-cost.ts";
import {
  copyTree,
  filesIn,
  growTree,
  installPackages,
  knownTrees,
  stepOfGrowth,
  type Tree,
  writeCleanTree,
  writeMinifiedTree,
} from "./scan-trees.ts";

/**
 * Measures `framegate scan` beside oxlint and ESLint: `npm run bench:scan` on games and engines, `-- --tree FOLDER`,
 * repeatable, on those folders. With `--sound`, it instead proves that the filter never changes a scan's findings.
 * Exits with 1 if a goal is missed.
 */
const args = process.argv.slice(2);

/** The project's own goals. */
const goals = {
  cpuToOxlint: 5,
  cpuMs: 600,
  peakMb: 400,
  growth: 1.3,
  cleanCpuToOxlint: 0.8,
  minifiedCpuMs: 1500,
} as const;

interface Goal {
  readonly what: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: "ms" | "MB" | "x";
}

const modules = installPackages();
const folder = mkdtempSync(join(tmpdir(), "framegate-bench-scan-"));

const eslintConfig = `import parser from ${JSON.stringify(join(packageRoot, "node_modules/@typescript-eslint/parser/dist/index.js"))};
const languageOptions = { parserOptions: { ecmaFeatures: { jsx: true } } };
const rules = { "no-restricted-globals": ["error", "Date", "performance"] };
export default [
  { files: ["**/*.{js,mjs,cjs,jsx}"], languageOptions, rules },
  { files: ["**/*.{ts,mts,cts,tsx}"], languageOptions: { parser, ...languageOptions }, rules },
];
`;

const framegate: Command = [process.execPath, join(bundleDir, "framegate.cjs"), "scan", "--json", "."];
const oxlint: Command = [
  process.execPath,
  join(modules, "oxlint/bin/oxlint"),
  ...["--silent", "-A", "all", "-D", "no-restricted-globals", "-D", "no-restricted-properties", "."],
];
const eslint: Command = [
  process.execPath,
  join(packageRoot, "node_modules/eslint/bin/eslint.js"),
  ...["--config", join(folder, "eslint.config.mjs"), "--no-inline-config", "--format", "json", "."],
];

async function bench(trees: readonly Tree[]): Promise<readonly Goal[]> {
  const measured: MeasuredTree[] = [];
  for (const tree of trees) {
    process.stderr.write(`measuring ${tree.name}\n`);
    measured.push(await measureTree(tree.name, await copyTree(tree, join(folder, `tree${String(measured.length)}`))));
  }
  measured.sort((left, right) => shareOfLimit(left) - shareOfLimit(right));
  for (const one of measured) print(tableOf(one, goalsOf(one, cpuLimitOf(one))));
  const worst = measured.at(-1);
  if (worst !== undefined)
    print(`The worst one: ${worst.name}, ${ratio(worst.framegate.cpuMs, worst.oxlint.cpuMs)} of oxlint's CPU.\n`);
  return measured.flatMap((one) => goalsOf(one, cpuLimitOf(one)));
}

function printTools(): void {
  const versionOf = (path: string): string => {
    const { version } = JSON.parse(readFileSync(path, "utf8")) as { version: string };
    return version;
  };
  const shown = (command: Command): string => command.map((word) => basename(word) || word).join(" ");
  print(`Node ${process.version} on ${String(cpus().length)} cores. The tools get a copy of the files that Framegate scans.
framegate ${versionOf(join(packageRoot, "package.json"))}: ${shown(framegate)}
oxlint ${versionOf(join(modules, "oxlint/package.json"))}: ${shown(oxlint)}
ESLint ${versionOf(join(packageRoot, "node_modules/eslint/package.json"))}: ${shown(eslint)}, with the rule no-restricted-globals for Date and performance
`);
}

interface MeasuredTree {
  readonly name: string;
  readonly fileCount: number;
  readonly framegate: Run;
  readonly oxlint: Run;
  readonly eslint: Run;
}

/** Small trees take few of the kernel's 10 ms steps. */
async function measureTree(name: string, tree: string): Promise<MeasuredTree> {
  const { length: fileCount } = await filesIn(tree);
  const effort: Effort = fileCount < 300 ? { rounds: 4, runs: 3 } : { rounds: 3, runs: 1 };
  const quick = await costsOf({ framegate, oxlint }, tree, effort);
  return { name, fileCount, ...quick, ...(await costsOf({ eslint }, tree, { rounds: 1, runs: 1 })) };
}

function cpuLimitOf({ oxlint: { cpuMs } }: MeasuredTree): number {
  return Math.max(goals.cpuToOxlint * cpuMs, goals.cpuMs);
}

function shareOfLimit(tree: MeasuredTree): number {
  return tree.framegate.cpuMs / cpuLimitOf(tree);
}

function goalsOf(tree: MeasuredTree, cpuLimitMs: number): readonly Goal[] {
  return [
    { what: `${tree.name}, CPU`, value: tree.framegate.cpuMs, limit: cpuLimitMs, unit: "ms" },
    { what: `${tree.name}, peak memory`, value: tree.framegate.peakMb, limit: goals.peakMb, unit: "MB" },
  ];
}

function tableOf(tree: MeasuredTree, wanted: readonly Goal[]): string {
  const rows = [
    ["framegate scan", tree.framegate, tree.fileCount],
    ["oxlint", tree.oxlint, Number(/on (\d+) files?/.exec(tree.oxlint.stdout)?.[1])],
    ["ESLint", tree.eslint, (JSON.parse(tree.eslint.stdout) as unknown[]).length],
  ] as const;
  const lines = rows.map(([name, { cpuMs, wallMs, peakMb }, fileCount]) =>
    [
      `  ${name.padEnd(15)}${String(fileCount).padStart(6)} files`,
      `  CPU ${inMs(cpuMs)} ${ratio(cpuMs, tree.oxlint.cpuMs)}`,
      `  wall ${inMs(wallMs)} ${ratio(wallMs, tree.oxlint.wallMs)}`,
      `  peak ${peakMb.toFixed(0).padStart(5)} MB ${ratio(peakMb, tree.oxlint.peakMb)}\n`,
    ].join(""),
  );
  return `\n${tree.name}\n${lines.join("")}${wanted.map(goalLine).join("")}`;
}

/** Measures a clean tree, a minified file and a growing tree. */
async function benchLarge(): Promise<readonly Goal[]> {
  process.stderr.write("measuring 10,000 clean files\n");
  const clean = await measureTree("10,000 clean files", await writeCleanTree(modules, join(folder, "clean"), 10_000));
  const goalsOfClean = goalsOf(clean, goals.cleanCpuToOxlint * clean.oxlint.cpuMs);
  print(tableOf(clean, goalsOfClean));
  process.stderr.write("measuring a minified file\n");
  const bundle = await measureTree("a minified file of 1.3 MB", writeMinifiedTree(modules, join(folder, "minified")));
  const goalsOfBundle = goalsOf(bundle, goals.minifiedCpuMs);
  print(tableOf(bundle, goalsOfBundle));
  return [...goalsOfClean, ...goalsOfBundle, ...(await benchGrowth())];
}

/**
 * Measures how a scan's cost grows with the number of files. A tree of one file stands for an empty one, which would be
 * an error.
 */
async function benchGrowth(): Promise<readonly Goal[]> {
  const tree = join(folder, "growing");
  const seen = new Map<number, Run>();
  const first = join(folder, "first");
  await writeCleanTree(modules, first, 1);
  const look = async (fileCount: number, cwd: string): Promise<void> => {
    process.stderr.write(`measuring ${String(fileCount)} files\n`);
    const run = (await costsOf({ framegate }, cwd, { rounds: 2, runs: 1 })).framegate;
    seen.set(fileCount, run);
    print(
      `  ${String(fileCount).padStart(6)} files  CPU ${inMs(run.cpuMs)}  wall ${inMs(run.wallMs)}  peak ${run.peakMb.toFixed(0)} MB\n`,
    );
  };
  print("\na tree that grows by distinct files\n");
  await look(0, first);
  for (let copy = 1; copy <= 20; copy++) {
    await growTree(modules, tree, copy);
    if ([1, 2, 5, 10, 20].includes(copy)) await look(copy * stepOfGrowth, tree);
  }
  const cpuOf = (fileCount: number): number => seen.get(fileCount)?.cpuMs ?? Number.NaN;
  const growth = (cpuOf(20_000) - cpuOf(10_000)) / (cpuOf(10_000) - cpuOf(0));
  const peakMb = Math.max(...[...seen.values()].map((run) => run.peakMb));
  return [
    { what: "the second 10,000 files, CPU to the first ones", value: growth, limit: goals.growth, unit: "x" },
    { what: "a tree that grows, peak memory", value: peakMb, limit: goals.peakMb, unit: "MB" },
  ];
}

/** Scans every tree with and without the filter. Returns whether the findings are the same in all of them. */
async function proveFilter(trees: readonly Tree[]): Promise<boolean> {
  let isSound = true;
  for (const tree of trees) {
    const cwd = tree.folder;
    const filtered = await runScan(["."], { cwd, force: true });
    const full = await runScan(["."], { cwd, force: true, isUnfiltered: true });
    const isEqual =
      JSON.stringify([filtered.findings, filtered.notices]) === JSON.stringify([full.findings, full.notices]);
    const found = `${String(full.findings.length)} findings, ${String(full.notices.length)} notices`;
    print(`${isEqual ? "equal    " : "DIFFERENT"}  ${tree.name}: ${String(full.filesScanned)} files, ${found}\n`);
    isSound &&= isEqual;
  }
  return isSound;
}

/** The folders given by `--tree`. */
function namedTrees(): readonly Tree[] {
  return args.flatMap((arg, index) => {
    if (arg !== "--tree") return [];
    const named = args[index + 1];
    if (named === undefined) throw new Error("--tree takes a folder.");
    return [{ name: named, folder: resolve(named) }];
  });
}

function isMet({ value, limit }: Goal): boolean {
  return value <= limit;
}

function goalLine(goal: Goal): string {
  const digits = goal.unit === "x" ? 2 : 0;
  const limit = `${goal.limit.toFixed(digits)} ${goal.unit}`;
  return `  goal: ${goal.what}: ${goal.value.toFixed(digits)} <= ${limit}: ${isMet(goal) ? "met" : "NOT MET"}\n`;
}

function inMs(value: number): string {
  return `${value.toFixed(0).padStart(6)} ms`;
}

function ratio(value: number, base: number): string {
  return `(${(value / base).toFixed(2)} x)`;
}

function print(text: string): void {
  process.stdout.write(text);
}

try {
  writeFileSync(join(folder, "eslint.config.mjs"), eslintConfig);
  const named = namedTrees();
  const trees = named.length > 0 ? named : knownTrees(modules);
  if (args.includes("--sound")) {
    if (!(await proveFilter(trees))) process.exitCode = 1;
  } else {
    printTools();
    const large = named.length > 0 ? [] : await benchLarge();
    const all = [...large, ...(await bench(trees))];
    const missed = all.filter((goal) => !isMet(goal));
    print(
      `\n${large.map(goalLine).join("")}${String(all.length - missed.length)} of ${String(all.length)} goals met.\n`,
    );
    if (missed.length > 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
