import { expect, it } from "vitest";
import { reproduceCommand } from "../../../harness/report/reproduce-command.ts";
import { makeReport } from "../fixtures/make-report.ts";
import { makeSamples } from "../fixtures/make-samples.ts";

const report = makeReport(makeSamples(["count"]));

it("names game, seed and frames", () => {
  expect(reproduceCommand(report)).toBe("framegate perf games/orchard --seed 7 --frames 120 --warmup 60");
});

it("skips the scan if the run did", () => {
  const skipped = reproduceCommand({ ...report, scan: { status: "skipped", files: 0, notices: 0, suppressed: 0 } });
  expect(skipped).toBe("framegate perf games/orchard --seed 7 --frames 120 --warmup 60 --no-scan");
});

it("repeats a delivery context other than the default", () => {
  expect(reproduceCommand({ ...report, context: "hosted" })).toMatch(/ --context hosted$/u);
  expect(reproduceCommand(report)).not.toContain("--context");
});

it("adds the served folder if it was given explicitly", () => {
  const page = { ...report, target: "games/orchard/index.html" };
  expect(reproduceCommand({ ...page, served: { folder: "../..", because: "--root" } })).toContain("index.html --seed");
  expect(reproduceCommand({ ...page, served: { folder: "../..", because: "--root" } })).toMatch(/ --root \.$/u);
  expect(reproduceCommand({ ...report, served: { folder: "..", because: "--root" } })).toMatch(/ --root games$/u);
  expect(reproduceCommand({ ...page, served: { folder: "..", because: "../a.js" } })).not.toContain("--root");
});

it("adds the tape and the query, quoted for a shell", () => {
  const tape = { file: "it's here.tape.json", hash: "", events: 1, isOrphan: false };
  expect(reproduceCommand({ ...report, target: "my game", tape, query: "?a=1&b=$(x)" })).toBe(
    String.raw`framegate perf 'my game' --seed 7 --frames 120 --warmup 60 --tape 'it'\''s here.tape.json' --query '?a=1&b=$(x)'`,
  );
});

it("allows a tape of another version again", () => {
  const tape = { file: "old.tape.json", hash: "", events: 1, isOrphan: true };
  expect(reproduceCommand({ ...report, tape })).toMatch(/ --tape old\.tape\.json --allow-orphan$/u);
});

it("repeats every other option, quoted", () => {
  const options = ["--assert-budget", "--budget", "maxDrawCalls=5", "--allow", "missing=saves/*.json"];
  expect(reproduceCommand({ ...report, options })).toBe(
    "framegate perf games/orchard --seed 7 --frames 120 --warmup 60 --assert-budget --budget maxDrawCalls=5 --allow 'missing=saves/*.json'",
  );
});
