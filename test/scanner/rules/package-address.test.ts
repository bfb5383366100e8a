import { describe, expect, it } from "vitest";
import { packageAddressOf } from "../../../scanner/rules/package-address.ts";

describe("the address of a package", () => {
  it.each([
    ["uuid", "uuid", ""],
    ["uuid/v4", "uuid", "v4"],
    ["uuid/v4.js", "uuid", "v4"],
    ["uuid@9", "uuid", ""],
    ["npm:uuid@9.0.0/v4", "uuid", "v4"],
    ["npm:/@js-temporal/polyfill@0.5", "@js-temporal/polyfill", ""],
    ["nanoid?worker", "nanoid", ""],
    ["nanoid/non-secure/index.js", "nanoid", "non-secure"],
    ["./node_modules/three/build/three.module.js", "three", ""],
    ["/node_modules/a/node_modules/uuid/dist/esm-browser/v1.js", "uuid", "v1"],
    ["https://esm.sh/uuid@9?pin=v135", "uuid", ""],
    ["https://esm.sh/v135/uuid@9.0.0/es2022/uuid.mjs", "uuid", ""],
    ["https://esm.sh/*three@0.160/src/math/MathUtils.js", "three", "src/math/MathUtils"],
    ["https://esm.run/three", "three", ""],
    ["https://cdn.skypack.dev/nanoid", "nanoid", ""],
    ["https://cdn.skypack.dev/-/nanoid@v3.1.20-a/dist=es2020,mode=imports/optimized/nanoid.js", "nanoid", ""],
    ["https://unpkg.com/three@0.160.0/build/three.module.js", "three", ""],
    ["https://unpkg.com/three@0.160.0/examples/jsm/misc/Timer.js", "three", "examples/jsm/misc/Timer"],
    ["//cdn.jsdelivr.net/npm/three@0.160/+esm", "three", ""],
    ["https://cdn.jsdelivr.net/npm/lodash-es@4/sample.js", "lodash-es", "sample"],
    ["https://ga.jspm.io/npm:uuid@9.0.0/dist/esm-browser/index.js", "uuid", ""],
    ["https://cdnjs.cloudflare.com/ajax/libs/three.js/0.160.0/three.module.min.js", "three", ""],
    ["https://packages.example.com/npm/uuid@9", "uuid", ""],
  ])("%s is in %s, path %j", (specifier, name, subpath) => {
    expect(packageAddressOf(specifier)).toEqual({ name, subpath });
  });

  it.each([
    "./uuid.js",
    "../three/build/three.module.js",
    "/src/uuid",
    "@/three",
    "data:text/javascript,1",
    "https://example.com/uuid.js",
    "https://cdn.jsdelivr.net/gh/a/uuid@9/index.js",
  ])("is not found in %s", (specifier) => {
    expect(packageAddressOf(specifier)).toBeNull();
  });
});
