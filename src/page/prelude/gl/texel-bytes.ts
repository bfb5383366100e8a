/** The size of a picture in texels. */
export interface TexelBox {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
}

const channelsByFormat: ReadonlyMap<unknown, number> = new Map([
  [0x1906, 1],
  [0x1909, 1],
  [0x1903, 1],
  [0x8d94, 1],
  [0x1902, 1],
  [0x84f9, 1],
  [0x190a, 2],
  [0x8227, 2],
  [0x8228, 2],
  [0x1907, 3],
  [0x8d98, 3],
  [0x8c40, 3],
]);

/** Types that hold a whole texel in one element, and the bytes of that element. */
const packedTypes: ReadonlyMap<unknown, number> = new Map([
  [0x8033, 2],
  [0x8034, 2],
  [0x8363, 2],
  [0x8368, 4],
  [0x8c3b, 4],
  [0x8c3e, 4],
  [0x84fa, 4],
  // A depth of 32 bits, and 8 bits of stencil in another 32.
  [0x8dad, 8],
]);

const bytesByType: ReadonlyMap<unknown, number> = new Map([
  [0x1400, 1],
  [0x1401, 1],
  [0x1402, 2],
  [0x1403, 2],
  [0x140b, 2],
  [0x8d61, 2],
  [0x1404, 4],
  [0x1405, 4],
  [0x1406, 4],
]);

/** The number of elements of a list that hold one texel of a format and type. */
export function elementsOfTexel(format: unknown, type: unknown): number {
  return packedTypes.has(type) ? 1 : (channelsByFormat.get(format) ?? 4);
}

/** The bytes of texels in the page's memory. */
export function uploadBytes(format: unknown, type: unknown, { width, height, depth }: TexelBox): number {
  const perTexel = packedTypes.get(type) ?? elementsOfTexel(format, type) * (bytesByType.get(type) ?? 1);
  return Math.max(0, width) * Math.max(0, height) * Math.max(0, depth) * perTexel;
}

// The sized formats of OpenGL ES 3.0, table 3.13 to 3.15, and of EXT_texture_norm16.
const formatsByBytes: readonly (readonly [bytes: number, formats: readonly number[]])[] = [
  [1, [0x8229, 0x8f94, 0x8232, 0x8231, 0x8d48]],
  [2, [0x822d, 0x8234, 0x8233, 0x822b, 0x8f95, 0x8238, 0x8237, 0x8d62, 0x8057, 0x8056, 0x81a5, 0x822a, 0x8f98]],
  [3, [0x8051, 0x8c41, 0x8f96, 0x8d7d, 0x8d8f]],
  [4, [0x822e, 0x8236, 0x8235, 0x822f, 0x823a, 0x8239, 0x8c3a, 0x8c3d, 0x8058, 0x8c43, 0x8f97, 0x8059, 0x8d7c]],
  [4, [0x8d8e, 0x906f, 0x822c, 0x8f99]],
  // Depth: 24 bits take 32, and so does the stencil next to a depth of 32. WebGL 1 uses 0x84f9 for renderbuffers.
  [4, [0x81a6, 0x8cac, 0x88f0, 0x84f9]],
  [6, [0x881b, 0x8d77, 0x8d89, 0x8054, 0x8f9a]],
  [8, [0x8230, 0x823c, 0x823b, 0x881a, 0x8d76, 0x8d88, 0x8cad, 0x805b, 0x8f9b]],
  [12, [0x8815, 0x8d71, 0x8d83]],
  [16, [0x8814, 0x8d70, 0x8d82]],
];

const bytesOfSized: ReadonlyMap<unknown, number> = new Map(
  formatsByBytes.flatMap(([bytes, formats]) => formats.map((format) => [format, bytes] as const)),
);

interface Block {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

const blockOf = (width: number, height: number, bytes: number): Block => ({ width, height, bytes });
const smallBlock = blockOf(4, 4, 8);
const largeBlock = blockOf(4, 4, 16);

/** S3TC with and without sRGB, RGTC, ETC 1 and 2. */
const smallBlocks = [
  ...[0x83f0, 0x83f1, 0x8c4c, 0x8c4d, 0x8dbb, 0x8dbc, 0x8d64],
  ...[0x9274, 0x9275, 0x9276, 0x9277, 0x9270, 0x9271],
];
/** The rest of these, and BPTC. */
const largeBlocks = [
  ...[0x83f2, 0x83f3, 0x8c4e, 0x8c4f, 0x8dbd, 0x8dbe],
  ...[0x9278, 0x9279, 0x9272, 0x9273, 0x8e8c, 0x8e8d, 0x8e8e, 0x8e8f],
];
/** In the order of their numbers, from 0x93b0 and, with sRGB, from 0x93d0. */
const astcSizes = [
  ...[[4, 4], [5, 4], [5, 5], [6, 5], [6, 6], [8, 5], [8, 6], [8, 8]], // prettier-ignore
  ...[[10, 5], [10, 6], [10, 8], [10, 10], [12, 10], [12, 12]], // prettier-ignore
];

const blocks: ReadonlyMap<unknown, Block> = new Map([
  ...smallBlocks.map((format) => [format, smallBlock] as const),
  ...largeBlocks.map((format) => [format, largeBlock] as const),
  ...astcSizes.flatMap(([width = 4, height = 4], index) => {
    const block = blockOf(width, height, 16);
    return [[0x93b0 + index, block] as const, [0x93d0 + index, block] as const];
  }),
]);

/** PVRTC with 4 and 2 bits a texel, which has pictures of at least two blocks by two. */
const pvrtcWidths: ReadonlyMap<unknown, number> = new Map([
  [0x8c00, 4],
  [0x8c02, 4],
  [0x8c01, 8],
  [0x8c03, 8],
]);

/**
 * The bytes that a picture takes in a texture or a renderbuffer, by its internal format. For an unsized format,
 * `format` and `type` decide. Padding of rows or layers by a driver is not included.
 */
export function storedBytes(
  internalFormat: unknown,
  { format, type }: { readonly format: unknown; readonly type: unknown },
  box: TexelBox,
): number {
  const { width, height, depth } = box;
  const perTexel = bytesOfSized.get(internalFormat);
  if (perTexel !== undefined) return Math.max(0, width) * Math.max(0, height) * Math.max(0, depth) * perTexel;
  const block = blocks.get(internalFormat);
  if (block !== undefined)
    return Math.ceil(width / block.width) * Math.ceil(height / block.height) * depth * block.bytes;
  const pvrtc = pvrtcWidths.get(internalFormat);
  if (pvrtc !== undefined) return Math.max(2, Math.ceil(width / pvrtc)) * Math.max(2, Math.ceil(height / 4)) * 8;
  return uploadBytes(format, type, box);
}
