import type { PageNotice } from "../../../formats/page-port.ts";

export interface PageNotices {
  add(notice: PageNotice): void;
  list(): readonly PageNotice[];
}

interface KeptNotice {
  readonly notice: PageNotice;
  /** The event that told of it. A page that prevents its default has dealt with it. */
  readonly event: Event | null;
}

// A game that throws in every frame says the same thing 600 times; the first few tell all there is.
const maximumNotices = 50;

// Browsers report this as an error of the page, though it only says that an observer goes on in the next frame.
const resizeLoop = /^ResizeObserver loop/u;

/** Collects what goes wrong in a page without ending it: uncaught errors, unhandled rejections, missing files. */
export function collectPageNotices(realm: Window & typeof globalThis): PageNotices {
  // Taken now: pages overwrite globals.
  const { Error, ErrorEvent } = realm;
  const byText = new Map<string, KeptNotice>();

  function add(notice: PageNotice, event: Event | null = null): void {
    const key = `${notice.code}\n${notice.message}\n${notice.where ?? ""}`;
    const known = byText.get(key);
    // One that was dealt with must not hide a later one that was not.
    if (known?.event?.defaultPrevented === true) byText.delete(key);
    if (!byText.has(key) && byText.size < maximumNotices) byText.set(key, { notice, event });
  }

  realm.addEventListener(
    "error",
    (event) => {
      if (!(event instanceof ErrorEvent) || resizeLoop.test(event.message)) return;
      const where = event.filename === "" ? null : `${event.filename}:${String(event.lineno)}:${String(event.colno)}`;
      add({ code: "uncaught-error", severity: "failure", message: event.message, where }, event);
    },
    true,
  );
  realm.addEventListener("unhandledrejection", (event) => {
    const reason: unknown = event.reason;
    const isError = reason instanceof Error;
    const message = isError ? `${reason.name}: ${reason.message}` : String(reason);
    const where = isError ? firstStackLine(reason.stack ?? "") : null;
    add({ code: "unhandled-rejection", severity: "failure", message, where }, event);
  });
  return {
    add: (notice) => {
      add(notice);
    },
    list: () =>
      [...byText.values()].filter(({ event }) => event?.defaultPrevented !== true).map(({ notice }) => notice),
  };
}

function firstStackLine(stack: string): string | null {
  const line = stack.split("\n").find((text) => text.trimStart().startsWith("at "));
  return line?.trim().replace(/^at /, "") ?? null;
}
