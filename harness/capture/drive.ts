import type { PlannedRun } from "../../src/formats/run-plan.ts";
import type { CaptureOptions } from "./capture-outcome.ts";
import type { GamePage } from "./game-page.ts";
import type { LoadMeter } from "./load-meter.ts";
import type { LoadRecorder } from "./loaded-files.ts";
import type { PageMaps } from "./page-maps.ts";
import type { StackPositions } from "./stack-positions.ts";
import type { Watchdog } from "./watchdog.ts";

/** The state of one run. */
export interface Drive {
  /** How often code was loaded after the first frame. */
  looks: number;
  /** How often it was searched for engines then. */
  searches: number;
  /** The realms that were searched then, each as often as it was. */
  searchedRealms: number;
  readonly run: PlannedRun;
  readonly options: CaptureOptions;
  readonly page: GamePage;
  readonly watchdog: Watchdog;
  readonly positions: StackPositions;
  /** Only in an inspected run. */
  readonly loads: LoadRecorder | null;
  /** Only in a count pass. */
  readonly meter: LoadMeter | null;
  /** Only in a run that names functions. */
  readonly maps: PageMaps | null;
}
