import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";
import { createGameFolder, manifestOf } from "../harness/fixtures/game-folder.ts";
import { runCommand } from "./run-command.ts";

const adapter = { surface: "threejs", ingest: { strategy: "opaque-embed", entryHtml: "index.html" } };
const manifest = JSON.stringify(manifestOf({ roots: [{ id: "page", adapter }] }));

it("runs again after each change, says what it did to the counts, survives a broken file, and ends on Ctrl-C", async () => {
  await using folder = await createGameFolder({ "framegate.game.json": manifest });
  cpSync(join(packageRoot, "test/games/plain-page"), folder.path, { recursive: true });
  const write = (name: string, text: string): void => {
    writeFileSync(join(folder.path, name), text);
  };
  const script = readFileSync(join(folder.path, "triangle.js"), "utf8");
  // Reports in the game's own folder, which must not count as changes.
  const out = join(folder.path, "out");
  const args = ["perf", "--watch", "--frames", "100", "--warmup", "0", "--repeat", "0", "--quiet", "--out", out];
  const result = await runCommand([...args, "--history", "runs.jsonl", "--reporter", "junit=junit.xml"], {
    cwd: folder.path,
    reactions: [
      {
        text: "Watching the game's files",
        act: () => {
          write("framegate.game.json", "{");
        },
      },
      {
        text: "error file-invalid",
        act: () => {
          write("framegate.game.json", manifest);
          write("triangle.js", script.replace("  requestAnimation", "  gl.drawArrays(0, 0, 3);\n  requestAnimation"));
        },
      },
      {
        text: "Since the run before:",
        act: (command) => {
          command.signal("SIGINT");
        },
      },
    ],
  });
  expect(result.exitCode, result.stderr).toBe(130);
  expect(result.stderr).toMatch(/Interrupted after \d+ runs\. Their reports are written\./u);
  expect(result.stderr).not.toContain("Nothing was written");
  const changes = [...result.stderr.matchAll(/^Changed: (.*)$/gmu)].map(([, files = ""]) => files.split(", "));
  expect(changes[0]).toEqual(["framegate.game.json"]);
  expect(new Set(changes.slice(1).flat()), result.stderr).toEqual(new Set(["framegate.game.json", "triangle.js"]));
  expect(result.stderr).toMatch(/draw calls, worst frame +1 +-> +2 +\+100\.0 %\n/u);
  expect(result.stderr).toContain("The game's state differs from frame 0 on.");
});
