import { expect, it } from "vitest";
import { bytesOfTexels } from "../../../../src/page/prelude/gl/webgpu-texels.ts";

// Bytes of a texel block, by the table of texture formats in the standard of WebGPU.
const ofTexel: Readonly<Record<number, readonly string[]>> = {
  1: ["r8unorm", "r8sint", "stencil8"],
  2: ["r16uint", "r16float", "rg8snorm", "depth16unorm"],
  4: ["r32float", "rg16uint", "rgba8unorm-srgb", "bgra8unorm", "rgb9e5ufloat", "rgb10a2unorm", "rg11b10ufloat"],
  8: ["rg32sint", "rgba16float", "depth32float-stencil8"],
  16: ["rgba32float"],
};

const ofBlock: readonly (readonly [name: string, width: number, height: number, bytes: number])[] = [
  ["bc1-rgba-unorm", 4, 4, 8],
  ["bc4-r-snorm", 4, 4, 8],
  ["bc3-rgba-unorm-srgb", 4, 4, 16],
  ["bc7-rgba-unorm", 4, 4, 16],
  ["etc2-rgb8unorm", 4, 4, 8],
  ["etc2-rgb8a1unorm-srgb", 4, 4, 8],
  ["etc2-rgba8unorm", 4, 4, 16],
  ["eac-r11snorm", 4, 4, 8],
  ["eac-rg11unorm", 4, 4, 16],
  ["astc-5x4-unorm", 5, 4, 16],
  ["astc-12x10-unorm-srgb", 12, 10, 16],
];

it.each(Object.entries(ofTexel).flatMap(([bytes, names]) => names.map((name) => [name, Number(bytes)] as const)))(
  "a texel of %s takes %i bytes",
  (name, bytes) => {
    expect(bytesOfTexels(name, { width: 3, height: 5, depth: 2 })).toBe(30 * bytes);
  },
);

it.each(ofBlock)("a block of %s has %i x %i texels and %i bytes", (name, width, height, bytes) => {
  expect(bytesOfTexels(name, { width: width + 1, height: 2 * height, depth: 3 })).toBe(2 * 2 * 3 * bytes);
  expect(bytesOfTexels(name, { width: 1, height: 1, depth: 1 })).toBe(bytes);
});

it.each([undefined, "", "rgba", "rgba8", 7])("the unknown format %j takes none", (name) => {
  expect(bytesOfTexels(name, { width: 4, height: 4, depth: 1 })).toBe(0);
});
