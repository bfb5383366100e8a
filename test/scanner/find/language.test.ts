import { expect, it } from "vitest";
import { traitsOf } from "../../../scanner/find/language.ts";

it("a source has a grammar by its name", () => {
  expect(traitsOf("a.mts")).toEqual({ hasTags: false, document: null });
  expect(traitsOf("a.JSX")).toEqual({ hasTags: true, document: null });
  expect(traitsOf("a.vue")).toEqual({ hasTags: true, document: "component" });
});
