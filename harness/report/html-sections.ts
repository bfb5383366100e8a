import { formatBytes, formatCount, formatMs, formatPart } from "../../src/formats/format-figures.ts";
import { type DrawCounts, drawCountNames } from "../../src/formats/frame-draws.ts";
import type { FragmentFigures } from "../../src/formats/frame-overdraw.ts";
import type { RunReport } from "../../src/formats/report.ts";
import type { ViewBlock, ViewCell, ViewSection } from "../../src/formats/report-view.ts";
import type { ReportFile } from "../../src/formats/report-file.ts";
import { adviseOn } from "./advice.ts";
import {
  columnCells,
  comparisonHeadings,
  describeAllocated,
  describeComparison,
  describeLoadChanges,
  describeTimes,
  drawerTable,
  type FunctionRow,
  functionBytesRows,
  functionRows,
  functionTimeRows,
  causesInOrder,
} from "./list-baseline.ts";
import { cell, figure, tableBlock, textBlock } from "./html-blocks.ts";
import { functionBlocks } from "./html-functions.ts";
import {
  callSiteCells,
  callSitesTitle,
  describeDifference,
  describeNotice,
  explainDifference,
  orderNotices,
} from "./list-findings.ts";
import { describeDraws } from "./list-draws.ts";
import { describeFragments, describeGaps, nameTarget } from "./list-overdraw.ts";
import { describeLiveness } from "./list-liveness.ts";
import { shortPosition } from "./list-profile.ts";
import { describeScenes } from "./list-scene.ts";
import { nameOf } from "./list-work.ts";
import { differingColumns } from "./most-grown.ts";
import { plainText } from "./text-layout.ts";

/**
 * Everything below the frames, in page order.
 * @param heatUrl The picture of how often each pixel of a frame is drawn, as a data URL.
 */
export function htmlSections(file: ReportFile, heatUrl: string | null = null): readonly ViewSection[] {
  const { report } = file;
  const sections: readonly ViewSection[] = [
    { id: "functions", title: "Functions", blocks: functionBlocks(file) },
    { id: "draws", title: "Draws", blocks: drawBlocks(report.draws) },
    { id: "overdraw", title: "Overdraw", blocks: overdrawBlocks(report.overdraw, heatUrl) },
    { id: "baseline", title: "Baseline", blocks: baselineBlocks(report.baseline) },
    { id: "scene", title: "Scene", blocks: sceneBlocks(report) },
    { id: "findings", title: "Findings", blocks: findingBlocks(report) },
    { id: "environment", title: "Environment", blocks: environmentBlocks(report) },
  ];
  return sections.filter(({ blocks }) => blocks.length > 0);
}

const drawHeadings = {
  drawCalls: { heading: "draws", format: formatCount },
  triangles: { heading: "triangles", format: formatCount },
  canvasOperations: { heading: "canvas operations", format: formatCount },
  textureUploadBytes: { heading: "texture upload", format: formatBytes },
  bufferUploadBytes: { heading: "buffer upload", format: formatBytes },
} as const;

function drawBlocks(draws: RunReport["draws"]): readonly ViewBlock[] {
  if (draws === null) return [];
  // There is room to tell uploads apart. A count that is nothing has no column.
  const columns = drawCountNames.filter((name) => draws[name] > 0);
  const figures = (counts: DrawCounts): readonly ViewCell[] =>
    columns.map((name) => figure(drawHeadings[name].format(counts[name]), counts[name]));
  const headings = columns.map((name) => `>${drawHeadings[name].heading}`);
  const functions = draws.functions.map((each) => [
    cell(nameOf(each)),
    ...figures(each),
    cell(shortPosition(each.position)),
  ]);
  const nodes = draws.nodes.map((each) => [cell(plainText(each.path)), ...figures(each)]);
  return [
    textBlock(`Frame ${String(draws.frame)}: ${describeDraws(draws)}.`),
    tableBlock("Drawn by function", ["function", ...headings, "position"], functions, true),
    ...(nodes.length === 0 ? [] : [tableBlock("Drawn by scene node", ["node", ...headings], nodes, true)]),
  ];
}

