import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCommandFiles } from "../../../harness/cli/code-cache.ts";

const first = `
const { join } = require("node:path");
exports.early = 1;
exports.path = join("a", "b");
exports.second = require("./second-2.cjs");
exports.third = require("./third-3.cjs");
exports.where = [__dirname, __filename];
`;
const second = `
exports.seen = require("./first-1.cjs").early;
exports.where = [__dirname, __filename];
${Array.from({ length: 1000 }, (_, index) => `exports.f${String(index)} = () => ${String(index)};`).join("\n")}
`;
const third = "exports.small = true;";

/** The runs after which all is kept. */
const rounds = 2;

let base: string;
let folder: string;
let cache: string;
let kept: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "framegate-code-"));
  folder = join(base, "bin");
  cache = join(base, "cache/code");
  kept = join(cache, "second-2.cjs.v8");
  mkdirSync(folder);
  writeFileSync(join(folder, "first-1.cjs"), first);
  writeFileSync(join(folder, "second-2.cjs"), second);
  writeFileSync(join(folder, "third-3.cjs"), third);
});

afterEach(() => {
  rmSync(base, { recursive: true, force: true });
});

/** Runs the files as one process would, and returns what the first of them exports. */
function run(): unknown {
  const files = openCommandFiles(folder, cache);
  const loaded = files.run("first-1.cjs");
  files.keep();
  return loaded;
}

function runUntilKept(): void {
  for (let round = 0; round < rounds; round++) run();
}

describe("the files of the command", () => {
  it("run as modules of CommonJS, each once, with nothing kept and with all", () => {
    for (const round of ["compiled", "compiled again", "kept"]) {
      const loaded = run();
      expect(loaded, round).toMatchObject({
        path: join("a", "b"),
        second: { seen: 1, where: [folder, join(folder, "second-2.cjs")] },
        third: { small: true },
        where: [folder, join(folder, "first-1.cjs")],
      });
      // Nothing of what is small.
      expect(readdirSync(cache)).toEqual(["second-2.cjs.v8"]);
    }
  });

  it("are kept the second time only", () => {
    run();
    expect(statSync(kept)).toMatchObject({ size: 0 });
    run();
    expect(statSync(kept).size).toBeGreaterThan(1000);
  });

  it("are compiled no more then: what was kept is taken, and stays", () => {
    runUntilKept();
    const { ino, mode } = statSync(kept);
    run();
    expect(statSync(kept).ino).toBe(ino);
    expect(mode & 0o777).toBe(0o600);
  });

  it.each([
    ["is torn", (content: Buffer) => content.subarray(0, 700), 0o600],
    ["is empty", () => "", 0o600],
    ["has lost a sector", (content: Buffer) => content.fill(0, 512, 1024), 0o600],
    ["may be somebody else's", (content: Buffer) => content, 0o620],
  ])("are compiled again where what was kept %s", (_, spoiled, mode) => {
    runUntilKept();
    const { ino } = statSync(kept);
    writeFileSync(kept, spoiled(readFileSync(kept)));
    chmodSync(kept, mode);
    expect(run()).toMatchObject({ second: { seen: 1 } });
    expect(statSync(kept).ino).not.toBe(ino);
    const made = statSync(kept).ino;
    run();
    expect(statSync(kept).ino).toBe(made);
  });

  it("run without a cache where none can be", () => {
    mkdirSync(join(base, "cache"));
    writeFileSync(cache, "");
    expect(run()).toMatchObject({ second: { seen: 1 } });
    expect(readFileSync(cache, "utf8")).toBe("");
  });

  it("leave what was kept long ago, and nothing else", () => {
    run();
    const old = join(cache, "second-1.cjs.v8");
    const recent = join(cache, "second-3.cjs.v8");
    for (const path of [old, recent, join(cache, "notes")]) writeFileSync(path, "");
    utimesSync(old, new Date(0), new Date(0));
    utimesSync(join(cache, "notes"), new Date(0), new Date(0));
    rmSync(kept);
    run();
    expect(readdirSync(cache)).toEqual(["notes", "second-2.cjs.v8", "second-3.cjs.v8"]);
  });
});
