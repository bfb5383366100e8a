import type { Validation } from "../../src/formats/diagnostics.ts";
import { validateInputMap } from "../../src/formats/input-map.ts";
import type { FormatName } from "../../src/formats/json-schema.ts";
import { validateManifest } from "../../src/formats/manifest.ts";
import { validateReport } from "../../src/formats/report-file.ts";
import { validateScene2d } from "../../src/formats/scene2d.ts";
import { validateTape } from "../../src/formats/tape.ts";

/** The validation of each format, the strict one where there are two. */
export const strictValidators: Readonly<Record<FormatName, (text: string) => Validation<unknown>>> = {
  manifest: validateManifest,
  "input-map": (text) => validateInputMap(text, { strict: true }),
  tape: validateTape,
  scn2d: validateScene2d,
  report: validateReport,
};
