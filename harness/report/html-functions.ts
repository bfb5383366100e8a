import type { AllocationProfile } from "../../src/formats/allocations.ts";
import { formatBytes, formatCount, formatMs, formatPart } from "../../src/formats/format-figures.ts";
import type { ReportFile } from "../../src/formats/report-file.ts";
import type { ViewBlock } from "../../src/formats/report-view.ts";
import type { ReportedWork, RunReport } from "../../src/formats/report.ts";
import { describeFlameCommand } from "./flame-command.ts";
import { cell, figure, tableBlock, textBlock } from "./html-blocks.ts";
import { describeAllocations } from "./list-allocations.ts";
import { shortPosition } from "./list-profile.ts";
import { describeTotal, describeWork, nameOf } from "./list-work.ts";
import { plainText } from "./text-layout.ts";

// Readers stop before that; report.json has all.
const functionsShown = 30;

/** The functions that took the time, executed the code and allocated. */
export function functionBlocks(file: ReportFile): readonly ViewBlock[] {
  const { profile, work, allocations, frames } = file.report;
  const command = describeFlameCommand(file);
  const flames = command === null ? [] : [textBlock(command)];
  if (profile === null && work === null && allocations === null) {
    const hint = "This run did not look into functions. To find those that take the time: framegate perf --why.";
    return [textBlock(hint), ...flames];
  }
  return [
    ...(profile === null ? [] : profileBlocks(profile)),
    ...flames,
    ...(work === null ? [] : workBlocks(work, frames)),
    ...(allocations === null ? [] : allocationBlocks(allocations)),
  ];
}

function profileBlocks(profile: NonNullable<RunReport["profile"]>): readonly ViewBlock[] {
  const { functions, frameMs, samples, passes, intervalUs } = profile;
  const rows = functions
    // A function that mostly calls others comes far down in that order.
    .filter(({ totalMs }, index) => index < functionsShown || totalMs >= frameMs / 10)
    .map(({ name, position, owner, selfMs, totalMs }) => [
      cell(name === "" ? "(anonymous)" : plainText(name)),
      figure(formatMs(selfMs), selfMs),
      figure(formatMs(totalMs), totalMs),
      figure(formatPart(selfMs, frameMs), selfMs),
      cell(owner),
      cell(shortPosition(position)),
    ]);
  const runs = passes === 1 ? "one run" : `${String(passes)} runs`;
  return [
    textBlock(
      `CPU time of a frame, on the mean: ${formatMs(frameMs)}, from ${formatCount(samples)} samples of ${runs}, one every ${formatCount(intervalUs)} µs.`,
    ),
    tableBlock(
      "CPU time by function",
      ["function", ">self", ">total", ">share of self", "owner", "position"],
      rows,
      true,
    ),
  ];
}

function workBlocks(work: ReportedWork, frames: RunReport["frames"]): readonly ViewBlock[] {
  const rows = work.functions
    .slice(0, functionsShown)
    .map((each) => [
      cell(nameOf(each)),
      figure(formatCount(each.work), each.work),
      figure(formatPart(each.work, work.total), each.work),
      cell(plainText(each.position)),
    ]);
  return [
    textBlock(`Executed code: ${describeTotal(work, frames)}. ${describeWork(work).join(" ")}`),
    tableBlock("Executed code by function", ["function", ">tokens", ">share", "position"], rows, true),
  ];
}

function allocationBlocks(allocations: AllocationProfile): readonly ViewBlock[] {
  const rows = allocations.functions
    .slice(0, functionsShown)
    .map((each) => [
      cell(nameOf(each)),
      figure(formatBytes(each.selfBytes), each.selfBytes),
      figure(formatBytes(each.totalBytes), each.totalBytes),
      cell(plainText(each.position)),
    ]);
  return [
    textBlock(describeAllocations(allocations).join(" ")),
    tableBlock("Allocations of a frame by function", ["function", ">own bytes", ">with calls", "position"], rows, true),
  ];
}
