/** What makes the launches of a verification differ from each other. None of it may reach a page. */
export interface LaunchConditions {
  /** What was done to the launch, for the user. */
  readonly description: string;
  /** The page's main thread gets one of so many parts of its time; 1 for all of it. */
  readonly cpuThrottling: number;
  /** Whether the machine's other cores are kept busy. */
  readonly keepsCoresBusy: boolean;
  /** Decides how long each response is held back; null for not at all. */
  readonly delaySeed: number | null;
  /** Whether garbage is collected every few frames. */
  readonly collectsGarbage: boolean;
  /** V8's own flags. */
  readonly jsFlags: readonly string[];
}
