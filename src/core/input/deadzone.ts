/** A vector in the plane. */
export interface Vector2 {
  readonly x: number;
  readonly y: number;
}

/** Where a function writes a vector, so that reading sticks every step allocates nothing. */
export interface VectorTarget {
  x: number;
  y: number;
}

/**
 * A magnitude after a deadzone: 0 below the edge, rising from 0 at the edge to 1 at 1. A deadzone at or above 1 leaves
 * nothing to rise over, so it acts as a threshold; one below 0 acts as 0.
 */
export function rescaleMagnitude(magnitude: number, deadzone: number): number {
  const edge = Math.max(0, deadzone);
  if (magnitude < edge || magnitude === 0) return 0;
  if (edge >= 1) return 1;
  return Math.min(1, (magnitude - edge) / (1 - edge));
}

/**
 * Writes a stick after its radial deadzone: the direction is kept and the magnitude is rescaled, at most 1, never -0. An
 * axis is a stick that only moves in x.
 */
export function applyRadialDeadzone(x: number, y: number, deadzone: number, target: VectorTarget): void {
  target.x = x;
  target.y = y;
  rescaleStick(target, deadzone);
}

/**
 * The same for a stick that lies in the target already. Where a call is not inlined, a fraction that is passed or returned
 * is put on the heap; one in a field is not.
 */
export function rescaleStick(target: VectorTarget, deadzone: number): void {
  const { x, y } = target;
  const larger = Math.max(Math.abs(x), Math.abs(y));
  // Dividing by the larger component first keeps the squares in range: 1e200 squared is infinite.
  const unitX = larger === 0 ? 0 : x / larger;
  const unitY = larger === 0 ? 0 : y / larger;
  // Math.sqrt is exact everywhere, Math.hypot is up to the implementation.
  const length = Math.sqrt(unitX * unitX + unitY * unitY);
  const magnitude = larger * length;
  // As in rescaleMagnitude, which would hand its result back on the heap.
  const edge = Math.max(0, deadzone);
  const isOut = magnitude !== 0 && magnitude >= edge;
  const rescaled = edge >= 1 ? 1 : Math.min(1, (magnitude - edge) / (1 - edge));
  // Where there is nothing to rescale, a way through the division would cost the last bit.
  const isKept = edge === 0 && magnitude <= 1;
  target.x = (!isOut ? 0 : isKept ? x : (unitX / length) * rescaled) + 0;
  target.y = (!isOut ? 0 : isKept ? y : (unitY / length) * rescaled) + 0;
}

/** How far out a stick is after its radial deadzone, [0, 1]. */
export function stickMagnitude(x: number, y: number, deadzone: number): number {
  const larger = Math.max(Math.abs(x), Math.abs(y));
  if (larger === 0) return 0;
  const unitX = x / larger;
  const unitY = y / larger;
  return rescaleMagnitude(larger * Math.sqrt(unitX * unitX + unitY * unitY), deadzone);
}

/** Writes the vector itself, or the one of magnitude 1 in its direction where it is longer. */
export function clampToUnitCircle(x: number, y: number, target: VectorTarget): void {
  applyRadialDeadzone(x, y, 0, target);
}
