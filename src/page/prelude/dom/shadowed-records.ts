import { replaceGetter } from "../native/native-look.ts";

/** Makes objects that look like those of a native class, whose getters return the prelude's measurements. */
export function createRecords<Values extends object>(prototype: Values): (values: Values) => Values {
  const known = new WeakMap<object, Values>();
  for (const [key, { get }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (get === undefined) continue;
    replaceGetter(prototype, key, (original, receiver) => {
      const values = typeof receiver === "object" && receiver !== null ? known.get(receiver) : undefined;
      return values === undefined ? original() : Reflect.get(values, key);
    });
  }
  const isRecord = (made: unknown): made is Values => typeof made === "object";
  return (values) => {
    const made: unknown = Object.create(prototype);
    if (!isRecord(made)) return values;
    known.set(made, values);
    return made;
  };
}
