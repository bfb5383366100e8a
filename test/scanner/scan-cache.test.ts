import { readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { briefly, createSourceFolder } from "./source-folder.ts";

describe("a cache", () => {
  const files = {
    "a.ts": "Math.random(); // framegate-ignore-line raw-clock -- b",
    "b.ts": "export const m = Math;",
    "c.ts": "import { m } from './b'; m.random();",
  };

  it("gives the same result as a scan without it, whatever has changed", async () => {
    using folder = createSourceFolder(files);
    const first = await folder.scan({ cache: "cache" });
    expect(await folder.scan({ cache: "cache" })).toEqual(first);
    for (const change of [{ "a.ts": "" }, { "b.ts": "export const m = { random() {} };" }, { "d.ts": "Date.now();" }]) {
      folder.write(change);
      expect(await folder.scan({ cache: "cache" })).toEqual(await folder.scan());
    }
    expect(await folder.scan({ cache: "cache", groups: ["float"] })).toEqual(await folder.scan({ groups: ["float"] }));
  });

  it("keeps the analysis of a part of a file apart from that of the whole file", async () => {
    const ways = [
      "export function a(of) { return of.random(); }\nDate.now();",
      "import { a } from './a';\na(Math);",
    ] as const;
    using folder = createSourceFolder({ "a.ts": ways[0] });
    expect(briefly(await folder.scan({ cache: "cache" }))).toEqual(["a.ts:2 Date.now"]);
    folder.write({ "b.ts": ways[1] });
    expect(briefly(await folder.scan({ cache: "cache" }))).toEqual(["a.ts:1 Math.random", "a.ts:2 Date.now"]);
    folder.write({ "b.ts": "function b() { navigator.sendBeacon(c); }\nMath.random();" });
    expect(briefly(await folder.scan({ cache: "cache" }))).toEqual(["a.ts:2 Date.now", "b.ts:2 Math.random"]);
    expect(briefly(await folder.scan({ cache: "cache", groups: ["io"] }))).toEqual([
      "a.ts:2 Date.now",
      "b.ts:1 navigator.sendBeacon",
      "b.ts:2 Math.random",
    ]);
  });

  it("notices a change that keeps the size and time of an old file", async () => {
    using folder = createSourceFolder({ "a.ts": "Math.random();" });
    const path = join(folder.path, "a.ts");
    // Files that were just written are always read again, so these must be old.
    const later = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 60_000);
    try {
      const { mtime } = statSync(path);
      expect(briefly(await folder.scan({ cache: "cache" }))).toEqual(["a.ts:1 Math.random"]);
      expect(briefly(await folder.scan({ cache: "cache" }))).toEqual(["a.ts:1 Math.random"]);
      folder.write({ "a.ts": "Math.floor(0);" });
      utimesSync(path, mtime, mtime);
      expect(briefly(await folder.scan({ cache: "cache" }))).toEqual([]);
    } finally {
      later.mockRestore();
    }
  });

  it("notices at once that a file that was just written has changed", async () => {
    using folder = createSourceFolder({ "a.ts": "Math.random();" });
    expect(briefly(await folder.scan({ cache: "cache" }))).toEqual(["a.ts:1 Math.random"]);
    folder.write({ "a.ts": "Math.floor(0);" });
    expect(briefly(await folder.scan({ cache: "cache" }))).toEqual([]);
  });

  it("notices that a manifest inside the tree redirects an import", async () => {
    const manifest = (target: string): string => JSON.stringify({ imports: { "#dice": target } });
    const calm = "export const roll = { random() {} };";
    using folder = createSourceFolder({
      "game/package.json": manifest("./calm.ts"),
      "game/calm.ts": calm,
      "game/raw.ts": "export const roll = Math;",
      "game/src/a.ts": "import { roll } from '#dice';\nroll.random();",
    });
    expect(briefly(await folder.scan({ cache: "cache" }))).toEqual([]);
    folder.write({ "game/package.json": manifest("./raw.ts") });
    expect(briefly(await folder.scan({ cache: "cache" }))).toEqual(["game/src/a.ts:2 Math.random"]);
  });

  it("counts as empty if it is truncated, foreign or edited", async () => {
    using folder = createSourceFolder(files);
    const path = join(folder.path, "cache");
    const expected = await folder.scan({ cache: "cache" });
    folder.write({ "d.ts": "" });
    // Latin-1 keeps the unchanged bytes as they are.
    const whole = readFileSync(path, "latin1");
    const changed = [
      whole.replace("Math.random", "Math.floor"),
      whole.replaceAll("Math.random", "Math.floor"),
      whole.replaceAll("a.ts", "b.ts"),
    ];
    for (const text of [
      "",
      "{}",
      "{}\n{}\n",
      "\n\n\0",
      "{\n{\0\n\0",
      whole.slice(0, -40),
      whole.slice(0, 60),
      whole.slice(0, 700),
      ...changed,
    ]) {
      writeFileSync(path, text, "latin1");
      expect(await folder.scan({ cache: "cache" })).toEqual({ ...expected, filesScanned: 4 });
      // The damaged part may be needed only after a change.
      folder.write({ "d.ts": "Date.now();" });
      expect(await folder.scan({ cache: "cache" })).toEqual(await folder.scan());
      folder.write({ "d.ts": "" });
      expect(await folder.scan({ cache: "cache" })).toEqual({ ...expected, filesScanned: 4 });
    }
  });

  it.skipIf(process.platform === "win32")(
    "is refused if it is not a regular file, such as an endless device",
    async () => {
      using folder = createSourceFolder(files);
      await expect(folder.scan({ cache: "/dev/zero" })).rejects.toMatchObject({
        problem: "path-unreadable",
        reason: "it is not a regular file",
      });
      await expect(folder.scan({ baseline: "/dev/zero" })).rejects.toMatchObject({
        problem: "baseline-invalid",
        reason: "it is not a regular file",
      });
    },
  );

  it("survives concurrent scans", async () => {
    using folder = createSourceFolder(files);
    const results = await Promise.all(Array.from({ length: 8 }, async () => await folder.scan({ cache: "cache" })));
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(await folder.scan({ cache: "cache" })).toEqual(results[0]);
  });
});
