/** Version of the file that `framegate calibrate` writes. */
export const machineVersion = 1;

/** Version of the calibration workload, raised when it changes. Times of different versions cannot be compared. */
export const workloadVersion = 2;

/** A machine as `framegate calibrate` measured it, so that others can give their times as of this one. */
export interface MachineRecord {
  readonly version: typeof machineVersion;
  /** Chosen by the user. */
  readonly name: string;
  /** Model and number of the processors, system and browser. */
  readonly machine: string;
  /** Version of the calibration workload. Times of another version cannot be compared. */
  readonly workload: number;
  /** CPU milliseconds of the workload: the median over the browsers. */
  readonly workloadMs: number;
  /** Standard deviation between the browsers, as a share of `workloadMs`. */
  readonly spread: number;
  /** CPU milliseconds of the workload in each browser, in the order of time. */
  readonly rounds: readonly number[];
}
