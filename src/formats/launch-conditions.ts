/** The conditions in which the launches of a verification differ. None of them may reach a page. */
export interface LaunchConditions {
  /** A description of this launch, for the user. */
  readonly description: string;
  /** The factor by which the page's main thread is slowed; 1 for full speed. */
  readonly cpuThrottling: number;
  /** Whether the machine's other cores are kept busy. */
  readonly keepsCoresBusy: boolean;
  /** Determines the delay of each response; null for no delays. */
  readonly delaySeed: number | null;
  /** Whether garbage is collected every few frames. */
  readonly collectsGarbage: boolean;
  /** V8's own flags. */
  readonly jsFlags: readonly string[];
}
