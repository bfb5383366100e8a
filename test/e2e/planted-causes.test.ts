import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadProject } from "../../harness/load/load-project.ts";
import { planRuns } from "../../harness/plan/plan-runs.ts";
import { runVerify, type VerifyResult } from "../../harness/run-verify.ts";
import { startChangingServer } from "./changing-server.ts";
import {
  causeLine,
  plant,
  plantedCauses,
  type PlantedCause,
  type PlantedRealm,
  realmName,
  sharedMemory,
} from "./planted-causes.ts";

async function verifyPlanted(cause: PlantedCause, realm: PlantedRealm): Promise<VerifyResult> {
  const folder = mkdtempSync(join(tmpdir(), "framegate-planted-"));
  await using server = await startChangingServer();
  try {
    for (const [name, content] of Object.entries({ "package.json": "{}", ...plant(cause, realm) }))
      writeFileSync(join(folder, name), content);
    const project = await loadProject(join(folder, "page.html"), { cwd: folder, tape: null, allowOrphan: false });
    const plan = planRuns(project, {
      ...{ frames: 20, warmup: 0, allowVacuous: true, query: `server=${server.url}` },
      allowHosts: [new URL(server.url).host],
    });
    const { signal } = new AbortController();
    return await runVerify(plan, 2, { env: process.env, signal, onEvent: () => undefined });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Cell {
  readonly name: string;
  readonly cause: PlantedCause;
  readonly realm: PlantedRealm;
}

// Each takes some seconds, so by default only every forty-eighth cause is planted, in one realm after the other.
const isThorough = process.env["FRAMEGATE_EVERY_CELL"] === "1";

const cells = plantedCauses.flatMap((cause, index): readonly Cell[] =>
  cause.realms
    .filter((_, place) => isThorough || (index % 48 === 0 && place === (index / 48) % cause.realms.length))
    .map((realm) => ({ name: `${cause.api} in a ${realm}`, cause, realm })),
);

describe("a planted cause is named with its API, file and line", () => {
  it.each(cells)("$name", async ({ cause, realm }) => {
    const { report } = await verifyPlanted(cause, realm);
    expect(report.divergence).toMatchObject({ root: "/page.html", part: "canvas2d", path: "fillText[0]" });
    expect(report.divergence?.cause).toMatchObject({ api: cause.api, realm: realmName(cause, realm) });
    expect(report.divergence?.cause?.stack[0]).toMatchObject({ file: "game.js", line: causeLine(cause) });
  });
});

it.each(sharedMemory.realms.filter((_, place) => isThorough || place === 0))(
  "memory that a %s shares is named where it is shared, and nothing wrong is",
  async (realm) => {
    const { report } = await verifyPlanted(sharedMemory, realm);
    expect(report.named).toMatchObject([
      {
        api: "SharedArrayBuffer",
        realm: realmName(sharedMemory, realm),
        file: "game.js",
        line: causeLine(sharedMemory),
      },
    ]);
    const causes = ["SharedArrayBuffer", "MessageEvent.data", undefined];
    expect(causes).toContain(report.divergence?.cause?.api);
  },
);
