/** A map, weak or not. */
type Known<Key, Value> = Pick<Map<Key, Value>, "get"> & { set(key: Key, value: Value): unknown };

/** The value of a key, created on first use. */
export function remember<Key, Value>(known: Known<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make(key);
  known.set(key, made);
  return made;
}
