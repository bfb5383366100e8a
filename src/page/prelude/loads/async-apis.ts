import { createAbortSteps } from "./abort-steps.ts";
import { orderAtomicWaits } from "./atomic-waits.ts";
import { orderBeacons } from "./beacons.ts";
import { orderChannels } from "./channels.ts";
import { orderContextEvents } from "./context-events.ts";
import { orderCookieEvents } from "./cookie-events.ts";
import { orderDatabases } from "./databases.ts";
import { orderDirectoryListings } from "./directory-listings.ts";
import { installElementLoads } from "./element-loads.ts";
import { orderFileReaders } from "./file-readers.ts";
import { installBodies } from "./held-bodies.ts";
import { orderFonts } from "./font-loads.ts";
import { orderHashChanges } from "./hash-changes.ts";
import { orderHistory } from "./history-moves.ts";
import type { LoadParts } from "./load-parts.ts";
import { orderLocks } from "./locks.ts";
import { orderMessages } from "./page-messages.ts";
import { orderScheduler } from "./page-scheduler.ts";
import { installPlatformApis } from "./platform-apis.ts";
import { orderRenderingEvents, type RenderingEvents } from "./rendering-events.ts";
import type { RealmPorts } from "./realm-ports.ts";
import { orderRejections } from "./rejections.ts";
import { installRequestLoads } from "./request-loads.ts";
import { watchNavigations } from "./self-navigations.ts";
import { InsertedSheets } from "./inserted-sheets.ts";
import { watchScriptLoads } from "./script-loads.ts";
import { orderTransferredCanvases } from "./transferred-canvases.ts";
import { orderStorageEvents } from "./storage-events.ts";
import { orderSensorEvents } from "./sensor-events.ts";
import { orderServiceWorkers } from "./service-workers.ts";
import { nameRelaxedWasm } from "./relaxed-wasm.ts";
import { installWasmLoads } from "./wasm-loads.ts";

export interface AsyncApis {
  readonly ports: RealmPorts;
  /** Only a document has any. */
  readonly renderingEvents: RenderingEvents | null;
}

/** Orders the completion of the browser's asynchronous APIs in `realm`: loads, decodes, files, databases and so on. */
export function installAsyncApis(realm: Window & typeof globalThis, parts: LoadParts): AsyncApis {
  const { real, order, events, tasks } = parts;
  const onAbort = createAbortSteps(realm);
  orderScheduler(realm, { tasks, onAbort, endOfTask: real.endOfTask });
  orderRejections(realm, tasks, events);
  const ports = orderMessages(realm, parts);
  orderFonts(realm, { real, order, events });
  // Uses methods that the next one replaces.
  nameRelaxedWasm(realm, parts);
  installBodies(realm, order);
  installWasmLoads(realm, order);
  orderAtomicWaits(realm, order);
  // All use methods that the next one replaces.
  orderDatabases(realm, parts);
  if ("document" in realm) orderCookieEvents(realm, parts);
  if ("document" in realm) orderServiceWorkers(realm, { real, order, events });
  installPlatformApis(realm, parts);
  orderTransferredCanvases(realm, parts);
  orderDirectoryListings(realm, order);
  orderFileReaders(realm, order, events);
  orderLocks(realm, order, onAbort);
  orderChannels(realm, { order, events });
  installRequestLoads(realm, order, events);
  const sheets = "document" in realm ? new InsertedSheets(realm, parts.tellLoads) : null;
  const scriptLoads = watchScriptLoads(realm, { ...parts, onSheetNeeded: (url) => sheets?.onNeeded(url) });
  orderContextEvents(realm, order, events);
  if (sheets === null) return { ports, renderingEvents: null };
  orderBeacons(realm, parts);
  orderSensorEvents(realm, order, events);
  orderHistory(realm, parts);
  orderHashChanges(realm, parts);
  watchNavigations(realm, events, parts.frameHolders);
  orderStorageEvents(realm, parts);
  installElementLoads(realm, { ...parts, scriptLoads, sheets });
  return {
    ports,
    renderingEvents: orderRenderingEvents(realm, { real, order, events, tasks, nameUseAt: parts.nameUseAt }),
  };
}
