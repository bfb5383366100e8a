import { absorbData } from "../core/absorb-data.ts";
import type { HashSink } from "../core/state-hash.ts";

/** Absorbs the `userData` of an object of a game's scene. `pathOf` names the object. */
export function absorbUserData(object: object, sink: HashSink, pathOf: () => string): void {
  const userData: unknown = Reflect.get(object, "userData");
  if (typeof userData !== "object" || userData === null || Object.keys(userData).length === 0) return;
  const path = sink.name === undefined || sink.name === null ? "" : `${pathOf()}.userData`;
  absorbData(sink, userData, { path });
}
