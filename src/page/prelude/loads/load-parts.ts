import type { RealPrimitives } from "../native/real-clock.ts";
import type { AsyncOrder, Delivery } from "./async-order.ts";
import type { HeldEvents } from "./held-events.ts";
import type { HistorySteps } from "./history-moves.ts";
import type { HearKept } from "./kept-documents.ts";
import type { OpenDocuments } from "./open-documents.ts";
import type { PageTasks } from "./page-tasks.ts";
import type { OwnPictures } from "./picture-tasks.ts";
import type { QueuedTasks } from "./queued-tasks.ts";
import type { SharedMemory } from "./shared-memory.ts";
import type { SharedDatabases } from "./shared-databases.ts";
import type { StorageReader } from "./storage-events.ts";
import type { MarkUse } from "./relaxed-wasm.ts";
import type { NameUseAt } from "./script-runs.ts";

/** Waits for the loads of the frames of one document. Others do not concern it. */
export interface FrameHolder {
  /** Call when the frame has a document whose load is to come, and which no call has announced. */
  onBegun(frame: Element): void;
  /** Call when the frame's document has its first elements. */
  onGrown(frame: Element): void;
  /** Call before the frame may leave its document. */
  onMayLeave(): void;
  /** Call when the frame leaves its document for one with this URL; null if only the frame's source may tell it. */
  onLeaving(frame: Element, url: string | null): void;
  /** Call when it stays after all. */
  onStayed(frame: Element): void;
}

/** Makes a document wait for the events of a change that is about to be made. Returns a function to call after it. */
export type CookieReader = () => () => void;

/** Inputs for ordering the loads of a realm. */
export interface LoadParts {
  readonly real: RealPrimitives;
  readonly order: AsyncOrder;
  /** See `loadsBinding`. */
  readonly tellLoads: (text: string) => void;
  readonly events: HeldEvents;
  readonly tasks: PageTasks;
  /** See `PortParts`. */
  readonly realmName: string;
  /** The virtual clock, in milliseconds. */
  readonly now: () => number;
  /** How long a run waits for what the browser owes, real milliseconds. */
  readonly settleMs: number;
  /** Called with the name of an API that cannot be ordered. */
  readonly onUnordered: (api: string) => void;
  readonly markUse: MarkUse;
  readonly nameUseAt: NameUseAt;
  readonly sharedMemory: SharedMemory;
  readonly storageReaders: StorageReader[];
  readonly cookieReaders: CookieReader[];
  /** One for each document of an origin in a page. */
  readonly frameHolders: FrameHolder[];
  /** What comes after the `load` events of frames that have ended, by their elements. */
  readonly afterFrames: Map<Element, Delivery[]>;
  readonly openDocuments: OpenDocuments;
  /** The windows of one origin whose documents are being parsed. */
  readonly parsingWindows: Set<Window>;
  readonly queued: QueuedTasks;
  readonly ownPictures: OwnPictures;
  /** See `LoadGate`. */
  readonly isEndHeld: () => boolean;
  readonly databases: SharedDatabases;
  readonly historySteps: HistorySteps;
  /** Tells the realm above that this document has not loaded because the page has to close one in it. */
  readonly tellOpen: () => void;
  /** Calls its listener with each shadow tree. */
  readonly watchTrees: (onTree: (tree: ShadowRoot) => void) => void;
  /** The shadow trees of elements that are in the document. */
  readonly shownTrees: () => readonly ShadowRoot[];
  /** Called with the elements of markup, some of which may have a shadow tree. */
  readonly noteHost: (host: Element) => void;
  /** Called with the elements that are inserted into the document. */
  readonly noteInserted: (element: Element) => void;
  /** Called when a script begins to write the document, and when the parser begins. */
  readonly onWrittenAnew: () => void;
  /** Called with the window of a frame whose document is about to be replaced. */
  readonly onFrameLeft: (frame: MessageEventSource) => void;
  /** Called with the window of such a frame whose document stays after all. */
  readonly onFrameKept: (frame: MessageEventSource) => void;
  readonly onKept: HearKept;
}
