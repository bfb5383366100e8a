import { describe, expect, it } from "vitest";
import {
  findFileDifference,
  findPhase,
  findResultDifference,
  findValueDifference,
} from "../../../harness/verify/compare-inspections.ts";
import type { RealmInspection, RecordedValue } from "../../../src/formats/page-port.ts";
import type { LoadedFile } from "../../../src/formats/verify-report.ts";

const number = (path: string, value: number): RecordedValue => ({ path, kind: "number", text: String(value) });
const word = (path: string, text: string): RecordedValue => ({ path, kind: "text", text });

describe("the first differing value", () => {
  it("shows long texts from a little before the place where they differ", () => {
    const same = "a".repeat(5000);
    expect(findValueDifference([word("x", `${same}bc`)], [word("x", `${same}d`)])?.values).toEqual([
      `…${"a".repeat(60)}bc (5002 characters in all)`,
      `…${"a".repeat(60)}d (5001 characters in all)`,
    ]);
    expect(findValueDifference([word("x", same)], [])?.values).toEqual([
      `${"a".repeat(300)}… (5000 characters in all)`,
      "nothing",
    ]);
    // A path and a text that make the same line as another path and text.
    expect(findValueDifference([word("x y", same)], [word("x", `y ${same}`)])?.class).toBe("structural");
  });

  it("is none between equal ones", () => {
    expect(findValueDifference([number("x", 1)], [number("x", 1)])).toBeNull();
    expect(findValueDifference([], [])).toBeNull();
  });

  it.each([
    { left: number("x", 1), right: number("x", 2), kind: "exact" },
    { left: number("x", 1), right: number("x", 1 + 1e-12), kind: "below-epsilon" },
    { left: number("x", 1e9), right: number("x", 1e9 + 1e-2), kind: "below-epsilon" },
    { left: number("x", 0), right: number("x", Number.NaN), kind: "exact" },
    { left: word("x", "a"), right: word("x", "b"), kind: "exact" },
    { left: number("x", 1), right: word("x", "1a"), kind: "structural" },
    { left: number("x", 1), right: number("y", 1), kind: "structural" },
  ])("is $kind between $left and $right", ({ left, right, kind }) => {
    const same = number("before", 0);
    expect(findValueDifference([same, left], [same, right])).toMatchObject({ path: "x", class: kind });
  });

  it("is structural if one of the two has more", () => {
    const all = [number("x", 1), number("y", 2)];
    const difference = { path: "y", values: ["2", "nothing"], class: "structural" };
    expect(findValueDifference(all, all.slice(0, 1))).toEqual(difference);
    expect(findValueDifference(all.slice(0, 1), all)).toEqual({ ...difference, values: ["nothing", "2"] });
  });
});

it("names the phase after which a part differs, and none if it did before", () => {
  const digests = ["a", "b", "b", "c"];
  expect(findPhase(digests, digests)).toBeNull();
  expect(findPhase(digests, ["a", "b", "x", "y"])).toBe("prePhysics");
  expect(findPhase(digests, ["x", "b", "b", "c"])).toBeNull();
  expect(findPhase([], [])).toBeNull();
});

type Call = readonly [step: number, api: string, result: string, stack?: string];

function inspection(realm: string, calls: readonly Call[]): RealmInspection {
  const stacks = calls.map(([, , , stack = "at game.js"]) => stack);
  return {
    ...{ realm, values: null, phaseDigests: [], drawn: [], fragments: null },
    given: {
      apis: calls.map(([, api]) => api),
      results: calls.map(([, , result]) => result),
      stacks,
      entries: calls.flatMap(([step], index) => [step, index, index, index]),
    },
  };
}

const isOwn = (stack: string): boolean => stack.includes("framegate");
const find = (left: readonly RealmInspection[], right: readonly RealmInspection[], hasNamed = false): unknown =>
  findResultDifference(left, right, { isOwn, hasNamed });

