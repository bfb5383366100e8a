/** What a page is told about its machine, whatever the machine is. Each report states it. */
export interface PageEnvironment {
  readonly timeZone: string;
  readonly language: string;
  readonly platform: string;
  /** Logical processors. */
  readonly hardwareConcurrency: number;
  /** GiB. */
  readonly deviceMemory: number;
  /** Bytes that a page may store. */
  readonly storageQuota: number;
}

/** A usual computer with a fast network, at the mains. The browser's process gets the time zone and the language too. */
export const pageEnvironment: PageEnvironment = {
  timeZone: "UTC",
  language: "en-US",
  platform: "Linux x86_64",
  hardwareConcurrency: 4,
  deviceMemory: 8,
  storageQuota: 10 * 1024 ** 3,
};
