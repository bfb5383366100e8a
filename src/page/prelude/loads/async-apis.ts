import type { RealPrimitives } from "../native/real-clock.ts";
import type { AsyncOrder } from "./async-order.ts";
import { orderChannels } from "./channels.ts";
import { orderDatabases } from "./databases.ts";
import { installElementLoads } from "./element-loads.ts";
import { orderFileReaders } from "./file-readers.ts";
import { installBodies } from "./held-bodies.ts";
import type { HeldEvents } from "./held-events.ts";
import { watchFontLoads } from "./font-loads.ts";
import { orderHistory } from "./history-moves.ts";
import { orderLocks } from "./locks.ts";
import { installPlatformApis } from "./platform-apis.ts";
import { installRequestLoads } from "./request-loads.ts";
import { watchScriptLoads } from "./script-loads.ts";
import { installWasmLoads } from "./wasm-loads.ts";

export interface LoadParts {
  readonly real: RealPrimitives;
  readonly order: AsyncOrder;
  readonly events: HeldEvents;
}

/** Orders the completion of the browser's asynchronous APIs in `realm`: loads, decodes, files, databases and so on. */
export function installAsyncApis(realm: Window & typeof globalThis, { real, order, events }: LoadParts): void {
  if ("document" in realm) watchFontLoads(realm, order);
  installBodies(realm, order);
  installWasmLoads(realm, order);
  // Uses a method that the next one replaces.
  orderDatabases(realm, order, events);
  installPlatformApis(realm, order);
  orderFileReaders(realm, order, events);
  orderLocks(realm, order);
  orderChannels(realm, { real, order, events });
  installRequestLoads(realm, order, events);
  watchScriptLoads(realm, real, order);
  if (!("document" in realm)) return;
  orderHistory(realm, order, events);
  installElementLoads(realm, order, events);
}
