import { cpSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";
import { createGameFolder } from "../harness/fixtures/game-folder.ts";
import { reportOf, runJson } from "./run-command.ts";

const short = ["--frames", "100", "--warmup", "0", "--assert-budget"];

function manifest(ingest: object, budget: object): object {
  return {
    manifestVersion: 2,
    name: "Declared",
    version: "1.2.3",
    engine: { version: "0.1.0" },
    roots: [{ id: "game", adapter: { surface: "threejs", ingest: { strategy: "opaque-embed", ...ingest } } }],
    resolution: { width: 640, height: 360 },
    determinism: { seededRandom: true, defaultSeed: 11 },
    budget,
  };
}

describe("an unmodified page that a manifest declares", () => {
  it.each([
    { limit: 1000, exit: 0 },
    { limit: 0.000_001, exit: 1 },
  ])("is judged by the manifest's budget: $limit ms", async ({ limit, exit }) => {
    const budget = { frameCpuMsP95: limit, maxTriangles: 10 };
    await using folder = await createGameFolder({
      "framegate.game.json": manifest({ entryHtml: "dist/index.html" }, budget),
    });
    cpSync(join(packageRoot, "test/games/plain-page"), join(folder.path, "dist"), { recursive: true });
    const result = await runJson(["perf", folder.path, ...short, "--no-why"]);
    expect(result.exitCode, result.stderr).toBe(exit);
    const { report } = reportOf(result);
    expect(report.game).toMatchObject({ name: "Declared", version: "1.2.3" });
    expect(report.viewport).toMatchObject({ width: 640, height: 360 });
    expect(report.seed).toMatchObject({ value: 11, source: "defaultSeed" });
    expect(report.budget).toEqual(budget);
    const root = { id: "game", surface: "threejs", adapter: "opaque-embed", loop: "gated" };
    expect(report.roots).toEqual([{ ...root, tier: "opaque-embed", ceiling: "opaque-embed" }]);
  });

  it("gets its assets where the manifest says, from a server of this machine, too", async () => {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.setHeader("Access-Control-Allow-Origin", "*");
      response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
      response.end(JSON.stringify({ colour: "rgb(1, 2, 3)" }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const host = `127.0.0.1:${typeof address === "object" && address !== null ? String(address.port) : ""}`;
    const script = `
      const box = document.body.appendChild(document.createElement("div"));
      Promise.all(["data/level.json", "local/level.json"].map(async (file) => (await fetch(file)).json())).then((levels) => {
        requestAnimationFrame(function frame(now) { box.textContent = now + levels.map((one) => one.colour).join(); requestAnimationFrame(frame); });
      });`;
    await using folder = await createGameFolder({
      "framegate.game.json": manifest(
        { entryHtml: "index.html", assets: { "data/": `http://${host}/served/`, "local/": "/own/" } },
        { frameCpuMsP95: 1000 },
      ),
      "index.html": `<!doctype html><body><script>${script}</script>`,
      "own/level.json": JSON.stringify({ colour: "rgb(4, 5, 6)" }),
    });
    const result = await runJson(["perf", folder.path, "--frames", "20", "--warmup", "0", "--repeat", "0"]);
    server.close();
    expect(result.exitCode, result.stderr).toBe(0);
    const { report } = reportOf(result);
    expect(report.allowedHosts).toEqual([host]);
    expect(new Set(asked)).toEqual(new Set(["/served/level.json"]));
    expect(report.notices.filter(({ severity }) => severity === "failure")).toEqual([]);
  });
});
