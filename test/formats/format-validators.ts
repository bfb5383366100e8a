import type { Validation } from "../../src/formats/diagnostics.ts";
import { validateHistoryLine } from "../../src/formats/validate-history.ts";
import { validateInputMap } from "../../src/formats/input-map.ts";
import type { FormatName } from "../../src/formats/json-schema.ts";
import { validateMachine } from "../../src/formats/validate-machine.ts";
import { validateManifest } from "../../src/formats/manifest.ts";
import { reportFileSchema } from "../../src/formats/report-schema.ts";
import { validateScene2d } from "../../src/formats/scene2d.ts";
import { validateSweepFile } from "../../src/formats/validate-sweep.ts";
import { validateTape } from "../../src/formats/tape.ts";
import { validateDocument } from "../../src/formats/validate-document.ts";

/** Checks a report, which Framegate itself only writes, against its schema. */
export function validateReport(text: string): Validation<unknown> {
  const validation = validateDocument(text, reportFileSchema, { overrides: () => [], checks: () => [] });
  return validation.ok ? { ...validation, value: validation.value.written } : validation;
}

/** The validation of each format, in its strict variant if there is one. */
export const strictValidators: Readonly<Record<FormatName, (text: string) => Validation<unknown>>> = {
  manifest: validateManifest,
  "input-map": (text) => validateInputMap(text, { strict: true }),
  tape: validateTape,
  scn2d: validateScene2d,
  report: validateReport,
  sweep: validateSweepFile,
  history: validateHistoryLine,
  machine: validateMachine,
};
