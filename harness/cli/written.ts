/** Whether all that was written to some outputs has arrived. What has failed is told in a moment, by an event. */
export function areWritten(streams: Iterable<NodeJS.WriteStream>): boolean {
  return [...streams].every(({ writableLength, errored }) => writableLength === 0 && errored === null);
}
