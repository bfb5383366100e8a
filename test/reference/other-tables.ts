import type { ReferenceRow, ReferenceTable } from "./reference-row.ts";

const inputRows = "test/reference/input-rows.test.ts";
const byCommand = "test/e2e/reference-errors.test.ts";
const pureErrors = "test/formats/reference-errors.test.ts";
const rules = "test/core/input/rule-vectors.test.ts";

/** A row shown by its own test, which is named `NAME: KEY`. */
function row(table: string, key: string, says: string, ...tests: readonly string[]): ReferenceRow {
  return { key, says, tests: [`${inputRows} > ${table}: ${key}`, ...tests] };
}

const valueTypes: ReferenceTable = {
  title: "Value types",
  rows: [
    row(
      "value type",
      "digital",
      "A boolean with its edges; what an action is that names no type.",
      "test/formats/input-map.test.ts > loads an omitted value type as digital with a warning, and rejects it when strict",
    ),
    row(
      "value type",
      "scalar",
      "One number, rescaled behind its deadzone.",
      `${rules} > keeps $rule to the last digit: $id`,
    ),
    row("value type", "vector2", "{x, y} with a radial deadzone, in the unit circle.", `${rules} > keeps $rule: $id`),
    row("value type", "pointerDelta", "{x, y} of one step's movement, summed over sources."),
    row("value type", "pointerPosition", "{x, y}, absolute; the last one written wins."),
  ],
};

const combinations: ReferenceTable = {
  title: "Combination of an action's bindings",
  rows: [
    row("combination", "digital", "Any binding is enough."),
    row("combination", "scalar", "The greatest magnitude; of equal ones the first in the list."),
    row("combination", "vector2", "The sum, clamped to the unit circle."),
    row("combination", "pointerDelta", "The sum."),
    row("combination", "pointerPosition", "The source that was written last."),
  ],
};

const bindings: ReferenceTable = {
  title: "Bindings",
  rows: [
    row("binding", "key", "`code`: a key by its KeyboardEvent.code."),
    row("binding", "mouse_button", "`button`: a mouse button by its MouseEvent.button."),
    row(
      "binding",
      "mouse_move",
      "`deadzone` 0: raw movement for pointerDelta; with the deadzone and the clamp for vector2.",
    ),
    row("binding", "gamepad_button", "`button`: a button by its index."),
    row("binding", "gamepad_axis", "`axis`, `direction`, `deadzone` 0.15: one side of an axis."),
    row("binding", "gamepad_axis_pair", "`xAxis`, `yAxis`, `deadzone` 0.15: a stick."),
    row("binding", "test_axis", "`sourceId`, `deadzone` 0: an injected number."),
    row("binding", "test_vector2", "`sourceId`, `deadzone` 0: an injected vector."),
    row("binding", "test_pointer_delta", "`sourceId`: injected movement, without a deadzone."),
    row("binding", "test_pointer_position", "`sourceId`: an injected position."),
    row("binding", "touch_button", "`sourceId`: an on-screen button, with edges."),
    row("binding", "touch_stick", "`sourceId`, `deadzone` 0: an on-screen stick."),
  ],
};

const adapterForms: ReferenceTable = {
  title: "Forms of an adapter",
  rows: [
    form(
      "default",
      "Text: threejs, pixijs or react.",
      "test/e2e/same-twice.test.ts > gives the same frames for the same seed and different ones for another seed",
    ),
    form(
      "custom",
      "A closed object of `module` and `surface`.",
      "test/e2e/roots.test.ts > mounts a renderer that Framegate does not know, and counts its draws and entities",
    ),
    form(
      "ingest",
      "A closed object of `surface` and `ingest`.",
      "test/e2e/ingest.test.ts > is mounted, captured and counted: $game",
    ),
  ],
};

function form(key: string, says: string, effect: string): ReferenceRow {
  return { key, says, tests: [`test/reference/field-rows.test.ts > adapter form: ${key}`, effect] };
}

