/** The bytes of a buffer or a view; none if the page has transferred the buffer, of which no view can be made. */
export function bytesIn(data: ArrayBufferLike | ArrayBufferView): Uint8Array {
  if (isEmpty(data)) return new Uint8Array(0);
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}

/** True if there are no bytes. A `DataView` of a transferred buffer throws when it is asked for its length. */
export function isEmpty(data: ArrayBufferLike | ArrayBufferView): boolean {
  return (ArrayBuffer.isView(data) ? data.buffer : data).byteLength === 0;
}
