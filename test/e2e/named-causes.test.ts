import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { planLaunches } from "../../harness/plan/plan-launches.ts";
import { type PageRun, runPages } from "../cells/run-pages.ts";
import { startChangingServer } from "./changing-server.ts";
import { expectedUses, type NamedCause, namedCauses } from "./named-causes.ts";
import { plant, type PlantedRealm, realmName } from "./planted-causes.ts";

// A launch of some fifty games, one after the other, in two browsers beside each other.
const limitMs = 900_000;

it.each(["page", "iframe", "worker", "srcdoc", "sandbox"] as const)(
  "each cause in a %s is named with its API, realm, file and line, and nothing else is",
  async (realm) => {
    const causes = namedCauses.filter(({ realms }) => realms.includes(realm));
    const wrong: Record<string, readonly string[]> = {};
    await runPlanted(causes, realm, (cause, runs) => {
      const problems = runs.flatMap((run) => problemsOf(cause, realm, run));
      if (problems.length > 0) wrong[cause.name] = problems;
    });
    expect(causes.length).toBeGreaterThan(0);
    expect(wrong).toEqual({});
  },
  limitMs,
);

it("plants forty causes and more in pages, iframes and workers", () => {
  expect(namedCauses.length).toBeGreaterThanOrEqual(40);
  for (const realm of ["page", "iframe", "worker"] as const) {
    expect(namedCauses.filter(({ realms }) => realms.includes(realm)).length).toBeGreaterThanOrEqual(13);
  }
});

/** Runs a game for each cause, and passes its runs to `onCause`. */
async function runPlanted(
  causes: readonly NamedCause[],
  realm: PlantedRealm,
  onCause: (cause: NamedCause, runs: readonly PageRun[]) => void,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "framegate-named-"));
  await using server = await startChangingServer();
  const byPage = new Map(causes.map((cause, index) => [`${String(index)}/page.html`, cause]));
  try {
    write(folder, { "package.json": "{}", "start.html": "<!doctype html>" });
    for (const [page, cause] of byPage) {
      write(join(folder, dirname(page)), { ...cause.files, ...plant(cause, realm) });
    }
    const [plain, , stirred] = planLaunches(3);
    if (plain === undefined || stirred === undefined) throw new Error("There are three kinds of launches.");
    const run = { frames: 12, query: `server=${server.url}`, allowHosts: [new URL(server.url).host] };
    const options = { conditions: [plain, stirred], limitMs: 60_000, run };
    await runPages(folder, [...byPage.keys()], options, (page, runs) => {
      const cause = byPage.get(page);
      if (cause !== undefined) onCause(cause, runs);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
}

function problemsOf(cause: NamedCause, realm: PlantedRealm, run: PageRun): readonly string[] {
  if (run.kind === "failed") return [`failed: ${run.reason}`];
  // A game that draws nothing of its source would prove nothing.
  const silent = run.shown === "" ? ["drew nothing"] : [];
  const own = realmName({}, realm);
  const expected = expectedUses(cause);
  const uses = run.samples.namedUses.map(({ api, realm: at, file, line }) => {
    const script = file.replace(/^\d+\//u, "");
    const isOwn = at.replace(/^\/\d+/u, "") === (script === "game.js" ? own : `${own}#worker1`);
    return `${api} at ${script}:${String(line)}${isOwn ? "" : ` in ${at}`}`;
  });
  // A worker that shares memory tells of it twice.
  const named = [...new Set(uses)].toSorted();
  const isAsExpected = named.join() === expected.join();
  return isAsExpected ? silent : [...silent, `named: ${named.join()}; not: ${expected.join()}`];
}
