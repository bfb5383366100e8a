import { scriptReportPolicy } from "../../../formats/page-port.ts";
import type { AsyncOrder } from "./async-order.ts";

// A loaded module still has to be compiled. It may import others, each of which sends a report of its own.
const graceMs = 4;
// No browser is known to leave out an entry for a load; if one does, this is the delay.
const limitMs = 2000;

/**
 * Makes the order wait for every script that `realm` loads. `import()` is syntax, which cannot be replaced or observed.
 * So the harness serves pages with a report-only policy that forbids scripts from URLs, and the browser reports each
 * load at its beginning. The resource timing shows its end.
 */
export function watchScriptLoads(realm: Window & typeof globalThis, order: AsyncOrder): void {
  const underWay = new Map<string, (() => void)[]>();
  // A fast load has its entry before its beginning is reported.
  const endedEarly = new Map<string, number>();

  function begin(url: string): void {
    const complete = order.expect(`script ${url}`, true);
    const end = (): void => {
      complete(() => undefined);
    };
    const early = endedEarly.get(url) ?? 0;
    if (early > 0) endedEarly.set(url, early - 1);
    else underWay.set(url, [...(underWay.get(url) ?? []), end]);
    void order.wait(early > 0 ? graceMs : limitMs).then(end);
  }

  realm.addEventListener(
    "securitypolicyviolation",
    (event) => {
      if (event.disposition !== "report" || event.originalPolicy !== scriptReportPolicy) return;
      event.stopImmediatePropagation();
      // Scripts of workers are reported too, but have no entry.
      if (event.effectiveDirective === "script-src-elem") begin(event.blockedURI);
    },
    true,
  );
  const observer = new realm.PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const [url = ""] = entry.name.split("#");
      const [end, ...others] = underWay.get(url) ?? [];
      if (end === undefined) {
        if (mayBeScript(entry)) endedEarly.set(url, (endedEarly.get(url) ?? 0) + 1);
        continue;
      }
      underWay.set(url, others);
      void order.wait(graceMs).then(end);
    }
  });
  observer.observe({ type: "resource", buffered: true });
}

/** Fetches and images also have entries, but these do not end a script's load. */
function mayBeScript(entry: PerformanceEntry): boolean {
  const initiator: unknown = Reflect.get(entry, "initiatorType");
  return initiator === "script" || initiator === "link" || initiator === "other";
}
