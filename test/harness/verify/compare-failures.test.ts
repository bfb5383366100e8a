import { expect, it } from "vitest";
import { FramegateError } from "../../../harness/errors.ts";
import { compareFailures, type LaunchOutcome, sharedFailures } from "../../../harness/verify/compare-failures.ts";
import { makeSamples } from "../fixtures/make-samples.ts";

const [plain] = makeSamples(["count"]);
if (plain === undefined) throw new Error("There are samples.");

const ran: LaunchOutcome = { kind: "ran", samples: plain, inspections: [], loads: [] };
const broken: LaunchOutcome = {
  kind: "ran",
  inspections: [],
  loads: [],
  samples: {
    ...plain,
    notices: [
      { code: "uncaught-error", severity: "failure", message: "TypeError: no door", where: "game.js:3:7" },
      { code: "missing-file", severity: "warning", message: "It does not exist.", where: null },
    ],
  },
};
const threw: LaunchOutcome = {
  kind: "failed",
  error: new FramegateError("frame-threw", { frame: "frame 3", message: "no door", where: "game.js:3:7" }),
};
const threwLater: LaunchOutcome = {
  kind: "failed",
  error: new FramegateError("frame-threw", { frame: "frame 9", message: "no door", where: "game.js:3:7" }),
};

it("finds nothing in launches without a failure", () => {
  expect(sharedFailures([ran, ran])).toEqual([]);
  expect(compareFailures([ran, ran])).toBeNull();
});

it("treats a failure in every launch as the game's own, and throws the error that ended them", () => {
  expect(sharedFailures([broken, broken])).toEqual(["TypeError: no door (game.js:3:7)"]);
  expect(compareFailures([broken, broken])).toBeNull();
  expect(() => sharedFailures([threw, threwLater])).toThrow("no door");
});

it("treats a missing file as the same, whatever position the browser reports for it", () => {
  const misses = (where: string): LaunchOutcome => {
    const notice = { code: "missing-file", severity: "failure", message: "a.js does not exist.", where } as const;
    return { ...broken, samples: { ...plain, notices: [notice] } };
  };
  expect(sharedFailures([misses("index.html:3:9"), misses("index.html:3:18")])).toEqual([
    "a.js does not exist. (index.html:3:9)",
  ]);
});

it("treats an error in a script from a blob as the same, whatever name the browser gave the blob", () => {
  const throws = (blob: string): LaunchOutcome => {
    const where = `blob:http://embed.framegate.localhost/${blob}:1:9`;
    const notice = { code: "uncaught-error", severity: "failure", message: "Error: no door", where } as const;
    return { ...broken, samples: { ...plain, notices: [notice] } };
  };
  expect(sharedFailures([throws("87da244c"), throws("11cc4fd6")])).toEqual([
    expect.stringContaining("no door") as string,
  ]);
  expect(compareFailures([throws("87da244c"), throws("11cc4fd6")])).toBeNull();
});

it("treats a failure in some launches as a difference, and shows it", () => {
  expect(sharedFailures([ran, ran, threw])).toEqual([]);
  expect(compareFailures([ran, ran, threw])).toMatchObject({
    differing: [0, 2],
    divergence: { part: "failure", frame: null, a: "no failure", b: expect.stringContaining("no door") as string },
  });
  expect(compareFailures([ran, broken])).toMatchObject({ divergence: { b: "TypeError: no door (game.js:3:7)" } });
});
