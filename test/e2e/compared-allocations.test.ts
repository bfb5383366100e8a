import { join } from "node:path";
import { expect, it } from "vitest";
import { createGameFolder } from "../harness/fixtures/game-folder.ts";
import { reportOf, runJson } from "./run-command.ts";

/** A page that allocates 50 objects in each frame, and more by what is planted. */
function page(planted: string, call: string): string {
  return `<!doctype html><canvas></canvas><script>
const context = document.querySelector("canvas").getContext("2d");
function makeSparks(count) {
  const sparks = [];
  for (let index = 0; index < count; index += 1) sparks.push({ x: index, y: -index });
  return sparks;
}
${planted}
let at = 0;
function frame() {
  requestAnimationFrame(frame);
  at = (at + 1) % 100;
  ${call}
  context.fillRect(at, makeSparks(50).length, 1, 1);
}
requestAnimationFrame(frame);
</script>`;
}

it("names a planted function that allocates through another one first, with its bytes", async () => {
  await using games = await createGameFolder({
    "package.json": {},
    "before/index.html": page("", ""),
    "after/index.html": page("function scatter() { return makeSparks(200); }", "scatter();"),
  });
  const stored = join(games.path, "before.json");
  const compare = async (build: string, ...flags: readonly string[]): ReturnType<typeof runJson> => {
    const args = ["perf", join(games.path, build, "index.html"), "--allocations", "--frames", "30", "--repeat", "0"];
    return await runJson([...args, "--no-scan", ...flags]);
  };

  const beside = await compare("after", "--baseline", join(games.path, "before/index.html"));
  const allocations = reportOf(beside).report.baseline?.allocations;
  expect(allocations?.functions[0]).toMatchObject({ name: "scatter", owner: "game", baselineBytes: 0 });
  // 200 objects of 20 bytes, and the list with its growth.
  const grown = (allocations?.currentBytes ?? 0) - (allocations?.baselineBytes ?? 0);
  expect(grown).toBeGreaterThan(4000);
  expect(grown).toBeLessThan(10_000);
  expect(beside.stderr.replaceAll(/\s+/gu, " ")).toMatch(
    /Allocations: \d+\.\d kB a frame, \d+\.\d kB before: \+\d\.\d kB, .* \+\d\.\d kB \d+\.\d % scatter/u,
  );

  await compare("before", "--baseline", stored, "--update-baseline");
  const same = await compare("before", "--baseline", stored);
  expect(reportOf(same).report.baseline?.allocations).toMatchObject({ functions: [] });
  expect(same.stderr).toMatch(/Allocations: .* a frame, no difference larger than 64 B/u);
});
