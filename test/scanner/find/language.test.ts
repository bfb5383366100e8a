import { expect, it } from "vitest";
import { traitsOf } from "../../../scanner/find/language.ts";

it("a source has a grammar by its name", () => {
  expect(traitsOf("a.mts")).toEqual({ hasTags: false, isDocument: false });
  expect(traitsOf("a.JSX")).toEqual({ hasTags: true, isDocument: false });
  expect(traitsOf("a.vue")).toEqual({ hasTags: true, isDocument: true });
});
