/** Values that no text field takes. Every text is taken, the empty one included, where a table names no bound. */
export const noText = [null, 5, true, ["a"], {}];

/** Values that no boolean field takes. */
export const noTruth = [null, 0, "true", []];

/** The required fields of a manifest, all but its roots. */
export const gameFields = { manifestVersion: 2, name: "Reference", version: "1.0.0", engine: { version: "0.1.0" } };

/** The required fields of `learn`. */
export const learnerFields = { kind: "starter", title: "T", summary: "S", difficulty: "beginner", features: ["a-b"] };

/** The test of all that has no effect on a run. */
export const shownByCheck =
  "test/harness/cli/check.test.ts > shows a manifest as a run sees it, with what only editors and learners read";
