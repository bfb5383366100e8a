import type { ReportFile } from "../../src/formats/report-file.ts";

/** Outcome of one of several games. `game` is its path or address, as the user named it. */
export type GameEnd =
  | { readonly state: "ran"; readonly game: string; readonly exitCode: number; readonly file: ReportFile }
  | {
      readonly state: "failed";
      readonly game: string;
      /** Null if it is not known. */
      readonly title: string | null;
      readonly exitCode: number;
      readonly code: string;
      readonly message: string;
    }
  /** The command was interrupted before or while it ran. */
  | { readonly state: "not-run"; readonly game: string; readonly title: string | null };
