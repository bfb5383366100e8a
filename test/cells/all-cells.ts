import { cellsOf, type Cell, type CellKind } from "./cell.ts";
import { bodies } from "./kinds/bodies.ts";
import { clocks } from "./kinds/clocks.ts";
import { devices } from "./kinds/devices.ts";
import { documents } from "./kinds/documents.ts";
import { elements } from "./kinds/elements.ts";
import { environment } from "./kinds/environment.ts";
import { graphics } from "./kinds/graphics.ts";
import { media } from "./kinds/media.ts";
import { messages } from "./kinds/messages.ts";
import { modules } from "./kinds/modules.ts";
import { network } from "./kinds/network.ts";
import { newer } from "./kinds/newer.ts";
import { randomness } from "./kinds/randomness.ts";
import { storage } from "./kinds/storage.ts";
import { workers } from "./kinds/workers.ts";

/** Every source of nondeterminism that a test runs. The table in the docs is generated from this list. */
export const allKinds: readonly CellKind[] = [
  ...clocks,
  ...environment,
  ...randomness,
  ...bodies,
  ...storage,
  ...messages,
  ...workers,
  ...elements,
  ...modules,
  ...graphics,
  ...media,
  ...documents,
  ...network,
  ...devices,
  ...newer,
];

export const allCells: readonly Cell[] = cellsOf(allKinds);
