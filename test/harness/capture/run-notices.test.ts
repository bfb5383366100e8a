import { expect, it } from "vitest";
import { excuseControlFlow, explainSpecifier } from "../../../harness/capture/run-notices.ts";

it.each([
  `Failed to resolve module specifier "three". Relative references must start with either "/", "./", or "../".`,
  `Failed to resolve module specifier "three". Import Map: "three" matches with "three" but is blocked by a null value`,
])("ends the browser's sentence before it says that a page must be built: %s", (message) => {
  const notice = { code: "uncaught-error", severity: "failure", message, where: null } as const;
  expect(explainSpecifier(notice).message).toMatch(
    /(?:"\.\.\/"|null value)\. A browser does not find modules without/u,
  );
});

it.each([
  "Uncaught Error: Using exceptions for control flow, don't mind me. This isn't actually an error!",
  "Uncaught unwind",
  "Uncaught (in promise) unwind",
])("does not fail a game for an exception by which its loop begins: %s", (message) => {
  const notice = { code: "uncaught-error", severity: "failure", message, where: null } as const;
  expect(excuseControlFlow(notice)).toEqual({ ...notice, severity: "warning" });
  for (const text of ["Uncaught Error: control flow", "Uncaught unwind failed"]) {
    const other = { ...notice, message: text };
    expect(excuseControlFlow(other)).toBe(other);
  }
});
