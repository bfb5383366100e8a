import { quantileSorted } from "simple-statistics";

declare const sorted: unique symbol;

/** At least one number, in ascending order. */
export type SortedSamples = readonly number[] & { readonly [sorted]: true };

/**
 * Description of the method in every report. Quantile methods differ by several per cent on few frames, and
 * simple-statistics itself changed its method in 7.8.9.
 */
export const quantileMethod = "linear interpolation (R type 7), simple-statistics 7.12.1";

/**
 * Copies and sorts. The only way to get `SortedSamples`.
 *
 * @throws RangeError If there are no samples, or one of them is NaN.
 */
export function sortSamples(samples: readonly number[]): SortedSamples {
  if (samples.length === 0) throw new RangeError("No samples: there is nothing to sort.");
  // A typed array sorts numbers without a comparator, a hundred of them in a third of the time. NaN comes last.
  const ascending = [...new Float64Array(samples).sort()];
  if (Number.isNaN(ascending.at(-1))) throw new RangeError("A sample is NaN: it has no place in an order.");
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- Only this sort may set the brand.
  return ascending as unknown as SortedSamples;
}

/** The samples without one of them. */
export function withoutSample(samples: SortedSamples, sample: number): SortedSamples {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- The others stay in their order.
  return samples.toSpliced(samples.indexOf(sample), 1) as unknown as SortedSamples;
}

/** The quantile at `fraction` (0 to 1), in the unit of the samples. */
export function quantile(samples: SortedSamples, fraction: number): number {
  return quantileSorted(samples, fraction);
}

/** The median, in the unit of the samples. */
export function median(samples: readonly number[]): number {
  return quantile(sortSamples(samples), 0.5);
}
