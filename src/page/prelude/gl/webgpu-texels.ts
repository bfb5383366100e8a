import type { TexelBox } from "./texel-bytes.ts";

const bytesByName: ReadonlyMap<string, number> = new Map([
  ["bgra8unorm", 4],
  ["bgra8unorm-srgb", 4],
  ["rgb9e5ufloat", 4],
  ["rgb10a2uint", 4],
  ["rgb10a2unorm", 4],
  ["rg11b10ufloat", 4],
  ["stencil8", 1],
  ["depth16unorm", 2],
  ["depth24plus", 4],
  ["depth24plus-stencil8", 4],
  ["depth32float", 4],
  ["depth32float-stencil8", 8],
]);

/** The channels, and the bits of each. */
const plainFormat = /^(r|rg|rgba)(8|16|32)[a-z]/u;

/** Compressed formats with blocks of eight bytes; the others have sixteen. */
const smallBlocks = /^(?:bc1|bc4|etc2-rgb8|eac-r11)/u;
const compressedFormat = /^(?:bc|etc2|eac|astc)/u;
const astcSize = /^astc-(\d+)x(\d+)/u;

/**
 * The bytes of a picture in a texture of WebGPU, by the name of its format: of whole blocks in a compressed one. 0 for a
 * name that WebGPU does not have.
 */
export function bytesOfTexels(format: unknown, { width, height, depth }: TexelBox): number {
  if (typeof format !== "string") return 0;
  if (compressedFormat.test(format)) {
    const [, blockWidth = 4, blockHeight = 4] = astcSize.exec(format)?.map(Number) ?? [];
    const blocks = Math.ceil(width / blockWidth) * Math.ceil(height / blockHeight) * depth;
    return blocks * (smallBlocks.test(format) ? 8 : 16);
  }
  const [, channels = "", bits = 0] = plainFormat.exec(format) ?? [];
  return width * height * depth * (bytesByName.get(format) ?? (channels.length * Number(bits)) / 8);
}
