import type { VerdictStatus } from "../../src/formats/verdict.ts";
import type { Paint } from "./terminal-text.ts";

/** The style of all sections of the list. */
export interface ListStyle {
  readonly paint: Paint;
  /** The longest line, in characters. */
  readonly columns: number;
}

/** The indent of the whole report, which sets it apart from the output of a build. */
export const margin = "  ";

/** The colour of a status, in the table and in the verdict. */
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
