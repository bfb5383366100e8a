import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { Bench } from "tinybench";
import { build } from "vite";
import { distDir } from "../../harness/package-root.ts";
import { validateInputMap } from "../../src/formats/input-map.ts";
import { type BenchRow, printRows } from "./bench-table.ts";

const map = writeMap();
const rows: readonly BenchRow[] = [...(await measureTime()), ...(await measureSize())];
printRows(rows, process.argv);

/** Validation parses the text itself, because `JSON.parse` keeps neither positions nor duplicate keys. */
async function measureTime(): Promise<readonly BenchRow[]> {
  const bench = new Bench({ time: 1000, warmupTime: 500 })
    .add("JSON.parse", () => {
      JSON.parse(map);
    })
    .add("validate", () => {
      if (!validateInputMap(map).ok) throw new Error("The map is not valid.");
    });
  await bench.run();
  const [parseUs = Number.NaN, validateUs = Number.NaN] = bench.tasks.map(({ result }) =>
    "latency" in result ? result.latency.p50 * 1000 : Number.NaN,
  );
  const group = `An input map of 30 actions, ${map.length} bytes`;
  return [
    { group, name: "JSON.parse", value: parseUs, unit: "us", goal: null },
    { group, name: "validateInputMap", value: validateUs, unit: "us", goal: null },
    { group, name: "validateInputMap over JSON.parse", value: validateUs / parseUs, unit: "ratio", goal: null },
  ];
}

/** Size of the validation code that `loadMap` adds to a page. */
async function measureSize(): Promise<readonly BenchRow[]> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      minify: true,
      lib: { entry: join(distDir, "src/formats/input-map.js"), formats: ["es"], fileName: "input-map" },
    },
  });
  const [first] = [built].flat();
  if (first === undefined || !("output" in first)) throw new Error("Nothing was built.");
  const code = first.output.map((part) => (part.type === "chunk" ? part.code : "")).join("");
  const zipped = await promisify(gzip)(code);
  const group = "Code that loadMap adds to a page for validation, minified";
  return [
    { group, name: "minified", value: code.length, unit: "bytes", goal: null },
    { group, name: "gzipped", value: zipped.length, unit: "bytes", goal: null },
  ];
}

/** An input map with 30 actions and 70 bindings, indented by two spaces like a hand-written one. */
function writeMap(): string {
  const kinds = [
    {
      valueType: "digital",
      bindings: [
        { type: "key", code: "KeyA" },
        { type: "gamepad_button", button: 0 },
        { type: "touch_button", sourceId: "a" },
      ],
    },
    {
      valueType: "vector2",
      bindings: [
        { type: "gamepad_axis_pair", xAxis: 0, yAxis: 1, deadzone: 0.2 },
        { type: "touch_stick", sourceId: "s" },
      ],
    },
    {
      valueType: "scalar",
      bindings: [
        { type: "gamepad_axis", axis: 0, direction: "positive" },
        { type: "test_axis", sourceId: "t" },
      ],
    },
  ];
  const actions = Array.from({ length: 30 }, (_, index) => [`action${index}`, kinds[index % kinds.length]] as const);
  return JSON.stringify({ version: 1, actions: Object.fromEntries(actions) }, null, 2);
}
