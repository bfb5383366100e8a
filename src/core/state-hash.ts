/** Something that absorbs values in order. Equal sequences give equal digests. */
export interface HashSink {
  addNumber(value: number): void;
  addText(text: string): void;
  addBytes(view: ArrayBufferView): void;
}
