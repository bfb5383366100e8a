import { scriptReportPolicy } from "../../../formats/page-port.ts";
import { prototypeOf, replaceConstructor, replaceMethod } from "../native/native-look.ts";

/** Hides the reports of Framegate's own policy from reporting observers: they come while scripts load, at any time. */
export function hideOwnReports(realm: typeof globalThis): void {
  replaceConstructor(realm, "ReportingObserver", ([callback, ...rest], build) => {
    if (typeof callback !== "function") return build([callback, ...rest]);
    const onReports = (reports: unknown, observer: unknown): void => {
      const shown = foreignOnes(reports);
      if (shown.length > 0) Reflect.apply(callback, observer, [shown, observer]);
    };
    return build([onReports, ...rest]);
  });
  replaceMethod(prototypeOf(realm, "ReportingObserver") ?? {}, "takeRecords", (takeRecords) => {
    function replacement(this: object): unknown {
      return foreignOnes(Reflect.apply(takeRecords, this, []));
    }
    return replacement;
  });
}

function foreignOnes(reports: unknown): readonly unknown[] {
  return Array.isArray(reports) ? reports.filter((report) => !isOwn(report)) : [];
}

function isOwn(report: unknown): boolean {
  const body = read(report, "body");
  return read(body, "originalPolicy") === scriptReportPolicy;
}

function read(owner: unknown, key: string): unknown {
  return typeof owner === "object" && owner !== null ? Reflect.get(owner, key) : undefined;
}
