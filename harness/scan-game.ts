import type { ReportedScan } from "../src/formats/report.ts";
import type { RunPlan } from "../src/formats/run-plan.ts";
import type { ScanResult } from "../scanner/run-scan.ts";
import { ScanError } from "../scanner/findings/scan-error.ts";
import { FramegateError } from "./errors.ts";

export interface ScanGameOptions {
  /** Folder that the paths in findings are relative to. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** Runs the game whatever its sources contain. */
  readonly skipsScan: boolean;
  /** Called before a scan, if there is one. */
  readonly onScan: () => void;
  /** Called with the result, if there is anything to report. */
  readonly onScanned: (result: ScanResult) => Promise<void>;
}

/**
 * Scans the sources of a game that declares `determinism.seededRandom`, which forbids them raw randomness and clocks.
 * Throws `scan-findings` if they use any, and the error of `explainScanError` for a scan that could not run.
 */
export async function scanGame({ target, seededRandom }: RunPlan, options: ScanGameOptions): Promise<ReportedScan> {
  if (target.kind !== "manifest" || !seededRandom) return unscanned("off");
  if (options.skipsScan) return unscanned("skipped");
  const { cwd, signal, onScan, onScanned } = options;
  onScan();
  // The folder, because a manifest may have any name. Whether to scan is already decided.
  const result = await scanFolder(target.gameDir, { cwd, signal });
  const { findings, notices, filesScanned, suppressedCount } = result;
  if (findings.length + notices.length > 0) await onScanned(result);
  if (findings.length > 0)
    throw new FramegateError("scan-findings", {
      path: target.manifestPath,
      folder: target.gameDir,
      count: findings.length,
    });
  return { status: "clean", files: filesScanned, notices: notices.length, suppressed: suppressedCount };
}

/** Turns the errors of a scan into user errors; anything else stays unchanged. */
export function explainScanError(thrown: unknown): unknown {
  if (!(thrown instanceof ScanError)) return thrown;
  const { problem, path, reason } = thrown;
  const options = { cause: thrown };
  switch (problem) {
    case "path-missing":
      return new FramegateError("nothing-to-scan", { path, reason }, options);
    case "path-unreadable":
      return new FramegateError("file-unreadable", { path, reason }, options);
    case "baseline-invalid":
      return new FramegateError("baseline-invalid", { path, reason }, options);
    case "write-failed":
      return new FramegateError("write-failed", { path, reason }, options);
  }
}

function unscanned(status: "off" | "skipped"): ReportedScan {
  return { status, files: 0, notices: 0, suppressed: 0 };
}

async function scanFolder(
  folder: string,
  options: { readonly cwd: string; readonly signal: AbortSignal },
): Promise<ScanResult> {
  // Most runs are of games that promise nothing, and need no scanner.
  const { runScan } = await import("../scanner/run-scan.ts");
  try {
    return await runScan([folder], { ...options, force: true });
  } catch (thrown) {
    throw explainScanError(thrown);
  }
}
