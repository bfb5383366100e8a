import type { createColors } from "picocolors";
import type { VerdictStatus } from "../../src/formats/verdict.ts";

/** How every section of the list is drawn. */
export interface ListStyle {
  readonly paint: ReturnType<typeof createColors>;
  /** Characters a line may have. */
  readonly columns: number;
}

/** Everything stands this far from the edge, so that the report is told apart from what a build prints around it. */
export const margin = "  ";

/** The colour of a status, in the table and in the verdict alike. */
export function paintOfStatus(status: VerdictStatus, paint: ListStyle["paint"]): (text: string) => string {
  switch (status) {
    case "pass":
      return paint.green;
    case "fail":
      return paint.red;
    case "inconclusive":
      return paint.yellow;
  }
}
