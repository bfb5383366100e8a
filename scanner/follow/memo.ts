/** What a map has for a key; what it had not is made, and kept. */
export function memo<Key, Made>(known: Map<Key, Made>, key: Key, make: () => Made): Made {
  const there = known.get(key);
  if (there !== undefined) return there;
  const made = make();
  known.set(key, made);
  return made;
}
