import { inflateSync } from "node:zlib";

/** The pixels of a picture, with eight bits per channel. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of a pixel. */
  at(x: number, y: number): readonly number[];
}

/** Reads a PNG as Chromium writes it: eight bits, RGB or RGBA, not interlaced (https://www.w3.org/TR/png-3/). */
export function readPng(png: Buffer): Picture {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = png.readUInt8(25) === 6 ? 4 : 3;
  const rows = unfilter(inflateSync(imageData(png)), width * channels, channels);
  return { width, height, at: (x, y) => [...(rows[y]?.subarray(x * channels, x * channels + 3) ?? [])] };
}

function imageData(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let offset = 8; offset < png.length; offset += 12 + png.readUInt32BE(offset)) {
    const length = png.readUInt32BE(offset);
    if (png.toString("latin1", offset + 4, offset + 8) === "IDAT")
      parts.push(png.subarray(offset + 8, offset + 8 + length));
  }
  return Buffer.concat(parts);
}

function unfilter(data: Buffer, rowLength: number, channels: number): readonly Buffer[] {
  const rows: Buffer[] = [];
  for (let offset = 0; offset < data.length; offset += rowLength + 1) {
    const filter = data[offset] ?? 0;
    const row = Buffer.from(data.subarray(offset + 1, offset + 1 + rowLength));
    const above = rows.at(-1) ?? Buffer.alloc(rowLength);
    for (let index = 0; index < rowLength; index += 1) {
      const left = row[index - channels] ?? 0;
      const corner = above[index - channels] ?? 0;
      row[index] = ((row[index] ?? 0) + predict(filter, left, above[index] ?? 0, corner)) & 0xff;
    }
    rows.push(row);
  }
  return rows;
}

function predict(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return Math.floor((left + up) / 2);
  const estimate = left + up - corner;
  const distances = [left, up, corner].map((value) => Math.abs(estimate - value));
  const nearest = distances.indexOf(Math.min(...distances));
  return [left, up, corner][nearest] ?? 0;
}
