import { describe, expect, it } from "vitest";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageRoot } from "../../harness/package-root.ts";
import { runCommand, runJson } from "./run-command.ts";

describe("framegate schema", () => {
  it.each(["manifest", "input-map", "tape", "scn2d", "report", "sweep", "history", "machine"])(
    "prints the %s schema as the package ships it",
    async (name) => {
      const { exitCode, stdout, stderr } = await runCommand(["schema", name]);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
      expect(stdout).toBe(await readFile(join(packageRoot, "schemas", `${name}.json`), "utf8"));
    },
  );

  it("lists the formats without a name, as text and as JSON", async () => {
    const text = await runCommand(["schema"]);
    expect(text.exitCode).toBe(0);
    expect(
      text.stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.split(/ {2,}/)),
    ).toEqual([
      ["manifest", "framegate.game.json", "framegate/schemas/manifest.json"],
      ["input-map", "framegate.input.json", "framegate/schemas/input-map.json"],
      ["tape", "*.tape.json", "framegate/schemas/tape.json"],
      ["scn2d", "*.scn2d.json", "framegate/schemas/scn2d.json"],
      ["report", "report.json", "framegate/schemas/report.json"],
      ["sweep", "sweep.json", "framegate/schemas/sweep.json"],
      ["history", "*.history.jsonl", "framegate/schemas/history.json"],
      ["machine", "*.machine.json", "framegate/schemas/machine.json"],
    ]);
    const { json } = await runJson(["schema"]);
    expect(json).toMatchObject({
      schemas: [
        { name: "manifest" },
        { name: "input-map" },
        { name: "tape" },
        { name: "scn2d" },
        { name: "report" },
        { name: "sweep" },
        { name: "history" },
        { name: "machine" },
      ],
    });
  });

  it("refuses an unknown name and suggests the nearest", async () => {
    const { exitCode, json } = await runJson(["schema", "manifst"]);
    expect(exitCode).toBe(2);
    expect(json.error).toMatchObject({ code: "unknown-schema", message: expect.stringContaining('"manifest"') });
  });
});
