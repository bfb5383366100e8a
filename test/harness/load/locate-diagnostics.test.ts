import { expect, it } from "vitest";
import { locateDiagnostics } from "../../../harness/load/locate-diagnostics.ts";

it("finds values by their pointers: names that are numbers, escapes, and indices", () => {
  const text = '{\n  "0": [1, 22],\n  "a/b~c": { "d": 3 }\n}';
  const places = ["/0/1", "/a~1b~0c/d", ""].map((pointer) => {
    const [located] = locateDiagnostics(text, [{ code: "x", severity: "error", pointer, message: "m" }]);
    return [located?.pointer, located?.line, located?.column];
  });
  expect(places).toEqual([
    ["/0/1", 2, 12],
    ["/a~1b~0c/d", 3, 19],
    ["", 1, 1],
  ]);
});

it("counts from behind a byte order mark, and points at the root for a missing value", () => {
  const [located] = locateDiagnostics('\ufeff{ "a": 1 }', [
    { code: "x", severity: "error", pointer: "/b/c", message: "m" },
  ]);
  expect(located).toMatchObject({ line: 1, column: 1, pointer: "/b/c" });
});
