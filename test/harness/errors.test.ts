import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { describeErrors, FramegateError, isFramegateError, reasonOf } from "../../harness/errors.ts";
import { listFiles } from "../import-graph.ts";

const errors = describeErrors();
// 0 and 3 are verdicts, not errors. 1 and 4 are verdicts too, or errors before or after a run.
const errorExitCodes = [1, 2, 4, 5, 6, 130];

describe("the catalogue", () => {
  it.each(errors)("has a message, a hint and an exit code for $code", ({ code, message, hint, exitCode }) => {
    expect(code).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(errorExitCodes).toContain(exitCode);
    expect(message.trim()).not.toBe("");
    expect(hint.trim()).not.toBe("");
    expect(hint).not.toBe(message);
    // Text of a missing fact.
    expect(message + hint).not.toMatch(/undefined|\[object|NaN/);
  });

  it.each(errors)("says $code in sentences", ({ message, hint }) => {
    // A message ends like a sentence, or with a quoted text or the listed lines.
    expect(message).toMatch(/(?:[.?]|\{\w+\})$/);
    expect(hint).toMatch(/^(?:\{\w+\}|[A-Z].*(?:[.)}]|200\.))$/);
  });

  it.each(errors)("is used: something throws $code", ({ code }) => {
    const sources = listFiles(["harness/**/*.ts"]).filter((file) => file !== "harness/error-catalogue.ts");
    expect(sources.some((file) => readFileSync(file, "utf8").includes(`"${code}"`))).toBe(true);
  });

  it("uses every exit code that an error can end in", () => {
    expect([...new Set(errors.map(({ exitCode }) => exitCode))].sort((left, right) => left - right)).toEqual(
      errorExitCodes,
    );
  });
});

describe("an error", () => {
  it("carries the catalogue's text, and its cause", () => {
    const cause = new Error("EACCES");
    const error = new FramegateError("file-unreadable", { path: "a.json", reason: "permission is denied" }, { cause });
    expect(error).toMatchObject({
      name: "FramegateError",
      code: "file-unreadable",
      exitCode: 2,
      message: "Cannot read a.json: permission is denied.",
      hint: "Check that it is a readable UTF-8 file.",
      where: "a.json",
      cause,
    });
  });

  it("has no place if none is known", () => {
    expect(new FramegateError("interrupted", {}).where).toBeNull();
  });

  it("counts one mistake as one", () => {
    const facts = { path: "a.json", details: "…", where: "a.json:1:1" };
    expect(new FramegateError("file-invalid", { ...facts, count: 1 }).message).toBe("a.json has an error:\n…");
    expect(new FramegateError("file-invalid", { ...facts, count: 2 }).message).toBe("a.json has 2 errors:\n…");
  });

  it("is distinguishable from every other", () => {
    expect(isFramegateError(new FramegateError("interrupted", {}))).toBe(true);
    expect([new Error("a"), "a", null, { code: "interrupted" }].some(isFramegateError)).toBe(false);
  });
});

it("finds a reason in whatever was thrown", () => {
  expect([new RangeError("too far"), "a string", undefined].map(reasonOf)).toEqual([
    "too far",
    "a string",
    "undefined",
  ]);
});
