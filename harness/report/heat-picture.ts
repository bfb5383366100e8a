import { crc32, deflateSync } from "node:zlib";

/** The fragments of each pixel of a canvas, the lowest row first. */
export interface HeatedCanvas {
  readonly width: number;
  readonly height: number;
  readonly fragments: Uint8Array;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const bitsPerIndex = 8;
const indexedColour = 3;

/**
 * A picture of how often each pixel is drawn, as PNG: black for never, then from dark blue over red to white for ten
 * times and more. The scale is fixed, so that the pictures of two frames can be compared.
 */
export function heatPicture({ width, height, fragments }: HeatedCanvas): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bitsPerIndex, indexedColour], 8);
  // Each row begins with its filter, which is none. The highest row comes first.
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row += 1) {
    const from = (height - 1 - row) * width;
    for (let column = 0; column < width; column += 1) {
      rows[row * (width + 1) + 1 + column] = Math.min(fragments[from + column] ?? 0, palette.length - 1);
    }
  }
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flat())),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The colour of a pixel by its fragments. Each is brighter than the one before, also for those who see no colours. */
const palette = [
  [0, 0, 0],
  [24, 32, 104],
  [64, 40, 144],
  [112, 44, 156],
  [156, 52, 140],
  [196, 64, 112],
  [228, 88, 80],
  [248, 124, 52],
  [252, 168, 48],
  [252, 212, 100],
  [255, 255, 255],
] as const;

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "ascii"), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
