import type { VerdictStatus } from "../../src/formats/verdict.ts";
import type { Paint } from "./terminal-text.ts";

/** Style of all sections of the list. */
export interface ListStyle {
  readonly paint: Paint;
  /** Maximum line length, in characters. */
  readonly columns: number;
}

/** Indent of the whole report, to set it apart from a build's output. */
export const margin = "  ";

/** Colour of a status, in the table and in the verdict. */
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
