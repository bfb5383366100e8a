import { replaceMethod } from "../native/native-look.ts";
import type { HeldEvents } from "./held-events.ts";
import { hasLoadedScheme } from "./frame-loads.ts";
import { nativeGetter, nativeMethod } from "./native-method.ts";
import { ownDocument } from "../native/own-documents.ts";

type Realm = Window & typeof globalThis;

/** Calls `onSubmitted` with a frame of the document to which a form is submitted by the frame's name, and the URL. */
export function watchSubmissions(
  realm: Realm,
  events: HeldEvents,
  onSubmitted: (frame: HTMLIFrameElement, url: string) => void,
): void {
  const { Document, Element, HTMLFormElement, HTMLIFrameElement, Node, URL } = realm;
  // A form's own properties may be its controls.
  const isConnected = nativeGetter(Node.prototype, "isConnected");
  const getAttribute = nativeMethod(Element.prototype, "getAttribute");
  const { querySelectorAll } = Document.prototype;

  function onSubmit(form: HTMLFormElement, submitter: HTMLElement | null): void {
    const read = (name: string): string => {
      const own = submitter === null ? null : Reflect.apply(getAttribute, submitter, [`form${name}`]);
      const value = own ?? Reflect.apply(getAttribute, form, [name]);
      return typeof value === "string" ? value : "";
    };
    const target = read("target");
    if (target === "" || isConnected?.(form) !== true || read("method").toLowerCase() === "dialog") return;
    const url = URL.parse(read("action"), ownDocument().baseURI)?.href ?? "";
    if (!hasLoadedScheme(url)) return;
    for (const frame of Reflect.apply(querySelectorAll, ownDocument(), ["iframe"])) {
      if (!(frame instanceof HTMLIFrameElement) || Reflect.apply(getAttribute, frame, ["name"]) !== target) continue;
      onSubmitted(frame, url);
      return;
    }
  }

  replaceMethod(HTMLFormElement.prototype, "submit", (submit) => {
    function replacement(this: HTMLFormElement): unknown {
      const result: unknown = Reflect.apply(submit, this, []);
      onSubmit(this, null);
      return result;
    }
    return replacement;
  });
  events.hear(realm, "submit", (event) => {
    const { isTrusted, target } = event;
    if (!isTrusted || !(target instanceof HTMLFormElement)) return;
    const submitter: unknown = Reflect.get(event, "submitter");
    // Its listeners may still prevent it.
    void Promise.resolve().then(() => {
      if (!event.defaultPrevented) onSubmit(target, submitter instanceof realm.HTMLElement ? submitter : null);
    });
  });
}
