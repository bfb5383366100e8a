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

it("does not fail a game for the exception by which winit starts its loop", () => {
  const message = "Uncaught Error: Using exceptions for control flow, don't mind me. This isn't actually an error!";
  const notice = { code: "uncaught-error", severity: "failure", message, where: null } as const;
  expect(excuseControlFlow(notice)).toEqual({ ...notice, severity: "warning" });
  const other = { ...notice, message: "Uncaught Error: control flow" };
  expect(excuseControlFlow(other)).toBe(other);
});
