/** Enough halvings of an angle for every bit of a number. */
const halvings = 60;

/**
 * The two-sided critical value of Student's t for the probability `error`, by bisection of the angle in
 * t = sqrt(degrees) tan(angle).
 *
 * @param degreesOfFreedom A whole number from 1.
 */
export function studentT(degreesOfFreedom: number, error: number): number {
  let [low, high] = [0, Math.PI / 2];
  for (let count = 0; count < halvings; count++) {
    const middle = (low + high) / 2;
    if (probabilityWithin(middle, degreesOfFreedom) < 1 - error) low = middle;
    else high = middle;
  }
  return Math.sqrt(degreesOfFreedom) * Math.tan(low);
}

/**
 * The probability of an angle between `-angle` and `angle`, a finite sum for whole degrees of freedom: Abramowitz and
 * Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4.
 */
function probabilityWithin(angle: number, degreesOfFreedom: number): number {
  const cosine = Math.cos(angle);
  const isOdd = degreesOfFreedom % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = 0;
  for (let power = isOdd ? 1 : 0; power <= degreesOfFreedom - 2; power += 2) {
    sum += term;
    term *= (cosine ** 2 * (power + 1)) / (power + 2);
  }
  const ofSum = Math.sin(angle) * sum;
  return isOdd ? ((angle + ofSum) * 2) / Math.PI : ofSum;
}
