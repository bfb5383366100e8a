import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { quantileSorted } from "simple-statistics";
import { runGame } from "../../harness/index.ts";
import { movingPage, rootsGame } from "./pages.ts";

/** The memory and handles that a process holds after a run and garbage collection. */
interface Held {
  readonly heapBytes: number;
  readonly residentBytes: number;
  readonly descriptors: number;
  readonly temporaryFiles: number;
}

/** The allowed growth of the figures from the first quarter of the runs to the last. */
const growthMax = 0.05;

const [minutes = "60"] = process.argv.slice(2);
const collect = globalThis.gc;
if (collect === undefined) throw new Error("Run it with node --expose-gc: npm run soak");

const sandbox = mkdtempSync(join(tmpdir(), "framegate-soak-"));
const temporary = join(sandbox, "tmp");
mkdirSync(temporary);
process.env["TMPDIR"] = temporary;

/** Games that pass, fail and are refused, one after the other. */
const games: readonly { readonly path: string; readonly prepare: () => void }[] = [
  { path: "page/index.html", prepare: () => write("page/index.html", movingPage()) },
  {
    path: "throws/index.html",
    prepare: () => write("throws/index.html", movingPage("if (true) throw new Error('x');")),
  },
  { path: "missing/index.html", prepare: () => write("missing/index.html", '<script src="nowhere.js"></script>') },
  { path: "roots", prepare: prepareRoots },
  { path: "nowhere", prepare: () => undefined },
];

function write(path: string, content: string | Uint8Array): string {
  const file = join(sandbox, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

function prepareRoots(): void {
  const folder = join(sandbox, "roots");
  mkdirSync(folder);
  const place = {
    folder,
    temporary,
    write: (path: string, content: string | Uint8Array) => write(`roots/${path}`, content),
  };
  rootsGame("export function setup(ctx) { ctx.systems.add('gameLogic', () => { ctx.scene.position.x += 1; }); }")(
    place,
  );
}

async function hold(): Promise<Held> {
  collect?.();
  await new Promise((resolve) => setTimeout(resolve, 50));
  collect?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  return {
    heapBytes: heapUsed + external,
    residentBytes: rss,
    descriptors: readdirSync("/proc/self/fd").length,
    temporaryFiles: readdirSync(temporary, { recursive: true }).length,
  };
}

function median(values: readonly number[]): number {
  return quantileSorted(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

for (const { prepare } of games) prepare();
const samples: Held[] = [];
const outcomes = new Map<string, number>();
const endMs = performance.now() + Number(minutes) * 60_000;
for (let index = 0; performance.now() < endMs; index += 1) {
  const { path } = games[index % games.length]!;
  const options = { cwd: sandbox, frames: 20, warmup: 0, repeats: 1, allowVacuous: path === "roots" };
  const outcome = await runGame(path, options).then(
    ({ verdict }) => verdict.cause ?? verdict.status,
    (thrown: unknown) => String(thrown instanceof Error && "code" in thrown ? thrown.code : thrown),
  );
  outcomes.set(`${path}: ${outcome}`, (outcomes.get(`${path}: ${outcome}`) ?? 0) + 1);
  if (index % games.length === games.length - 1) samples.push(await hold());
}
rmSync(sandbox, { recursive: true, force: true });

for (const [outcome, times] of outcomes) process.stdout.write(`${String(times).padStart(6)} runs of ${outcome}\n`);
// The first tenth fills caches: compiled code, source maps, modules that are loaded late.
const warm = samples.slice(Math.ceil(samples.length / 10));
const quarter = Math.floor(warm.length / 4);
let isFlat = quarter > 0;
for (const name of ["heapBytes", "residentBytes", "descriptors", "temporaryFiles"] as const) {
  const [first, last] = [warm.slice(0, quarter), warm.slice(-quarter)].map((part) =>
    median(part.map((one) => one[name])),
  );
  const growth = first === last ? 0 : (last! - first!) / Math.max(first!, 1);
  if (growth > growthMax) isFlat = false;
  const percent = `${(growth * 100).toFixed(1)} %`;
  process.stdout.write(`${name.padEnd(16)} first quarter ${String(first)}, last quarter ${String(last)}, ${percent}\n`);
}
process.stdout.write(isFlat ? "Flat.\n" : "Not flat.\n");
process.exitCode = isFlat ? 0 : 1;