describe("the first differing result", () => {
  const same: Call = [0, "Date.now", "16"];

  it("is the first with another value, another API, or another step", () => {
    const left = [inspection("/", [same, [3, "Response.text", "1"], [4, "Storage.getItem", "2"]])];
    expect(find(left, left)).toBeNull();
    const cause = { api: "Response.text", realm: "/", stack: "at game.js", isOtherCall: false };
    expect(find(left, [inspection("/", [same, [3, "Response.text", "9"], [4, "Storage.getItem", "9"]])])).toEqual(
      cause,
    );
    expect(find(left, [inspection("/", [same, [5, "Response.text", "1"]])])).toEqual(cause);
    expect(find(left, [inspection("/", [same])])).toEqual({ ...cause, isOtherCall: true });
  });

  it("is another call at the same point only if nothing is unrepeatable", () => {
    const left = [inspection("/", [same, [3, "Response.text", "1"], [3, "Storage.getItem", "2"]])];
    const right = [inspection("/", [same, [3, "Storage.getItem", "2"], [3, "Response.text", "1"]])];
    expect(find(left, right)).toMatchObject({ api: "Response.text", isOtherCall: true });
    expect(find(left, right, true)).toBeNull();
    expect(find(left, [inspection("/", [same])], true)).toBeNull();
    expect(find(left, [inspection("/", [same, [3, "Response.text", "2"]])], true)).not.toBeNull();
  });

  it("is in the earliest step, and within a step in the nested realm", () => {
    const left = [inspection("/#worker1", [[2, "a", "1"]]), inspection("/", [[2, "b", "1"]])];
    const right = [inspection("/#worker1", [[2, "a", "2"]]), inspection("/", [[2, "b", "2"]])];
    expect(find(left, right)).toMatchObject({ realm: "/#worker1", api: "a" });
    const early = inspection("/", [[1, "b", "1"]]);
    expect(find([...left.slice(0, 1), early], [...right.slice(0, 1), inspection("/", [[1, "b", "2"]])])).toMatchObject({
      ...{ realm: "/", api: "b" },
    });
  });

  it("is never a result that Framegate's own scripts requested", () => {
    const own = (result: string): RealmInspection => inspection("/", [same, [1, "a", result, "at framegate/host.js"]]);
    expect(find([own("1")], [own("2")])).toBeNull();
  });

  it("is not the one before, whose script has the random URL of a blob", () => {
    const worker = (blob: string, text: string): RealmInspection =>
      inspection("/#worker1", [
        [0, "WorkerGlobalScope.location", "[object WorkerLocation]", `at blob:http://game/${blob}:1:749`],
        [1, "Response.text", text],
      ]);
    expect(find([worker("a", "1")], [worker("b", "2")])).toMatchObject({ api: "Response.text" });
  });

  it("is a blob's random URL only if nothing else differs or is unrepeatable", () => {
    const page = (blob: string, text: string): RealmInspection =>
      inspection("/", [[0, "URL.createObjectURL", `"blob:${blob}"`], [1, "Response.text", text]]); // prettier-ignore
    expect(find([page("a", "1")], [page("b", "2")])).toMatchObject({ api: "Response.text" });
    expect(find([page("a", "1")], [page("b", "1")])).toMatchObject({ api: "URL.createObjectURL" });
    expect(find([page("a", "1")], [page("b", "1")], true)).toBeNull();
  });
});

describe("the first differing file", () => {
  const load = (url: string, hash: string): LoadedFile => ({ api: "script", realm: "/", url, hash, stack: [] });

  it("is the first one with different content, in any order of the files", () => {
    const left = [load("a", "1"), load("b", "1"), load("c", "1")];
    const right = [load("c", "2"), load("b", "2"), load("a", "1")];
    expect(findFileDifference(left, right)).toEqual({ api: "script", realm: "/", stack: [] });
    expect(findFileDifference(left, left.toReversed())).toBeNull();
  });

  it("may be one that is loaded again with other content", () => {
    expect(findFileDifference([load("a", "1"), load("a", "1")], [load("a", "1"), load("a", "2")])).not.toBeNull();
  });
});
