/** The requests of a page. Each figure is the metric of its name. */
export interface LoadCounts {
  readonly requestsAfterBoot: number;
  readonly bootBytes: number;
  /** Null if a body could not be decoded. */
  readonly bootDecodedBytes: number | null;
  readonly bootFailedRequests: number;
  readonly failedRequestsAfterBoot: number;
}
