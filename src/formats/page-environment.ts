/** The facts about its machine that a page sees, the same on every machine. Each report states them. */
export interface PageEnvironment {
  readonly timeZone: string;
  readonly language: string;
  readonly platform: string;
  /** Logical processors. */
  readonly hardwareConcurrency: number;
  /** In GiB. */
  readonly deviceMemory: number;
  /** Bytes that a page may store. */
  readonly storageQuota: number;
}

/**
 * A typical computer with a fast network, on mains power. The browser's process also gets the time zone and the
 * language.
 */
export const pageEnvironment: PageEnvironment = {
  timeZone: "UTC",
  language: "en-US",
  platform: "Linux x86_64",
  hardwareConcurrency: 4,
  deviceMemory: 8,
  storageQuota: 10 * 1024 ** 3,
};
