import { describe, expect, it } from "vitest";
import { packParts, shortenDigests, unpackParts } from "../../../harness/verify/pack-parts.ts";
import type { PartColumn } from "../../../src/formats/page-port.ts";

const column: PartColumn = {
  realm: "/",
  part: "gl",
  steps: [-1, 0, 1, 2, 5, 7, 8],
  digests: ["0123456789abcdef", "1", "222222", "3333333", "", "555555", "666666"],
};

describe("packed parts", () => {
  it("keep the steps and the start of each digest", () => {
    const padded = { ...column, digests: column.digests.map((digest) => (digest === "1" ? "100000" : digest)) };
    expect(unpackParts(packParts([column]))).toEqual(shortenDigests([padded]));
    expect(unpackParts(packParts([{ ...column, steps: [], digests: [] }]))).toMatchObject([{ steps: [], digests: [] }]);
  });

  it("take six bytes for each change of a part that changes in every frame", () => {
    const steps = Array.from({ length: 20_000 }, (_, step) => step);
    const [packed] = packParts([{ ...column, steps, digests: steps.map(() => "0123456789abcdef") }]);
    expect(packed?.steps).toBe("0..19999");
    expect(packed?.digests).toHaveLength(120_000);
  });
});
