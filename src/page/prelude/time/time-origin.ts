/** Returns a function that reads the realm's time origin, which it may get after its timers and its timeline. */
export function timeOriginOf({ Performance, performance }: Window & typeof globalThis): () => number {
  const read = Object.getOwnPropertyDescriptor(Performance.prototype, "timeOrigin")?.get;
  return () => (read === undefined ? 0 : Number(Reflect.apply(read, performance, [])));
}
