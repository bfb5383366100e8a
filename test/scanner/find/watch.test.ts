import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { watchScan } from "../../../scanner/find/watch.ts";
import { briefly, createSourceFolder, type SourceFolder } from "../source-folder.ts";

/** Expected findings, or the message of a problem (a text), and the change that follows. */
interface Step {
  readonly expected: readonly string[] | string;
  readonly next: () => void | Promise<void>;
}

/** Watches until each step has been seen, and then interrupts. Results between two steps are ignored. */
async function watchSteps(folder: SourceFolder, named: readonly string[], steps: readonly Step[]): Promise<void> {
  const interruption = new AbortController();
  let index = 0;
  const see = async (seen: readonly string[] | string): Promise<void> => {
    const step = steps[index];
    if (step === undefined || JSON.stringify(seen) !== JSON.stringify(step.expected)) return;
    index++;
    await step.next();
    if (index === steps.length) interruption.abort(new Error("enough"));
  };
  const watching = watchScan(
    named,
    { cwd: folder.path, signal: interruption.signal },
    {
      onResult: (result) => see(briefly(result)),
      onProblem: ({ message }) => void see(message),
    },
  );
  await expect(watching).rejects.toThrow("enough");
  expect(index).toBe(steps.length);
}

const nothing = (): void => undefined;

describe("a watch", { timeout: 60_000 }, () => {
  it("scans again whenever a source is changed, added or removed, until it is interrupted", async () => {
    using folder = createSourceFolder({ "src/a.ts": "export {};" });
    const put = (files: Readonly<Record<string, string>>) => () => {
      folder.write(files);
    };
    await watchSteps(
      folder,
      ["."],
      [
        { expected: [], next: put({ "src/a.ts": "Math.random();" }) },
        { expected: ["src/a.ts:1 Math.random"], next: put({ "src/deep/b.ts": "Date.now();" }) },
        {
          expected: ["src/a.ts:1 Math.random", "src/deep/b.ts:1 Date.now"],
          next: put({ ".gitignore": "deep", "src/a.ts": "" }),
        },
        { expected: [], next: nothing },
      ],
    );
  });

  it("goes on when a file becomes a folder, and a folder a file", async () => {
    using folder = createSourceFolder({ "src/a.ts": "Math.random();" });
    const path = join(folder.path, "src/a.ts");
    await watchSteps(
      folder,
      ["."],
      [
        {
          expected: ["src/a.ts:1 Math.random"],
          next: () => {
            rmSync(path);
            folder.write({ "src/a.ts/b.ts": "Date.now();" });
          },
        },
        {
          expected: ["src/a.ts/b.ts:1 Date.now"],
          next: () => {
            rmSync(path, { recursive: true });
            folder.write({ "src/a.ts": "performance.now();" });
          },
        },
        { expected: ["src/a.ts:1 performance.now"], next: nothing },
      ],
    );
  });

  it("reports that its folder is gone, and goes on when it is back", async () => {
    using folder = createSourceFolder({ "src/a.ts": "Math.random();" });
    await watchSteps(
      folder,
      ["src"],
      [
        {
          expected: ["src/a.ts:1 Math.random"],
          next: () => {
            rmSync(join(folder.path, "src"), { recursive: true });
          },
        },
        {
          expected: "src: it does not exist.",
          next: () => {
            folder.write({ "src/b.ts": "Date.now();" });
          },
        },
        // This is a new folder, which must be watched like the first one.
        {
          expected: ["src/b.ts:1 Date.now"],
          next: () => {
            folder.write({ "src/b.ts": "export {};" });
          },
        },
        { expected: [], next: nothing },
      ],
    );
  });

  it.skipIf(process.getuid?.() === 0)("reports that a file cannot be read, and goes on when it can", async () => {
    using folder = createSourceFolder({ "a.ts": "Math.random();", "b.ts": "" });
    const path = join(folder.path, "a.ts");
    await watchSteps(
      folder,
      ["."],
      [
        {
          expected: ["a.ts:1 Math.random"],
          next: () => {
            chmodSync(path, 0);
            folder.write({ "b.ts": "Date.now();" });
          },
        },
        {
          expected: `${path}: EACCES: permission denied, open '${path}'.`,
          next: () => {
            chmodSync(path, 0o600);
          },
        },
        { expected: ["a.ts:1 Math.random", "b.ts:1 Date.now"], next: nothing },
      ],
    );
  });

  it("goes on while files come and go faster than they are read", async () => {
    using folder = createSourceFolder({ "src/a.ts": "Math.random();" });
    const script = `
      const { mkdirSync, rmSync, writeFileSync } = require("node:fs");
      for (let round = 0; round < 300; round++) {
        for (const name of ["x", "y"]) {
          mkdirSync("src/" + name, { recursive: true });
          for (let index = 0; index < 5; index++) writeFileSync("src/" + name + "/" + index + ".ts", "Date.now();");
          rmSync("src/" + name, { recursive: true });
        }
      }
      writeFileSync("src/a.ts", "performance.now();");`;
    await watchSteps(
      folder,
      ["."],
      [
        {
          expected: ["src/a.ts:1 Math.random"],
          next: async () => {
            const child = spawn(process.execPath, ["-e", script], { cwd: folder.path, stdio: "inherit" });
            await once(child, "spawn");
          },
        },
        { expected: ["src/a.ts:1 performance.now"], next: nothing },
      ],
    );
  });

  it("ends if its first scan has nothing to scan", async () => {
    using folder = createSourceFolder();
    const watching = watchScan(
      ["nowhere"],
      { cwd: folder.path },
      { onResult: () => Promise.resolve(), onProblem: nothing },
    );
    await expect(watching).rejects.toMatchObject({ problem: "path-missing", path: "nowhere" });
  });
});
