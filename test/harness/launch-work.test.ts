import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBrowser } from "../../harness/browser/find-browser.ts";
import { launchBrowser } from "../../harness/browser/launch-browser.ts";
import { captureRun } from "../../harness/capture/capture-run.ts";
import { launchWork } from "../../harness/launch-work.ts";
import { loadProject } from "../../harness/load/load-project.ts";
import { planRuns } from "../../harness/plan/plan-runs.ts";
import { serveSite } from "../../harness/serve/serve-site.ts";
import type { RunSamples } from "../../src/formats/frame-sample.ts";
import type { WorkSamples } from "../../src/formats/work.ts";
import { createGameFolder, type GameFolder } from "./fixtures/game-folder.ts";

// (func (export "f") (param i32) (loop (br_if 0 (local.tee 0 (i32.sub (local.get 0) (i32.const 1))))))
const wasm = [
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x05, 0x01, 0x60, 0x01, 0x7f, 0x00, 0x03, 0x02, 0x01, 0x00],
  ...[0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00, 0x0a, 0x10, 0x01, 0x0e],
  ...[0x00, 0x03, 0x40, 0x20, 0x00, 0x41, 0x01, 0x6b, 0x22, 0x00, 0x0d, 0x00, 0x0b, 0x0b],
];

const game = `
async function start() {
  const { instance } = await WebAssembly.instantiate(Uint8Array.from([${wasm.join(", ")}]));
  const worker = new Worker("worker.js");
  let frames = 0;
  function burn(count) {
    let sum = 0;
    for (let i = 0; i < count; i += 1) {
      sum += i & 3;
    }
    return sum;
  }
  function other(count) {
    let sum = 0;
    for (let i = 0; i < count; i += 1) {
      sum += i & 3;
    }
    return sum;
  }
  const later = async () => {
    await null;
    new Function("a", "return a * 2")(frames);
  };
  function frame() {
    frames += 1;
    const text = burn(3000 + 30 * frames) + other(1000 + 10 * frames) + [3, 1, 2].sort().join("");
    instance.exports.f(frames);
    later();
    worker.postMessage(frames);
    document.body.textContent = text + Object.keys(instance.exports);
    requestAnimationFrame(frame);
  }
  requestAnimationFrame(frame);
}
start();`;

const printed = `/* A banner. */${game
  .replaceAll(/\n\s*/gu, "\n\n      ")
  .replaceAll('"', "'")
  .replaceAll("(count)", "( count, )")
  .replaceAll("sum += i & 3;", "sum += (i & 3) // and a comment")}`;

const worker = `
onmessage = function heard({ data }) {
  for (let i = 0; i < 10; i += 1) postMessage(data);
};`;

const pages = {
  "plain.js": game,
  "printed.js": printed,
  "longer.js": game.replace("i < count", "i <= count"),
};

let folder: GameFolder;
let plainRun: Promise<Ran>;

beforeAll(async () => {
  folder = await createGameFolder({ ...pages, "worker.js": worker });
  for (const name of Object.keys(pages)) {
    const document = `<!doctype html><body><script src="${name}"></script>`;
    await folder.write({ [name.replace(".js", ".html")]: document });
  }
  plainRun = run("plain.html", 1, true);
  await plainRun;
});

afterAll(async () => {
  await folder[Symbol.asyncDispose]();
});

interface Ran {
  readonly work: WorkSamples;
  readonly samples: RunSamples;
  /** Samples of a count pass of the same page. */
  readonly counted: RunSamples | null;
}

async function run(name: string, work: number, hasCountPass = false): Promise<Ran> {
  const { signal } = new AbortController();
  const load = { cwd: folder.path, tape: null, allowOrphan: false, root: null, signal };
  const project = await loadProject(join(folder.path, name), load);
  const plan = planRuns(project, { work, frames: 20, warmup: 5 });
  const found = await findBrowser(process.env, { signal });
  await using site = await serveSite(plan, join(folder.path, "cache"), signal);
  const [first] = plan.runs;
  const last = plan.runs.at(-1);
  if (first === undefined || last?.pass !== "work") throw new Error("The plan has no work pass.");
  const outcome = await launchWork({ plan, site, found, env: process.env, signal }, last);
  if (outcome.kind !== "captured" || outcome.samples.work === null) throw new Error("Nothing was counted.");
  const { samples } = outcome;
  if (!hasCountPass) return { work: outcome.samples.work, samples, counted: null };
  await using browser = await launchBrowser({ browser: found, hostRules: site.hostRules });
  const other = await captureRun(first, { plan, site, browser, conditions: null, inspect: null });
  return { work: outcome.samples.work, samples, counted: other.kind === "captured" ? other.samples : null };
}

describe("a work pass", () => {
  it("counts every frame, names the functions, and leaves the page's state unchanged", async () => {
    const { work, samples, counted } = await plainRun;
    expect(work.readings).toHaveLength(20);
    expect(samples.counts.stateHash?.slice(5)).toEqual(counted?.counts.stateHash?.slice(5));
    expect(samples.finalStateHash).toBe(counted?.finalStateHash);
    const total = work.readings.reduce((sum, each) => sum + each, 0);
    const [first, second] = work.functions;
    expect(first).toMatchObject({ name: "burn", owner: "game" });
    expect(first?.position).toMatch(/plain\.js:6:3$/u);
    expect((first?.work ?? 0) / total).toBeGreaterThan(0.74);
    expect(second?.name).toBe("other");
    // postMessage and data, ten times
    expect(work.functions.find(({ name }) => name === "heard")?.work).toBeGreaterThan(20 * 20);
    expect(work.natives).toEqual([
      { name: ".join", calls: 20 },
      { name: ".sort", calls: 20 },
      { name: "Object.keys", calls: 20 },
    ]);
    // Each frame asks for one more iteration, of five instructions, starting with one.
    const instructions = work.wasm ?? [];
    expect(instructions.map((each) => each - (instructions[0] ?? 0))).toEqual(
      work.readings.map((_, index) => 5 * index),
    );
    expect((instructions[0] ?? 0) % 5).toBe(1);
    expect(work.notes).toEqual([]);
  });

  it("sees one more iteration per frame, but no difference in formatting, at any reading interval", async () => {
    const plain = await plainRun;
    const longer = await run("longer.html", 1);
    expect(longer.work.readings.map((each, frame) => each - (plain.work.readings[frame] ?? 0))).toEqual(
      // sum, +=, i, & and 3
      plain.work.readings.map(() => 5),
    );
    const other = await run("printed.html", 8);
    const sums = [plain.work.readings.slice(0, 8), plain.work.readings.slice(8, 16), plain.work.readings.slice(16)];
    expect(other.work.readings).toEqual(sums.map((part) => part.reduce((sum, each) => sum + each, 0)));
  });
});
