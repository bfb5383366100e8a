/** Metres from the middle of the platform to its wall. */
export const arenaRadius = 17;

/** Posts in the wall. */
export const pylonCount = 48;

/** A position on the platform, in turns around it: 0 is right of the middle, 0.25 is towards the camera. */
export function pointOnCircle(turn: number, radius: number): { readonly x: number; readonly z: number } {
  const angle = turn * 2 * Math.PI;
  return { x: Math.cos(angle) * radius, z: Math.sin(angle) * radius };
}
