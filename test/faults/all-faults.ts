import type { FaultGroup } from "./fault.ts";
import { browserFaults } from "./kinds/browser.ts";
import { buildFaults } from "./kinds/builds.ts";
import { commandFaults } from "./kinds/command.ts";
import { consoleFaults } from "./kinds/console.ts";
import { contextFaults } from "./kinds/context.ts";
import { fileFaults } from "./kinds/files.ts";
import { hangFaults } from "./kinds/hang.ts";
import { launchFaults } from "./kinds/launch.ts";
import { machineFaults } from "./kinds/machine.ts";
import { memoryFaults } from "./kinds/memory.ts";
import { pageFaults } from "./kinds/page.ts";

/** Every fault of the table. */
export const allFaults: readonly FaultGroup[] = [
  commandFaults,
  buildFaults,
  fileFaults,
  machineFaults,
  pageFaults,
  hangFaults,
  memoryFaults,
  consoleFaults,
  contextFaults,
  browserFaults,
  launchFaults,
];
