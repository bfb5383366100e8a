import { scriptReportPolicy } from "../../../formats/page-port.ts";
import type { AsyncOrder } from "./async-order.ts";

// A module whose file is there still has to be compiled, and may ask for others, which shows in a report of their own.
const graceMs = 4;
// No browser is known to leave a load without an entry; if one does, this is what it costs.
const limitMs = 2000;

/**
 * Makes the order wait for every script that `realm` loads. `import()` is syntax and can be neither replaced nor watched;
 * but the harness serves pages with a policy that forbids scripts by their address and only reports what it would have
 * blocked, and the browser sends that report where a load begins. Its end shows in the resource timing.
 */
export function watchScriptLoads(realm: Window & typeof globalThis, order: AsyncOrder): void {
  const underWay = new Map<string, (() => void)[]>();
  // A load that is over quickly has its entry before the report of its beginning.
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
      // Scripts of workers are reported, too, and leave no entry.
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

/** Fetches and pictures have entries, too, and are no script's end. */
function mayBeScript(entry: PerformanceEntry): boolean {
  const initiator: unknown = Reflect.get(entry, "initiatorType");
  return initiator === "script" || initiator === "link" || initiator === "other";
}
