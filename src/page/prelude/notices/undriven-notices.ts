import type { PageNotice } from "../../../formats/page-port.ts";
import type { NamedUses } from "./named-uses.ts";

/** Constructors whose work does not follow the virtual clock. Every use is mentioned in the report. */
const undriven: Readonly<Record<string, string>> = {
  SharedWorker: "Shared workers run on the real clock, so their messages may arrive in another frame on another run.",
  WebSocket: "Messages of a socket arrive at any time, so a run that depends on them cannot be repeated.",
  EventSource: "Events of a server arrive at any time, so a run that depends on them cannot be repeated.",
  RTCPeerConnection: "Data of a peer arrives at any time, so a run that depends on it cannot be repeated.",
};

/** Notes every use of an API that Framegate does not drive, without changing it. */
export function installUndrivenNotices(
  realm: typeof globalThis,
  note: (notice: PageNotice) => void,
  namedUses: NamedUses,
): void {
  for (const [name, message] of Object.entries(undriven)) {
    const original: unknown = Reflect.get(realm, name);
    if (typeof original !== "function") continue;
    const replacement = new Proxy(original, {
      construct(target, parameters: unknown[], newTarget): object {
        namedUses.add(name);
        note({
          code: "undriven-api",
          severity: "warning",
          message: `${name}: ${message}`,
          where: String(parameters[0]),
        });
        // A proxy's construct trap must return what the constructor makes, of which only "object" is known.
        // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
        return Reflect.construct(target, parameters, newTarget === replacement ? target : newTarget) as object;
      },
    });
    Object.defineProperty(realm, name, { value: replacement, writable: true, enumerable: false, configurable: true });
  }
}
