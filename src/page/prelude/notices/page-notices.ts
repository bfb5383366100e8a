import type { PageNotice } from "../../../formats/page-port.ts";
import { findCallSites } from "../native/call-site.ts";
import { cutText, describeThrown, messageLengthMax } from "../../thrown-text.ts";
import { listenAlways } from "../native/own-listeners.ts";

export interface PageNotices {
  add(notice: PageNotice): void;
  /** Downgrades an unhandled rejection with this reason to a warning. */
  excuse(reason: object): void;
  list(): readonly PageNotice[];
}

interface KeptNotice {
  readonly notice: PageNotice;
  /** The event that reported the problem. If the page prevents its default, the page has handled it. */
  readonly event: Event | null;
}

// A game that throws in every frame repeats the same message 600 times; the first few are enough.
const maximumNotices = 50;
const whereLengthMax = 500;

/**
 * The browser formats each error for its debugger: 50 MB took it ten seconds. So errors longer than this are hidden
 * from it, and so are those after the first thousand.
 */
const toldLengthMax = 100_000;
const toldMax = 1000;

// Browsers report this as an error of the page, although it only means that an observer continues in the next frame.
const resizeLoop = /^ResizeObserver loop/u;

/** Collects problems in a page that do not end it: uncaught errors, unhandled rejections, missing files. */
export function collectPageNotices(realm: Window & typeof globalThis): PageNotices {
  const kept = new KeptNotices();
  const quieten = quietenEvents(realm);
  const excused = new WeakSet<object>();
  // Captured now: pages overwrite globals.
  const { ErrorEvent } = realm;
  const sites = findCallSites(realm);
  const siteOf = (stack: string | null): string | null => {
    const site = stack === null ? null : sites.of(stack);
    return site === null ? null : cutText(site, whereLengthMax);
  };
  const placeOf = ({ filename, lineno, colno }: ErrorEvent, stack: string | null): string | null => {
    // The place of an error of the browser is the prelude's, if that has passed on the call. That of an error that a
    // module awaits is the document.
    if (sites.isOwn(filename)) return siteOf(stack);
    const outside = stack === null || stack.includes(filename) ? null : siteOf(stack);
    if (outside !== null || filename === "") return outside;
    const file = cutText(filename, whereLengthMax);
    return lineno === 0 ? file : `${file}:${String(lineno)}:${String(colno)}`;
  };
  listenAlways(realm, "error", (event) => {
    if (!(event instanceof ErrorEvent) || resizeLoop.test(event.message)) return;
    const { message, filename } = event;
    // The browser leaves out what a DOMException says.
    const text = cutText(message === "Uncaught " ? `Uncaught ${textOf(event.error)}` : message, messageLengthMax);
    const isQuiet = quieten(event, message.length + filename.length, text);
    if (isQuiet && kept.isFull()) {
      kept.leaveOut();
      return;
    }
    const where = placeOf(event, describeThrown(event.error).stack);
    kept.add({ code: "uncaught-error", severity: "failure", message: text, where }, isQuiet ? null : event);
  });
  listenAlways(
    realm,
    "unhandledrejection",
    (event) => {
      const reason: unknown = event.reason;
      const isQuiet = quieten(event, lengthOf(reason), null);
      if (isQuiet && kept.isFull()) {
        kept.leaveOut();
        return;
      }
      const where = siteOf(describeThrown(reason).stack);
      const isExcused = typeof reason === "object" && reason !== null && excused.has(reason);
      const severity = isExcused ? "warning" : "failure";
      kept.add({ code: "unhandled-rejection", severity, message: textOf(reason), where }, isQuiet ? null : event);
    },
    false,
  );
  return {
    add: (notice) => {
      kept.add(notice, null);
    },
    excuse: (reason) => {
      excused.add(reason);
    },
    list: () => kept.list(),
  };
}

function textOf(thrown: unknown): string {
  const { name, message } = describeThrown(thrown);
  return name === "" ? message : `${name}: ${message}`;
}

class KeptNotices {
  readonly #byText = new Map<string, KeptNotice>();
  #leftOut = 0;

  add(notice: PageNotice, event: Event | null): void {
    const byText = this.#byText;
    const key = `${notice.code}\n${notice.message}\n${notice.where ?? ""}`;
    const known = byText.get(key);
    // A handled problem must not hide a later one that was not handled.
    if (known?.event?.defaultPrevented === true) byText.delete(key);
    if (byText.has(key)) return;
    if (this.isFull()) this.leaveOut();
    else byText.set(key, { notice, event });
  }

  isFull(): boolean {
    return this.#byText.size >= maximumNotices;
  }

  leaveOut(): void {
    this.#leftOut += 1;
  }

  list(): readonly PageNotice[] {
    const open = [...this.#byText.values()].filter(({ event }) => event?.defaultPrevented !== true);
    const notices = open.map(({ notice }) => notice);
    if (this.#leftOut === 0) return notices;
    const message = `${String(this.#leftOut)} more problems of the page are left out.`;
    return [...notices, { code: "notices-left-out", severity: "warning", message, where: null }];
  }
}

/**
 * Keeps the browser from logging an error event if there are too many or it is too long, and returns whether it did.
 */
function quietenEvents(
  realm: Window & typeof globalThis,
): (event: Event, length: number, text: string | null) => boolean {
  const isWorker = !("document" in realm);
  const { Error: RealmError } = realm;
  const reportError = realm.reportError.bind(realm);
  let told = 0;
  return (event, length, text) => {
    told += 1;
    const isLong = length > toldLengthMax;
    // An error that a worker prevents does not reach its page.
    if (!isLong && (told <= toldMax || isWorker)) return false;
    event.preventDefault();
    if (isWorker && text !== null) reportError(new RealmError(text));
    return true;
  };
}

/** The length of the longest text of a reason that the browser would log. */
function lengthOf(reason: unknown): number {
  if (typeof reason === "string") return reason.length;
  if (typeof reason !== "object" || reason === null) return 0;
  return Math.max(
    ...["name", "message", "stack"].map((key) => {
      try {
        const text: unknown = Object.getOwnPropertyDescriptor(reason, key)?.value;
        return typeof text === "string" ? text.length : 0;
      } catch {
        return 0;
      }
    }),
  );
}
