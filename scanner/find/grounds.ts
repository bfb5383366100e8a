/** What a scan's outcome rests on. While all of it stands as it stood, another scan finds the same. */
export interface Grounds {
  /** Absolute paths of files that were read, and of folders whose entries were. */
  readonly contents: readonly string[];
  /** Absolute paths of which nothing mattered but what is there, if anything. */
  readonly presences: readonly string[];
}
