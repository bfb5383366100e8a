import { existsSync, statSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import type { Surface } from "../../src/formats/manifest.ts";
import { type Budget, metricDefinitions, type MetricId } from "../../src/formats/metrics.ts";
import type { RunNotice } from "../../src/formats/frame-sample.ts";
import type { RunPlan } from "../../src/formats/run-plan.ts";
import { FramegateError } from "../errors.ts";
import { detectSurface } from "../load/detect-surface.ts";
import { findPage } from "../load/find-page.ts";
import { createPathLookup } from "../load/look-up-path.ts";
import { readPageTitle } from "../load/page-title.ts";
import { isWithin } from "../load/served-folder.ts";
import { formatFigure } from "../../src/formats/format-figures.ts";
import { stringifyJson } from "../report/json.ts";
import { quoteForShell } from "../report/reproduce-command.ts";
import { onOneLine } from "../report/terminal-text.ts";
import { checkWritable } from "../report/write-report.ts";
import { runGame } from "../run-game.ts";
import { pageManifestName, writePageManifest } from "../scaffold/page-manifest.ts";
import { budgetOf, type ProposedLimit, proposeBudget } from "../scaffold/propose-budget.ts";
import { refuseToMix, writeScaffold } from "../scaffold/write-scaffold.ts";
import type { CommandIo } from "./io.ts";
import { createRunDisplay } from "./run-display.ts";

/** Options of `init` for a page. */
export interface InitPageFlags {
  /** Relative to the folder of the manifest. */
  readonly html: string;
  readonly name?: string;
  readonly force?: true;
  readonly json?: true;
  /** False with `--no-measure`. */
  readonly measure: boolean;
}

/** Results of a run of the page, for its budget. */
interface Measured {
  readonly limits: readonly ProposedLimit[];
  /** Null if the page draws with none of the known libraries. */
  readonly surface: Surface | null;
  readonly warnings: readonly RunNotice[];
}

/** One frame at 60 Hz, which is what a player sees. Without a run, nobody knows how many draws a game needs. */
const unmeasuredBudget: Budget = { frameCpuMsP95: 16 };

/** Repeats of the timed run: enough for an interval, fewer than a verdict needs. */
const repeat = 3;

/** Writes the manifest of an unmodified page, with a measured budget. Writes nothing if the page does not run. */
export async function initPage(folder: string, flags: InitPageFlags, io: CommandIo): Promise<number> {
  const path = resolve(io.cwd, folder);
  const htmlPath = await findGivenPage(path, flags.html);
  const force = flags.force === true;
  // Before the run, which takes a while.
  await refuseToMix(path, [{ path: pageManifestName }], { force, besideOthers: true });
  await checkWritable(path);
  const name = flags.name ?? (await readPageTitle(htmlPath)) ?? (basename(path) || "Game");
  const measured = flags.measure ? await measure(path, htmlPath, io) : null;
  const entryHtml = relative(path, htmlPath).replaceAll("\\", "/");
  const surface = measured?.surface ?? "threejs";
  const budget = measured === null ? unmeasuredBudget : budgetOf(measured.limits, "manifest");
  const file = writePageManifest(path, { name, entryHtml, surface, budget });
  await writeScaffold(path, [file], { signal: io.signal, force, besideOthers: true });
  if (flags.json === true) {
    io.stdout.write(
      stringifyJson({ folder: path, name, html: entryHtml, files: [file.path], surface, budget, measured }),
    );
  } else {
    const at = relative(io.cwd, path);
    io.stderr.write(describe({ at, name, entryHtml, surface, measured }));
  }
  return 0;
}

/** Throws `page-not-found`, `several-pages` and `usage`. */
async function findGivenPage(folder: string, html: string): Promise<string> {
  const path = resolve(folder, html);
  const problem = (text: string): FramegateError =>
    new FramegateError("usage", { problem: `--html ${html}: ${text}`, command: "framegate init" });
  if (/^https?:/iu.test(html)) throw problem("a manifest names a file, not a URL.");
  if (!isWithin(path, folder)) throw problem(`the page does not lie in ${folder}, where the manifest goes.`);
  if (!existsSync(path)) {
    const lookup = await createPathLookup(folder)(html);
    const nearest = lookup.found === "nothing" ? lookup.nearest : lookup.found === "other-case" ? lookup.written : null;
    throw new FramegateError("page-not-found", { path, nearest });
  }
  const page = statSync(path).isDirectory() ? findPage(path) : path;
  if (page === null) throw problem("there is no HTML file in this folder.");
  if (!/\.html?$/iu.test(page)) throw problem("this is no HTML file.");
  return page;
}

/** Runs the page as `perf` will run the manifest. Throws the errors of `runGame`, `page-failed` and `page-differs`. */
async function measure(folder: string, htmlPath: string, io: CommandIo): Promise<Measured> {
  const display = createRunDisplay(io);
  const tape = join(folder, "framegate.tape.json");
  const planned: { plan: RunPlan | null } = { plan: null };
  try {
    const { report, verdict } = await runGame(htmlPath, {
      ...{ repeat, cwd: io.cwd, env: io.env, signal: io.signal },
      ...(existsSync(tape) ? { tape: relative(io.cwd, tape) } : {}),
      onEvent: (event) => {
        if (event.kind === "planned") planned.plan = event.plan;
        display.show(event);
      },
    });
    const failure = report.notices.find(({ severity }) => severity === "failure");
    if (verdict.cause === "game")
      throw new FramegateError("page-failed", {
        path: htmlPath,
        reason: failure?.message ?? "it did not run to its end.",
      });
    if (verdict.cause === "nondeterminism") throw new FramegateError("page-differs", { path: htmlPath });
    const urls = report.replay?.files.map(({ url }) => url) ?? [];
    return {
      limits: proposeBudget(report.metrics),
      surface: surfaceOf(planned.plan, urls),
      warnings: report.notices.filter(({ severity, code }) => severity === "warning" && code !== "browser"),
    };
  } finally {
    display.finish();
  }
}

function surfaceOf(plan: RunPlan | null, urls: readonly string[]): Surface | null {
  return plan?.target.kind === "page" ? detectSurface(plan.target, urls) : null;
}

interface Written {
  /** The folder, relative to the working directory. */
  readonly at: string;
  readonly name: string;
  readonly entryHtml: string;
  readonly surface: Surface;
  readonly measured: Measured | null;
}

function describe({ at, name, entryHtml, surface, measured }: Written): string {
  const lines = [
    `Wrote ${onOneLine(join(at, pageManifestName))}: ${onOneLine(name)}, the page ${onOneLine(entryHtml)}.`,
    "",
    "Its budget:",
    ...describeBudget(measured),
    "",
    ...describeSurface(surface, measured),
    ...describeWarnings(measured),
    ...describeRest(measured),
    "Next:",
    ...(at === "" ? [] : [`  cd ${quoteForShell(at)}`]),
    "  npx framegate perf --assert-budget",
  ];
  return `${lines.join("\n")}\n`;
}

function describeBudget(measured: Measured | null): readonly string[] {
  if (measured === null) {
    const limits = Object.entries(unmeasuredBudget).map(([metric, limit]) => `  ${metric} ${String(limit)}`);
    return [...limits, "This is one frame at 60 Hz, and no measurement. Without --no-measure a run gives the figures."];
  }
  const limits = ofPlace(measured, "manifest");
  if (limits.length === 0) return ["  none, because nothing was measured that a manifest's budget holds"];
  const width = Math.max(...limits.map(({ metric }) => metric.length));
  return limits.map(({ metric, limit, measured: value }) => {
    const { unit, kind } = metricDefinitions[metric];
    const margin = kind === "timed" ? "; twice that, and at least 2 ms, for slower machines" : ", plus a fifth";
    return `  ${metric.padEnd(width)}  ${String(limit)}  (measured ${formatFigure(value, unit)}${margin})`;
  });
}

function ofPlace({ limits }: Measured, place: "manifest" | "elsewhere"): readonly ProposedLimit[] {
  const chosen: Budget = budgetOf(limits, place);
  return limits.filter(({ metric }) => chosen[metric] !== undefined);
}

function describeSurface(surface: Surface, measured: Measured | null): readonly string[] {
  const found = {
    threejs: "Its scripts hold three.js.",
    pixijs: "Its scripts hold PixiJS.",
    react: "Its scripts hold React.",
  } as const satisfies Record<Surface, string>;
  const reason =
    measured === null ? "Nothing was run." : measured.surface === null ? "No known library was found." : found[surface];
  return [
    `Its surface is ${surface}. ${reason} The format asks for one; a page that runs as it is does not use it.`,
    "",
  ];
}

function describeWarnings(measured: Measured | null): readonly string[] {
  const warnings = measured?.warnings ?? [];
  return warnings.length === 0 ? [] : [...warnings.map(({ message }) => `warning: ${onOneLine(message)}`), ""];
}

/** Metrics that cannot go into a manifest. */
function describeRest(measured: Measured | null): readonly string[] {
  const rest: readonly (readonly [MetricId, number])[] =
    measured === null ? [] : ofPlace(measured, "elsewhere").map(({ metric, limit }) => [metric, limit]);
  if (rest.length === 0) return [];
  const json = JSON.stringify({ budget: Object.fromEntries(rest) });
  return [`A manifest holds no other limits, but package.json does: "framegate": ${json}`, ""];
}
