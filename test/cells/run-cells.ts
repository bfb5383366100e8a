import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { planLaunches } from "../../harness/plan/plan-launches.ts";
import type { LaunchConditions } from "../../src/formats/launch-conditions.ts";
import type { Cell } from "./cell.ts";
import { cellPage, writeCells } from "./cell-site.ts";
import { type PageRun, runPages } from "./run-pages.ts";

const frames = 40;

/** Runs each cell as `framegate verify` would, see `runPages`. */
export async function runCells(
  cells: readonly Cell[],
  { conditions = planLaunches(3), limitMs = 20_000 }: CellOptions,
  onCell: (cell: Cell, runs: readonly PageRun[]) => void,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "framegate-cells-"));
  const byPage = new Map(cells.map((cell) => [cellPage(cell), cell]));
  try {
    writeCells(folder, cells);
    await runPages(folder, [...byPage.keys()], { conditions, limitMs, run: { frames } }, (page, runs) => {
      const cell = byPage.get(page);
      if (cell !== undefined) onCell(cell, runs);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface CellOptions {
  readonly conditions?: readonly LaunchConditions[];
  /** How long a cell may take to load, and how long a frame may wait. */
  readonly limitMs?: number;
}
