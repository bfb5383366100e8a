/** A vector in the plane. */
export interface Vector2 {
  readonly x: number;
  readonly y: number;
}

/** A vector to write into, so that reading sticks in every step allocates nothing. */
export interface VectorTarget {
  x: number;
  y: number;
}

/**
 * Applies a radial deadzone to the stick in the target: keeps the direction and rescales the magnitude to at most 1,
 * never -0. An axis is a stick that only moves in x. In place, because in calls that are not inlined V8 allocates
 * fractions that are passed or returned on the heap, but not those in fields.
 */
export function rescaleStick(target: VectorTarget, deadzone: number): void {
  const { x, y } = target;
  const larger = Math.max(Math.abs(x), Math.abs(y));
  // Dividing by the larger component first keeps the squares in range: 1e200 squared is infinite.
  const unitX = larger === 0 ? 0 : x / larger;
  const unitY = larger === 0 ? 0 : y / larger;
  // Math.sqrt is exact everywhere; Math.hypot depends on the implementation.
  const length = Math.sqrt(unitX * unitX + unitY * unitY);
  const magnitude = larger * length;
  // Inlined from rescaleMagnitude, whose result would be allocated on the heap.
  const edge = Math.max(0, deadzone);
  const isOut = magnitude !== 0 && magnitude >= edge;
  const rescaled = edge >= 1 ? 1 : Math.min(1, (magnitude - edge) / (1 - edge));
  // Without rescaling, the division would only change the last bit.
  const isKept = edge === 0 && magnitude <= 1;
  target.x = (!isOut ? 0 : isKept ? x : (unitX / length) * rescaled) + 0;
  target.y = (!isOut ? 0 : isKept ? y : (unitY / length) * rescaled) + 0;
}

/** The magnitude of a stick after its radial deadzone, [0, 1]. */
export function stickMagnitude(x: number, y: number, deadzone: number): number {
  const larger = Math.max(Math.abs(x), Math.abs(y));
  if (larger === 0) return 0;
  const unitX = x / larger;
  const unitY = y / larger;
  return rescaleMagnitude(larger * Math.sqrt(unitX * unitX + unitY * unitY), deadzone);
}

/** Writes the vector, shortened to magnitude 1 if it is longer. */
export function clampToUnitCircle(x: number, y: number, target: VectorTarget): void {
  target.x = x;
  target.y = y;
  rescaleStick(target, 0);
}

/**
 * Applies a deadzone to a magnitude: 0 below its edge, then rising from 0 at the edge to 1 at 1. A deadzone of 1 or
 * more has no range to rise over, so it acts as a threshold; one below 0 acts as 0.
 */
function rescaleMagnitude(magnitude: number, deadzone: number): number {
  const edge = Math.max(0, deadzone);
  if (magnitude < edge || magnitude === 0) return 0;
  if (edge >= 1) return 1;
  return Math.min(1, (magnitude - edge) / (1 - edge));
}