function overdrawBlocks(overdraw: RunReport["overdraw"], heatUrl: string | null): readonly ViewBlock[] {
  if (overdraw === null) return [];
  const figures = ({ fragments, draws }: FragmentFigures): readonly ViewCell[] => [
    figure(formatCount(fragments), fragments),
    figure(formatPart(fragments, overdraw.fragments), fragments),
    figure(formatCount(draws), draws),
  ];
  const headings = [">fragments", ">share", ">draws"];
  const targets = overdraw.targets.map((each) => [
    cell(nameTarget(each)),
    ...figures(each),
    figure(each.overdraw.toFixed(2), each.overdraw),
    figure(formatCount(each.mostPerPixel), each.mostPerPixel),
    figure(formatPart(each.coveredPixels, each.width * each.height), each.coveredPixels / (each.width * each.height)),
  ]);
  const functions = overdraw.functions.map((each) => [
    cell(nameOf(each)),
    ...figures(each),
    cell(shortPosition(each.position)),
  ]);
  const nodes = overdraw.nodes.map((each) => [cell(plainText(each.path)), ...figures(each)]);
  const largest = overdraw.largest.map(({ draw, fragments, by, node }) => [
    figure(String(draw), draw),
    figure(formatCount(fragments), fragments),
    cell(by === null ? "" : nameOf(by)),
    cell(by === null ? "" : shortPosition(by.position)),
    cell(plainText(node ?? "")),
  ]);
  const alt = `Frame ${String(overdraw.frame)}: how often each pixel is drawn`;
  return [
    textBlock(`Frame ${String(overdraw.frame)}: ${describeFragments(overdraw)}.`),
    ...describeGaps(overdraw).map(textBlock),
    ...(heatUrl === null
      ? []
      : [{ kind: "picture", url: heatUrl, text: `${alt}: black for never, white for ten times and more.` } as const]),
    ...(targets.length === 0
      ? []
      : [
          tableBlock(
            "Fragments by target",
            ["target", ...headings, ">per pixel", ">at most", ">pixels drawn"],
            targets,
            true,
          ),
        ]),
    ...(functions.length === 0
      ? []
      : [tableBlock("Fragments by function", ["function", ...headings, "position"], functions, true)]),
    ...(nodes.length === 0 ? [] : [tableBlock("Fragments by scene node", ["node", ...headings], nodes, true)]),
    ...(largest.length === 0
      ? []
      : [tableBlock("Largest draws", [">draw", ">fragments", "function", "position", "node"], largest, true)]),
  ];
}

function baselineBlocks(baseline: RunReport["baseline"]): readonly ViewBlock[] {
  if (baseline === null) return [];
  const columns = differingColumns(baseline).map((column) => columnCells(column).map(cell));
  const executed = functionsBlock("Executed code that differs, by function", "tokens", functionRows(baseline));
  const allocated = describeAllocated(baseline);
  const headings = comparisonHeadings.map((label, index) => (index === 0 ? "count" : `>${label}`));
  return [
    textBlock(plainText(describeComparison(baseline))),
    textBlock(plainText(describeTimes(baseline))),
    ...(allocated === "" ? [] : [textBlock(plainText(allocated))]),
    ...(baseline.loads.length === 0 ? [] : [textBlock(describeLoadChanges(baseline))]),
    ...(columns.length === 0 ? [] : [tableBlock("Counts that differ from the baseline", headings, columns)]),
    ...causesInOrder(baseline, drawersBlock(baseline.draws), executed).flat(),
    ...functionsBlock("Allocations of a frame that differ, by function", "bytes", functionBytesRows(baseline)),
    ...functionsBlock("CPU time of a frame that differs, by function", "time", functionTimeRows(baseline)),
  ];
}

function drawersBlock(draws: NonNullable<RunReport["baseline"]>["draws"]): readonly ViewBlock[] {
  if (draws === null) return [];
  const { headings, rows } = drawerTable(draws);
  if (rows.length === 0) return [];
  const columns = [...headings.map((label) => `>${label}`), "by or for", "position"];
  const cells = rows.map((row) => row.map(cell));
  return [tableBlock(`Draws that differ, in frame ${String(draws.frame)}`, columns, cells)];
}

