import type { PageNotice } from "../../formats/page-port.ts";

export interface PageNotices {
  add(notice: PageNotice): void;
  list(): readonly PageNotice[];
}

// A game that throws in every frame says the same thing 600 times; the first few tell all there is.
const maximumNotices = 50;

/** Collects what goes wrong in a page without ending it: uncaught errors, unhandled rejections, missing files. */
export function collectPageNotices(realm: Window & typeof globalThis): PageNotices {
  const byText = new Map<string, PageNotice>();

  function add(notice: PageNotice): void {
    const key = `${notice.code}\n${notice.message}\n${notice.where ?? ""}`;
    if (!byText.has(key) && byText.size < maximumNotices) byText.set(key, notice);
  }

  realm.addEventListener(
    "error",
    (event) => {
      if (event instanceof realm.ErrorEvent) {
        add({
          code: "uncaught-error",
          severity: "failure",
          message: event.message,
          where: event.filename === "" ? null : `${event.filename}:${String(event.lineno)}:${String(event.colno)}`,
        });
      }
    },
    true,
  );
  realm.addEventListener("unhandledrejection", (event) => {
    const reason: unknown = event.reason;
    const isError = reason instanceof realm.Error;
    add({
      code: "unhandled-rejection",
      severity: "failure",
      message: isError ? `${reason.name}: ${reason.message}` : String(reason),
      where: isError ? firstStackLine(reason.stack ?? "") : null,
    });
  });
  return { add, list: () => [...byText.values()] };
}

function firstStackLine(stack: string): string | null {
  const line = stack.split("\n").find((text) => text.trimStart().startsWith("at "));
  return line?.trim().replace(/^at /, "") ?? null;
}
