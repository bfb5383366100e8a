/** Every colour of the sea in one place, as 24-bit sRGB. */
export const palette = {
  surface: 0x11708a,
  deep: 0x06203f,
  abyss: 0x030716,
  sunbeam: 0xbff4ff,
  plankton: 0x9fe8ff,
  stones: [0x3d7ea6, 0x3f6fb0, 0x5563b8, 0x6f5cb5],
  lantern: 0xffe2a0,
} as const;

/** From swimming left over up or down to swimming right and back, so that no heading has a seam. */
const fishStops = [0x52f7d4, 0x4fd0ff, 0x6f9bff, 0xa97bff, 0xff74c8, 0xffa07a] as const;
const shadesPerStop = 8;
const fishShades = createShades();

/** The colour of a fish that swims in the direction (x, y), so that a turning shoal shimmers. */
export function headingColour(x: number, y: number): number {
  const alongX = x / (Math.sqrt(x * x + y * y) + 0.001);
  const index = Math.round(((alongX + 1) / 2) * (fishShades.length - 1));
  return fishShades[index] ?? fishStops[0];
}

function createShades(): readonly number[] {
  const shades: number[] = [];
  for (const [index, stop] of fishStops.entries()) {
    const next = fishStops[index + 1];
    if (next === undefined) return [...shades, stop];
    for (let shade = 0; shade < shadesPerStop; shade += 1) shades.push(mixColours(stop, next, shade / shadesPerStop));
  }
  return shades;
}

function mixColours(from: number, to: number, share: number): number {
  let mixed = 0;
  for (const shift of [16, 8, 0]) {
    const channel = (from >> shift) & 255;
    mixed |= Math.round(channel + (((to >> shift) & 255) - channel) * share) << shift;
  }
  return mixed;
}
