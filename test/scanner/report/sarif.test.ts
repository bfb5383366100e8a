import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect, it } from "vitest";
import { renderSarif } from "../../../scanner/report/sarif.ts";
import { createSourceFolder } from "../source-folder.ts";

// The schema of the OASIS committee. It is a draft 4 schema, which Ajv reads as draft 7 once `$schema` and `id` are
// removed.
const schema = JSON.parse(
  readFileSync(new URL("../schemas/sarif-2.1.0-rtm.5.json", import.meta.url), "utf8"),
) as object;
const ownKeys = ["$schema", "id"];
const isSarif = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(
  Object.fromEntries(Object.entries(schema).filter(([key]) => !ownKeys.includes(key))),
);

const files = {
  "a b/ö%.ts": "export const r = Math.random;\nfunction f() { Date.now(); Date.now(); }",
  "game.ts": "import { r } from './a b/ö%';\nr();\neval(code);",
  "old.coffee": "",
};

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly partialFingerprints?: object;
  readonly codeFlows?: readonly unknown[];
  readonly locations: readonly { readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } } }[];
}

async function results(change: Readonly<Record<string, string>> = {}): Promise<readonly Result[]> {
  using folder = createSourceFolder({ ...files, ...change });
  const log = JSON.parse(renderSarif(await folder.scan(), "1.2.3"));
  expect(isSarif(log), JSON.stringify(isSarif.errors)).toBe(true);
  return log.runs[0].results as readonly Result[];
}

it("SARIF matches its schema, and has a code flow for a value that crosses modules", async () => {
  const all = await results();
  expect(all.map(({ ruleId }) => ruleId).sort()).toEqual(["notice", "notice", "raw-clock", "raw-clock", "raw-random"]);
  expect(all.filter(({ codeFlows }) => codeFlows !== undefined).map(({ ruleId }) => ruleId)).toEqual(["raw-random"]);
});

it("the schema rejects an invalid log", () => {
  expect(isSarif({ version: "2.1.0", runs: [{ tool: {} }] })).toBe(false);
});

it("SARIF names files by URI references that resolve to them", async () => {
  const uris = (await results()).map(({ locations }) => locations[0]?.physicalLocation.artifactLocation.uri);
  expect(uris).toContain("a%20b/%C3%B6%25.ts");
});

it("SARIF's fingerprints are distinct, and stay the same when lines move", async () => {
  const fingerprints = async (change?: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    return (await results(change)).flatMap(({ partialFingerprints }) =>
      partialFingerprints === undefined ? [] : [JSON.stringify(partialFingerprints)],
    );
  };
  const before = await fingerprints();
  expect(new Set(before).size).toBe(3);
  expect(await fingerprints({ "a b/ö%.ts": `\n\n${files["a b/ö%.ts"]}` })).toEqual(before);
});
