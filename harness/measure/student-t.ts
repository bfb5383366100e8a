const parts = 4_000;

/**
 * The two-sided critical value of Student's t for the probability `error`. Found by integrating the density, which is a
 * power of the cosine of the angle in t = sqrt(degrees) tan(angle).
 * https://en.wikipedia.org/wiki/Student%27s_t-distribution
 */
export function studentT(degreesOfFreedom: number, error: number): number {
  const step = Math.PI / 2 / parts;
  const densities = Array.from({ length: parts }, (_, part) => Math.cos((part + 0.5) * step) ** (degreesOfFreedom - 1));
  const inside = densities.reduce((sum, density) => sum + density, 0) * (1 - error);
  let sum = 0;
  for (const [part, density] of densities.entries()) {
    if (sum + density >= inside) {
      return Math.sqrt(degreesOfFreedom) * Math.tan((part + (inside - sum) / density) * step);
    }
    sum += density;
  }
  return Infinity;
}
