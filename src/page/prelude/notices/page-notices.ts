import type { PageNotice } from "../../../formats/page-port.ts";

export interface PageNotices {
  add(notice: PageNotice): void;
  list(): readonly PageNotice[];
}

interface KeptNotice {
  readonly notice: PageNotice;
  /** The event that reported the problem. If the page prevents its default, the page has handled it. */
  readonly event: Event | null;
}

// A game that throws in every frame repeats the same message 600 times; the first few say it all.
const maximumNotices = 50;

// Browsers report this as an error of the page, although it only means that an observer continues in the next frame.
const resizeLoop = /^ResizeObserver loop/u;

/** Collects problems in a page that do not end it: uncaught errors, unhandled rejections, missing files. */
export function collectPageNotices(realm: Window & typeof globalThis): PageNotices {
  // Captured now: pages overwrite globals.
  const { Error, ErrorEvent } = realm;
  const byText = new Map<string, KeptNotice>();

  function add(notice: PageNotice, event: Event | null = null): void {
    const key = `${notice.code}\n${notice.message}\n${notice.where ?? ""}`;
    const known = byText.get(key);
    // A handled problem must not hide a later one that was not handled.
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
