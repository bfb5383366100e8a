import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { judgeReport } from "../../../harness/judge/judge-report.ts";
import {
  checkWritable,
  checkWritableFile,
  createRunFolder,
  writeRunFiles,
} from "../../../harness/report/write-report.ts";
import { makeReport } from "../fixtures/make-report.ts";
import { makeSamples } from "../fixtures/make-samples.ts";
import { noPictures } from "../../../src/formats/run-pictures.ts";

const startedAtMs = Date.UTC(2026, 0, 31, 12, 0, 0, 250);
let directory = "";

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "framegate-write-report-"));
});

afterEach(async () => {
  await rm(directory, { recursive: true });
});

describe("createRunFolder", () => {
  it("names the folder after the game, the start and the seed", async () => {
    const folder = await createRunFolder(directory, { game: "Orchard Run!", seed: 7, startedAtMs });
    expect(relative(directory, folder).split(/[\\/]/)).toEqual(["orchard-run", "2026-01-31T120000Z-seed7"]);
  });

  it("gives two runs of the same second and seed a folder each", async () => {
    const name = { game: "Orchard", seed: -7, startedAtMs };
    const folders = await Promise.all([1, 2, 3].map(() => createRunFolder(directory, name)));
    const names = folders.map((folder) => basename(folder)).sort();
    const first = "2026-01-31T120000Z-seed-7";
    expect(names).toEqual([first, `${first}-2`, `${first}-3`]);
  });

  it.each([
    ["../../etc/passwd", "etc-passwd"],
    ["Äpfel & Birnen", "apfel-birnen"],
    ["星の庭", "星の庭"],
    ["マジカルミライ", "マジカルミライ"],
    ["별의 정원", "별의-정원"],
    ["...", "game"],
    ["CON", "game-con"],
    ["x".repeat(500), "x".repeat(64)],
  ])("makes a safe folder name from the game's name %j", async (game, expected) => {
    await createRunFolder(directory, { game, seed: 1, startedAtMs });
    expect(await readdir(directory)).toEqual([expected]);
  });

  it("names the folder that it could not write", async () => {
    const file = join(directory, "in-the-way");
    await writeFile(file, "");
    await expect(createRunFolder(file, { game: "Orchard", seed: 1, startedAtMs })).rejects.toMatchObject({
      code: "write-failed",
    });
  });
});

describe("writeRunFiles", () => {
  it("writes a report that reads back unchanged, its page, and nothing else", async () => {
    const report = makeReport(makeSamples(["count", "timed"]));
    const file = { report, verdict: judgeReport(report, { maxDrawCalls: 1 }) };
    const path = await writeRunFiles({ file, page: "a page", pictures: noPictures }, directory);
    expect(JSON.parse(await readFile(path, "utf8"))).toEqual(file);
    expect(await readFile(join(directory, "report.html"), "utf8")).toBe("a page");
    expect((await readdir(directory)).toSorted()).toEqual(["report.html", "report.json"]);
  });

  it("fails with write-failed below a file", async () => {
    await writeFile(join(directory, "file"), "");
    const report = makeReport(makeSamples(["count"]));
    const writing = writeRunFiles(
      { file: { report, verdict: judgeReport(report, null) }, page: "", pictures: noPictures },
      join(directory, "file"),
    );
    await expect(writing).rejects.toMatchObject({
      code: "write-failed",
      where: join(directory, "file", "report.json"),
    });
  });

  it("leaves no folder if a picture could be written but not the report", async () => {
    const folder = await createRunFolder(directory, { game: "Orchard", seed: 1, startedAtMs });
    await mkdir(join(folder, "report.json"));
    const report = makeReport(makeSamples(["count"]));
    const screenshots = [{ frame: 3, png: new Uint8Array([1]) }];
    const writing = writeRunFiles(
      { file: { report, verdict: judgeReport(report, null) }, page: "", pictures: { ...noPictures, screenshots } },
      folder,
    );
    await expect(writing).rejects.toMatchObject({ code: "write-failed" });
    expect(await readdir(join(directory, "orchard"))).toEqual([]);
  });
});

describe("a disk that runs full", () => {
  const isMountable = spawnSync("mount", ["--help"]).error === undefined && process.getuid?.() === 0;

  it.skipIf(!isMountable)("fails with write-failed and leaves no part of a run", async ({ skip }) => {
    const disk = join(directory, "disk");
    await mkdir(disk);
    if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=16k", "tmpfs", disk]).status !== 0)
      skip("mounting is not permitted");
    try {
      const folder = await createRunFolder(disk, { game: "Orchard", seed: 1, startedAtMs });
      const report = makeReport(makeSamples(["count", "count", "timed", "timed"], { frames: 1000 }));
      const writing = writeRunFiles(
        { file: { report, verdict: judgeReport(report, null) }, page: "", pictures: noPictures },
        folder,
      );
      await expect(writing).rejects.toMatchObject({ code: "write-failed" });
      expect(await readdir(join(disk, "orchard"))).toEqual([]);
    } finally {
      spawnSync("umount", [disk]);
    }
  });
});

describe("checkWritable", () => {
  it("treats a missing folder as writable, and creates nothing", async () => {
    await checkWritable(join(directory, "a", "b"));
    expect(await readdir(directory)).toEqual([]);
  });

  it("refuses a folder below a file", async () => {
    await writeFile(join(directory, "file"), "");
    await expect(checkWritable(join(directory, "file", "reports"))).rejects.toMatchObject({ code: "write-failed" });
  });
});

describe("checkWritableFile", () => {
  it("accepts a file that exists, and one that does not, and creates nothing", async () => {
    await writeFile(join(directory, "old.json"), "old");
    await checkWritableFile(join(directory, "old.json"));
    await checkWritableFile(join(directory, "a", "new.json"));
    expect(await readdir(directory)).toEqual(["old.json"]);
  });

  it("refuses a folder, and a file below a file", async () => {
    await writeFile(join(directory, "file"), "");
    await expect(checkWritableFile(directory)).rejects.toMatchObject({
      code: "write-failed",
      message: `Cannot write ${directory}: it is a folder.`,
    });
    await expect(checkWritableFile(join(directory, "file", "a.json"))).rejects.toMatchObject({ code: "write-failed" });
  });

  it.runIf(process.platform === "linux")("accepts a device", async () => {
    await checkWritableFile("/dev/null");
  });
});
