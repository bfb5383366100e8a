/** Values that no text field accepts. Every string is accepted, even an empty one, unless a table names a bound. */
export const noText = [null, 5, true, ["a"], {}];

/** Values that no boolean field accepts. */
export const noTruth = [null, 0, "true", []];

/** Required fields of a manifest, except its roots. */
export const gameFields = { manifestVersion: 2, name: "Reference", version: "1.0.0", engine: { version: "0.1.0" } };

/** Required fields of `learn`. */
export const learnerFields = { kind: "starter", title: "T", summary: "S", difficulty: "beginner", features: ["a-b"] };

/** The test of all fields that do not affect a run. */
export const shownByCheck =
  "test/harness/cli/check.test.ts > shows a resolved manifest, including the fields for editors and learners";
