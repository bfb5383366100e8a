import { parseArgs } from "node:util";
import { fuzzFormats, type FuzzResult } from "./fuzz-formats.ts";

const { values } = parseArgs({
  options: { count: { type: "string", default: "100000" }, seed: { type: "string", default: "1" } },
});
const count = Number(values.count);
const seed = Number(values.seed);
if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed)) {
  process.stderr.write("Usage: npm run fuzz:formats -- --count N [--seed S]\n");
  process.exitCode = 2;
} else {
  const result = fuzzFormats(count, seed);
  process.stdout.write(formatResult(result));
  if (result.disagreements.length > 0) process.exitCode = 1;
}

function formatResult({ documents, valid, byFormat, byMutation, disagreements }: FuzzResult): string {
  const counts = [...Object.entries(byFormat), ...Object.entries(byMutation)];
  const lines = [
    `${documents} documents of seed ${seed}: ${valid} valid, ${documents - valid - disagreements.length} invalid, ${disagreements.length} disagreements`,
    ...counts.map(([name, number]) => `${String(number).padStart(9)}  ${name}`),
    ...disagreements.map(
      (one) =>
        `\n${one.format}: ${one.text}\n  validation: ${one.validation.join("; ") || "accepts"}\n  schema and rules: ${one.other || "accept"}`,
    ),
  ];
  return `${lines.join("\n")}\n`;
}
