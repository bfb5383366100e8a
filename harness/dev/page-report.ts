import type { ViteDevServer } from "vite";
import type { RunPlan } from "../../src/formats/run-plan.ts";
import { mountFailure, stepFailure } from "../capture/page-failures.ts";
import { parseMountReport, parsePlayReport } from "../capture/parse-page-reports.ts";
import type { FramegateError } from "../errors.ts";
import { devPositions } from "./dev-positions.ts";

/** The error behind a page's report that the game ended. */
export function gameFailure(
  ending: unknown,
  { limits }: RunPlan,
  vite: ViteDevServer,
  gameDir: string,
): FramegateError {
  const positions = devPositions(vite, gameDir);
  const mounted = parseMountReport(property(ending, "mounted"));
  if (!mounted.ok) return mountFailure(mounted, positions, limits);
  const { stopped, steps } = parsePlayReport(property(ending, "played"));
  if (stopped === null) throw new TypeError("A page without a failure told of one.");
  return stepFailure(stopped, steps, { positions, warmup: 0, limits });
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
