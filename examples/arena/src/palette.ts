/** Every colour of the arena in one place, as 24-bit sRGB. */
export const palette = {
  skyZenith: 0x04051a,
  skyHorizon: 0x3b1c6b,
  star: 0xc9d4ff,
  floor: 0x232050,
  floorLine: 0x37e6ff,
  rim: 0x7b5cff,
  pylon: 0x2a2458,
  sunlight: 0xffe2c4,
  skylight: 0x8f9bff,
  groundlight: 0x4a2f7a,
  crates: [0xff9f5a, 0xffd27a, 0x5ad1c8, 0x4f8dff, 0x8a6bff],
  hunter: 0xff2f5e,
  player: 0xe9fbff,
  playerGlow: 0x4fe3ff,
  bolt: 0x9ff4ff,
} as const;