function functionsBlock(caption: string, unit: string, functions: readonly FunctionRow[]): readonly ViewBlock[] {
  const rows = functions.map(({ change, part, name, position }) => [change, part, name, position].map(cell));
  return rows.length === 0 ? [] : [tableBlock(caption, [`>${unit}`, ">share", "function", "position"], rows)];
}

function sceneBlocks(report: RunReport): readonly ViewBlock[] {
  const sentences = [...describeScenes(report), ...describeLiveness(report)];
  const names = (report.scene?.names ?? []).map(({ type, name, count }) => [
    cell(plainText(type)),
    cell(plainText(name)),
    figure(formatCount(count), count),
  ]);
  return [
    ...(sentences.length === 0 ? [] : [textBlock(plainText(sentences.join(" ")))]),
    ...(names.length === 0 ? [] : [tableBlock("The most frequent names", ["type", "name", ">nodes"], names, true)]),
  ];
}

function findingBlocks(report: RunReport): readonly ViewBlock[] {
  const { divergence, explanation, randomCallSites, namedUses } = report;
  const notices = orderNotices(report).map((notice) => ({ mark: notice.severity, text: describeNotice(notice) }));
  const uses = namedUses.map(({ api, file, line, column, realm }) => [
    cell(plainText(api)),
    cell(`${plainText(file)}:${String(line)}:${String(column)}`),
    cell(plainText(realm)),
  ]);
  const blocks: readonly ViewBlock[] = [
    ...adviseOn(report).map(textBlock),
    ...(divergence === null ? [] : divergenceBlocks(report, divergence, explanation)),
    ...(notices.length === 0 ? [] : [{ kind: "notices", notices } as const]),
    ...(randomCallSites.length === 0
      ? []
      : [
          tableBlock(
            callSitesTitle,
            ["API", "place", "frame", "between"],
            randomCallSites.map((site) => callSiteCells(site).map(cell)),
          ),
        ]),
    ...(uses.length === 0 ? [] : [tableBlock("Results that cannot be repeated", ["API", "place", "realm"], uses)]),
  ];
  return blocks.length === 0 ? [textBlock("Nothing to report.")] : blocks;
}

function divergenceBlocks(
  report: RunReport,
  divergence: NonNullable<RunReport["divergence"]>,
  explanation: RunReport["explanation"],
): readonly ViewBlock[] {
  const { title, place, values, advice } = describeDifference(report, divergence);
  const rows = values.map((sides) => sides.map(cell));
  const reasons = explanation === null ? [] : explainDifference(explanation);
  return [
    { kind: "notices", notices: [{ mark: "failure", text: `${title}, ${place}. ${advice}` }] },
    tableBlock(title, ["run", "value"], rows),
    ...(reasons.length === 0
      ? []
      : [
          tableBlock(
            "What differs, and why",
            ["", "value"],
            reasons.map((line) => line.map((text) => cell(plainText(text)))),
          ),
        ]),
  ];
}

function environmentBlocks({ environment, viewport, quantileMethod, intervalMethod }: RunReport): readonly ViewBlock[] {
  const { framegate, node, platform, arch, cpuModel, cpuCount, browserVersion, browserSource } = environment;
  const { browserFlags, glRenderer, crossOriginIsolated, timerResolutionMs } = environment;
  const facts: readonly (readonly [string, string])[] = [
    ["Framegate", framegate],
    ["Node", node],
    ["machine", `${platform} ${arch}, ${String(cpuCount)} x ${cpuModel}`],
    ["browser", `${browserVersion} (${browserSource})`],
    ["GL renderer", glRenderer ?? "none"],
    ["page", `${String(viewport.width)} x ${String(viewport.height)} CSS pixels`],
    ["cross-origin isolated", crossOriginIsolated ? "yes" : "no"],
    ["timer resolution", timerResolutionMs === null ? "unknown" : formatMs(timerResolutionMs)],
    ["quantiles", quantileMethod],
    ["intervals", intervalMethod],
  ];
  const rows = facts.map((fact) => fact.map((text) => cell(plainText(text))));
  return [
    tableBlock("Machine, browser and methods", ["fact", "value"], rows),
    { kind: "code", title: "Flags of the browser", text: browserFlags.map(plainText).join("\n") },
  ];
}
