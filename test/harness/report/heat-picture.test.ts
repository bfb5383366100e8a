import { inflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { heatPicture } from "../../../harness/report/heat-picture.ts";

it("is a PNG with the highest row first, whose colours end at ten", () => {
  const png = Buffer.from(heatPicture({ width: 3, height: 2, fragments: new Uint8Array([0, 1, 2, 9, 10, 61]) }));
  expect(png.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
  expect([png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]]).toEqual([3, 2, 8, 3]);
  const at = png.indexOf("IDAT");
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  expect([...rows]).toEqual([0, 9, 10, 10, 0, 0, 1, 2]);
});
