import { closedObject, described, exactly, listOf, nonEmptyText, numberAboveZero } from "./field-kinds.ts";
import { machineVersion } from "./machine.ts";
import { atLeastZero, count, words } from "./report-fields.ts";

/** The fields of the file. */
export const machineSchema = described(
  closedObject({
    version: described(exactly(machineVersion), "Version of the format."),
    name: described(nonEmptyText(), "Name of the machine, for reports."),
    machine: words("Model and number of the processors, system and browser."),
    workload: count("Version of the calibration workload."),
    workloadMs: described(numberAboveZero(), "CPU time of the workload: the median over the browsers.", { unit: "ms" }),
    spread: atLeastZero("Standard deviation between the browsers, as a share of workloadMs."),
    rounds: described(
      listOf(described(numberAboveZero(), "In one browser.", { unit: "ms" })),
      "CPU time of the workload in each browser, in the order of time.",
    ),
  }),
  "A machine as `framegate calibrate` measured it.",
);