const operations: ReferenceTable = {
  title: "Operations of the input manager",
  rows: [
    row(
      "operation",
      "loadMap",
      "Loads an input map.",
      "test/core/input/manager-lifecycle.test.ts > keeps the old map if the new one is invalid, and reports the mistakes",
    ),
    row("operation", "injectAxis, getScalar", "Write and read a scalar action."),
    row("operation", "injectVector2, getVector2", "Write and read a vector2 action."),
    row("operation", "injectPointerDelta, getPointerDelta", "Write and read a pointerDelta action."),
    row("operation", "injectPointerPosition, getPointerPosition", "Write and read a pointerPosition action."),
    row("operation", "setTouchButton, isPressed, isJustPressed, isJustReleased", "Drive and read a digital action."),
    row("operation", "setTouchStick", "Drives a vector2 action."),
  ],
};

const errors: ReferenceTable = {
  title: "Errors",
  rows: [
    error(
      "1",
      "A getter does not match the action's value type: the read throws.",
      "an action is read through a getter that does not match its valueType",
      "a getter that does not match the action's value type throws",
    ),
    error("2", "Two roots share an id: the later one is rejected.", "two roots share an id", "two roots share an id"),
    error(
      "3",
      "A declared tier is above the adapter's ceiling: an error; at it or below it is legal.",
      "a declared tier is above the adapter's ceiling",
      "a declared tier is above the adapter's ceiling",
    ),
    error(
      "4",
      "iframe-reachable with neither or both of `bundleUrl` and `entryHtml`: exactly one is required.",
      "iframe-reachable with %s of bundleUrl and entryHtml",
      "iframe-reachable has neither or both of its sources: %j",
    ),
    error(
      "5",
      "`entryHtml` with iframe-reachable: valid, and a named error of resolving, which points to `bundleUrl`.",
      "entryHtml with iframe-reachable",
      "no mount is wired for entryHtml under iframe-reachable",
    ),
    error(
      "6",
      "`pixiModuleUrl` on a threejs root: valid, and a named error of resolving.",
      "pixiModuleUrl on a threejs root",
      "pixiModuleUrl is not supported on a threejs root",
    ),
    error(
      "7",
      "An extra dependency that is neither the host's nor installed: a named error.",
      "an extraDeps specifier is neither the host's nor installed",
      "an extra dependency is neither registered nor installed",
    ),
    error(
      "8",
      "A bundle that inlines its runtime: it runs as an embed.",
      "an iframe-reachable bundle inlines its runtime",
      "a bundle that inlines its runtime falls back to an embed, which is reported",
    ),
    error(
      "9",
      "Raw randomness in a frame of a seeded game: one warning per call site, and never an exception.",
      "raw random is called in a gameplay frame, and is warned of once",
      "unseeded randomness in a gameplay frame is reported once per call site, and never throws",
    ),
    error("10", "A value that the schema does not allow: the file is invalid.", "%s", "a value violates the schema"),
  ],
};

function error(number: string, says: string, command: string, pure: string): ReferenceRow {
  return { key: number, says, tests: [`${byCommand} > ${number}: ${command}`, `${pureErrors} > ${number}: ${pure}`] };
}

const inputLimits: ReferenceTable = {
  title: "Limits of input",
  rows: [
    row(
      "limit",
      "default deadzones",
      "0.15 for gamepad_axis and gamepad_axis_pair, 0 for all others.",
      "test/formats/input-map.test.ts > fills in the deadzones of the reference",
    ),
    row(
      "limit",
      "unit circle",
      "A vector2 is never longer than 1.",
      "test/core/input/deadzone.test.ts > keeps the direction, stays in the unit circle and has no negative zero",
    ),
  ],
};

/** Tables whose rows are values, operations and errors, not fields of a file. */
export const otherTables: readonly ReferenceTable[] = [
  valueTypes,
  combinations,
  bindings,
  adapterForms,
  operations,
  errors,
  inputLimits,
];
