import { describe, expect, it } from "vitest";
import { validateInputMap } from "../../src/formats/input-map.ts";
import { validateManifest } from "../../src/formats/manifest.ts";
import { validateTape } from "../../src/formats/tape.ts";

const deep = 10_000;

const hostileTexts = [
  ["an empty text", ""],
  ["white space", " \n "],
  ["null", "null"],
  ["a string", `"x"`],
  ["deep arrays", "[".repeat(deep) + "]".repeat(deep)],
  ["a deep unknown property", `{"x":${"[".repeat(deep)}${"]".repeat(deep)}}`],
  [
    "a deep known property",
    `{"version":${"[".repeat(deep)}${"]".repeat(deep)},"roots":${"[".repeat(deep)}${"]".repeat(deep)}}`,
  ],
  [
    "__proto__ everywhere",
    `{"__proto__":{"__proto__":[]},"actions":{"__proto__":5},"roots":[{"__proto__":1}],"events":[{"__proto__":1}]}`,
  ],
  ["numbers that overflow", `{"version":1e999,"stepHz":-1e999,"x":1e999}`],
  ["an endless string", `{"version":"`],
  ["lone surrogates", `{"\\ud800":"\\udfff"}`],
  ["wrong kinds", `{"actions":[[]],"roots":{"0":1},"events":{"length":3},"authoring":[1],"adapter":{}}`],
] as const;

describe("validateDocument", () => {
  it.each(hostileTexts)("reports %s with located errors, without throwing", (_name, text) => {
    for (const validate of [validateManifest, validateInputMap, validateTape]) {
      const validation = validate(text);
      const places = validation.ok ? [] : validation.errors.map(({ line, column }) => [line ?? 0, column ?? 0]);
      expect(places.length).toBeGreaterThan(0);
      expect(places.flat().every((number) => number >= 1)).toBe(true);
    }
  });

  it("reports a repeated name at each repetition", () => {
    const validation = validateInputMap(`{"version":1,\n"version":2,\n"version":3,"actions":{}}`);
    const found = validation.ok ? [] : validation.errors.map(({ code, pointer, line }) => `${code} ${pointer} ${line}`);
    expect(found).toEqual(["duplicate-key /version 2", "duplicate-key /version 3"]);
  });

  it("escapes pointers as in RFC 6901", () => {
    const validation = validateInputMap(`{"version":1,"actions":{"a/b~c":null}}`);
    expect(validation.ok ? [] : validation.errors.map(({ pointer }) => pointer)).toEqual(["/actions/a~1b~0c"]);
  });

  it("reports a number that breaks two rules once", () => {
    const validation = validateTape(`{"version":1,"stepHz":60,"seed":1e300,"events":[{"step":-0.5,"type":"blur"}]}`);
    expect(validation.ok ? [] : validation.errors.map(({ pointer }) => pointer)).toEqual(["/seed", "/events/0/step"]);
  });
});
