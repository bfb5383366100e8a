import type { FieldTable } from "./reference-row.ts";

const action = { valueType: "digital", bindings: [] };
const map = { version: 1, actions: { act: action } };

/** Tables of the input map's fields. Bindings have their own table, because each type has other fields. */
export const inputMapTables: readonly FieldTable[] = [
  {
    title: "Input map",
    path: "",
    document: map,
    rows: [
      {
        key: "version",
        says: "A number, reserved: no range is checked.",
        good: [1, 0, -1, 2.5, 1e300],
        bad: ["1", null, true, []],
        isRequired: true,
      },
      {
        key: "actions",
        says: "A map from any name to an action.",
        good: [{}, { act: action, "": action }],
        bad: [null, [], "a", { act: null }],
        isRequired: true,
        tests: ["test/core/input/manager-lifecycle.test.ts > also takes the text of a map, and any string as a name"],
      },
    ],
  },
  {
    title: "Action",
    path: "actions.act",
    document: map,
    rows: [
      {
        key: "valueType",
        says: "One of five; digital, with a warning, if left out.",
        good: ["digital", "scalar", "vector2", "pointerDelta", "pointerPosition"],
        bad: ["Digital", "axis", "", null, 1],
        tests: [
          "test/formats/input-map.test.ts > loads an omitted value type as digital with a warning, and rejects it when strict",
        ],
      },
      {
        key: "bindings",
        says: "A list of bindings, empty as well, each of which feeds the action.",
        good: [[], [{ type: "key", code: "KeyA" }]],
        bad: [null, {}, "KeyA", [null], [{ type: "wheel" }]],
        isRequired: true,
        tests: ["test/formats/input-map.test.ts > lets a %s binding feed its value types and no others"],
      },
    ],
  },
];
