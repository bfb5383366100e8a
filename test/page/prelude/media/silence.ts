/** Half a second of silence. */
export function silence(): Uint8Array {
  const samples = 4000;
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write("RIFF", 0);
  wav.writeUInt32LE(36 + samples * 2, 4);
  wav.write("WAVEfmt ", 8);
  for (const [offset, value] of [
    [16, 16],
    [24, 8000],
    [28, 16000],
    [40, samples * 2],
  ] as const)
    wav.writeUInt32LE(value, offset);
  for (const [offset, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    wav.writeUInt16LE(value, offset);
  wav.write("data", 36);
  return wav;
}
