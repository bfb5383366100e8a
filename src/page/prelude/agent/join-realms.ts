import type { ListenerOwner } from "../dom/count-listeners.ts";
import { createSharedDrawing, type SharedDrawing } from "../gl/shared-drawing.ts";
import type { Delivery } from "../loads/async-order.ts";
import { HistorySteps } from "../loads/history-moves.ts";
import type { CookieReader, FrameHolder } from "../loads/load-parts.ts";
import { OpenDocuments } from "../loads/open-documents.ts";
import { SharedDatabases } from "../loads/shared-databases.ts";
import type { MadeMemory } from "../loads/shared-memory.ts";
import type { StorageReader } from "../loads/storage-events.ts";
import { sharedOriginals } from "../native/native-look.ts";
import { TimerGroup } from "../time/timer-group.ts";
import { listenAlways } from "../native/own-listeners.ts";

/** State that the realms of one origin in a page share. */
export interface Shared {
  readonly originals: WeakMap<object, object>;
  readonly drawing: SharedDrawing;
  readonly memory: MadeMemory;
  readonly storageReaders: StorageReader[];
  readonly cookieReaders: CookieReader[];
  readonly frameHolders: FrameHolder[];
  readonly afterFrames: Map<Element, Delivery[]>;
  readonly timerGroup: TimerGroup;
  readonly openDocuments: OpenDocuments;
  readonly parsingWindows: Set<Window>;
  readonly databases: SharedDatabases;
  readonly historySteps: HistorySteps;
  readonly listenerOwners: Set<WeakRef<ListenerOwner>>;
}

/**
 * Joins `realm` to the realm above if both have the same origin: drawing by an iframe's methods belongs to the page
 * that calls them, even when the iframe is gone. Call before anything of the realm is replaced. Returns the shared
 * state.
 *
 * The realms find each other by an event whose type is the secret, so no script can hear it or send it.
 */
export function joinRealms(realm: Window & typeof globalThis, secret: string): Shared {
  const { CustomEvent, EventTarget } = realm;
  const type = `framegate.join ${secret}`;
  const detail: { shared: Shared | null } = { shared: null };
  // Null at the outermost frame of an origin.
  if (realm.frameElement !== null) {
    const ask = new CustomEvent(type, { detail });
    Reflect.apply(EventTarget.prototype.dispatchEvent, realm.parent, [ask]);
  }
  if (detail.shared !== null) sharedOriginals.use(detail.shared.originals);
  const shared = detail.shared ?? { ...shareNothing(), originals: sharedOriginals.take() };
  const readDetail = Object.getOwnPropertyDescriptor(CustomEvent.prototype, "detail")?.get;
  listenAlways(realm, type, (event) => {
    event.stopImmediatePropagation();
    const asked: unknown = readDetail === undefined ? null : Reflect.apply(readDetail, event, []);
    if (typeof asked === "object" && asked !== null) Reflect.set(asked, "shared", shared);
  });
  return shared;
}

/** For a worker, which shares nothing with any other realm. */
export function shareNothing(): Shared {
  return {
    originals: new WeakMap(),
    drawing: createSharedDrawing(),
    memory: { constructorName: null },
    storageReaders: [],
    cookieReaders: [],
    frameHolders: [],
    afterFrames: new Map(),
    timerGroup: new TimerGroup(),
    openDocuments: new OpenDocuments(),
    parsingWindows: new Set(),
    databases: new SharedDatabases(),
    historySteps: new HistorySteps(),
    listenerOwners: new Set(),
  };
}
