import { AvailableImages } from "./available-images.ts";
import { startOfDocument } from "../native/call-site.ts";
import type { FrameHolder, LoadParts } from "./load-parts.ts";
import type { AsyncOrder, Registered } from "./async-order.ts";
import { watchSubmissions } from "./form-submissions.ts";
import {
  countLeavings,
  deliverFrameLoad,
  hasLoadedScheme,
  holdFrames,
  isSameRequest,
  type Leavings,
} from "./frame-loads.ts";
import { watchCopies, watchSources, watchTree } from "./element-watches.ts";
import { type ElementUrls, findElementUrls, inputUrl } from "./element-urls.ts";
import type { HeldEvents } from "./held-events.ts";
import { replaceGetter } from "../native/native-look.ts";
import { createLazyLoads } from "./lazy-loads.ts";
import { delayAsyncScripts } from "./markup-scripts.ts";
import type { ScriptLoads } from "./script-loads.ts";
import { ShownFrames } from "./shown-frames.ts";
import { holdScripts } from "./script-elements.ts";
import type { InsertedSheets } from "./inserted-sheets.ts";
import { PictureDecodes } from "./picture-decodes.ts";
import { PictureTasks } from "./picture-tasks.ts";
import { eachDocument } from "../native/own-documents.ts";
import { onListenersRemoved } from "../native/own-listeners.ts";
import { withoutFragment } from "../native/without-fragment.ts";
import { type OwnMutationObserver, watchMutations } from "../native/own-observers.ts";

type Realm = Window & typeof globalThis;

/** The events that end an element's load. */
const loadEvents = ["load", "error"] as const;
// One for the layout's timer, one for the event of an object that is not shown.
const beginningTurns = 2;

interface ElementParts extends Pick<
  LoadParts,
  | "real"
  | "order"
  | "events"
  | "tasks"
  | "watchTrees"
  | "noteHost"
  | "noteInserted"
  | "now"
  | "isEndHeld"
  | "tellLoads"
  | "onWrittenAnew"
  | "ownPictures"
  | "onFrameLeft"
  | "onFrameKept"
  | "onKept"
  | "frameHolders"
  | "afterFrames"
  | "openDocuments"
  | "onUnordered"
  | "markUse"
  | "nameUseAt"
> {
  readonly scriptLoads: ScriptLoads;
  readonly sheets: InsertedSheets;
}

/**
 * Orders the loads of elements that the page creates or writes. The events of images and style sheets are held back
 * until their turn; scripts run as they arrive, and nothing else is delivered meanwhile.
 */
export function installElementLoads(realm: Realm, parts: ElementParts): void {
  const { order, events, watchTrees, scriptLoads, sheets } = parts;
  const loads = new ElementLoads(realm, parts);
  const onShown = (element: unknown): void => {
    sheets.onMade(element);
    order.noteMade();
  };
  const scripts = holdScripts(realm, { order, events, scriptLoads, onShown });
  const frames = holdFrames(realm, parts);
  watchSources(realm, {
    beforeSource(element, source) {
      scripts.beforeSource(element);
      sheets.beforeSource(element, source);
      if (element instanceof realm.HTMLIFrameElement) order.noteMade();
    },
    onSource(element, attribute) {
      loads.onSource(element, attribute);
      scripts.onSource(element);
      frames.onSource(element);
    },
  });
  watchCopies(realm, {
    made(copy) {
      if (copy instanceof realm.HTMLScriptElement) scripts.onCopied(copy);
      else loads.onMade(copy);
    },
    shown(copy) {
      if (copy instanceof realm.HTMLScriptElement) scripts.onCopied(copy);
      else loads.onShown(copy);
    },
    beforeShown() {
      order.noteMade();
    },
  });
  parts.onKept(loads.onKept);
  parts.frameHolders.push(loads.frameHolder);
  watchSubmissions(realm, events, frames.onNavigated);
  onListenersRemoved(() => {
    loads.onOpened();
  });
  const { HTMLMetaElement } = realm;
  const HTMLGeolocationElement: unknown = Reflect.get(realm, "HTMLGeolocationElement");
  // The browser's own timers navigate, and let an element that has stayed in its place be used.
  const nameTimed = (element: Element): void => {
    const isRefresh = element instanceof HTMLMetaElement && element.httpEquiv.toLowerCase() === "refresh";
    if (isRefresh) parts.nameUseAt(startOfDocument, '<meta http-equiv="refresh">');
    const isPlace = typeof HTMLGeolocationElement === "function" && element instanceof HTMLGeolocationElement;
    if (isPlace) parts.nameUseAt(startOfDocument, "<geolocation>");
  };
  const { observe, takeObjects } = watchTree(realm, {
    added(element) {
      sheets.onAdded(element);
      loads.onShown(element);
      scripts.onSource(element);
      frames.onShown(element);
      nameTimed(element);
      parts.noteInserted(element);
    },
    removed(element) {
      loads.onRemoved(element);
      frames.onRemoved(element);
    },
  });
  events.hear(realm, "DOMContentLoaded", () => {
    // The document's load waits for those that show.
    if (takeObjects()) order.promoteDue();
  });
  eachDocument(observe);
  watchTrees(observe);
  delayAsyncScripts(realm, { ...parts, scripts });
}

type LoadingElement =
  | HTMLEmbedElement
  | HTMLImageElement
  | HTMLInputElement
  | HTMLLinkElement
  | HTMLObjectElement
  | HTMLTrackElement
  | SVGImageElement
  | SVGUseElement;

/** An element whose load has not been delivered. */
interface Loading {
  readonly url: string;
  readonly registered: Registered;
  readonly stop: () => void;
  /** Listens for the end of the load. Calling it again does nothing. */
  readonly listen: () => void;
  readonly isLazy: boolean;
  /** True for an image that the browser had at once. Then only its event is to come. */
  readonly isAtHand: boolean;
  /** True when the window that an object or an embedded page showed before has begun to leave its document. */
  isLeaving: boolean;
  /** True after the microtask in which the browser takes up a new source. */
  isTakenUp: boolean;
  hasEnded: boolean;
}

/** The browser's classes of elements. */
type Classes = Pick<
  Realm,
  | "Element"
  | "HTMLEmbedElement"
  | "HTMLImageElement"
  | "HTMLInputElement"
  | "HTMLLinkElement"
  | "HTMLObjectElement"
  | "HTMLPictureElement"
  | "HTMLSourceElement"
  | "HTMLTrackElement"
  | "SVGImageElement"
  | "SVGUseElement"
>;

class ElementLoads {
  readonly #realm: Classes;
  readonly #order: AsyncOrder;
  readonly #events: HeldEvents;
  readonly #loading = new Map<Element, Loading>();
  readonly #urls: ElementUrls;
  /**
   * The URLs of style sheets and of files of a `use` that have loaded, and of inputs that have begun: they do not load
   * again for the same URL where they appear.
   */
  readonly #loaded = new WeakMap<Element, string>();
  readonly #inputs = new WeakSet<HTMLInputElement>();
  /** The URLs that elements have requested. */
  readonly #requested = new Set<string>();
  /** The links of style sheets and modules, as they were when they last had a source. */
  readonly #lasting = new WeakSet<HTMLLinkElement>();
  readonly #changes: OwnMutationObserver;
  readonly #isLazyBegun: ReturnType<typeof createLazyLoads>;
  readonly #tasks: PictureTasks;
  readonly #images: AvailableImages;
  readonly #decodes: PictureDecodes;
  readonly #scriptLoads: ScriptLoads;
  readonly #parse: typeof URL.parse;
  readonly #real: ElementParts["real"];
  readonly #parts: ElementParts;
  readonly #frames: ShownFrames;
  readonly #leavings: Leavings;

  constructor(realm: Realm, parts: ElementParts) {
    const { Element, HTMLEmbedElement, HTMLImageElement, HTMLInputElement, HTMLLinkElement, HTMLObjectElement } = realm;
    const { HTMLPictureElement, HTMLSourceElement, HTMLTrackElement, SVGImageElement, SVGUseElement } = realm;
    this.#realm = {
      ...{ Element, HTMLEmbedElement, HTMLImageElement, HTMLInputElement, HTMLLinkElement, HTMLObjectElement },
      ...{ HTMLPictureElement, HTMLSourceElement, HTMLTrackElement, SVGImageElement, SVGUseElement },
    };
    this.#urls = findElementUrls(realm);
    const { order, events, tasks, scriptLoads, real, now } = parts;
    this.#order = order;
    this.#real = real;
    this.#events = events;
    this.#parts = parts;
    this.#frames = new ShownFrames(realm);
    this.#leavings = countLeavings(now);
    this.#tasks = new PictureTasks(tasks, now);
    this.#decodes = new PictureDecodes(realm, { real, order, isLoading: (picture) => this.#isHidden(picture) });
    this.#scriptLoads = scriptLoads;
    // However a page removes a source, its load is cancelled without an event.
    this.#changes = watchMutations(realm, (records) => {
      for (const { target, attributeName } of records) {
        if (target instanceof HTMLImageElement) this.#onChanged(target, attributeName === "loading");
        else if (target instanceof HTMLInputElement && inputUrl(target) === "") this.#leave(target);
      }
    });
    this.#parse = realm.URL.parse.bind(realm.URL);
    this.#isLazyBegun = createLazyLoads(realm);
    // The parser's next picture with such a URL has its image at once.
    const isEarly = (image: HTMLImageElement): boolean =>
      this.#images.isOwnContent(image) && parts.ownPictures.mayTakeOver(this.#urls.imageUrl(image));
    this.#images = new AvailableImages(realm, (image) => this.#loading.has(image) && !isEarly(image));
    replaceGetter(HTMLImageElement.prototype, "complete", (original, receiver) =>
      this.#isHidden(receiver) ? false : original(),
    );
  }

  /** Call when an element has been given a source, with the attribute that was set, if one was. */
  onSource(element: unknown, attribute = ""): void {
    const { HTMLEmbedElement, HTMLImageElement, HTMLInputElement, HTMLLinkElement, HTMLObjectElement } = this.#realm;
    const { HTMLTrackElement, SVGImageElement, SVGUseElement } = this.#realm;
    if (element instanceof HTMLImageElement) this.#hold(element, this.#urls.imageUrl(element));
    else if (element instanceof HTMLInputElement) this.#hold(element, inputUrl(element), attribute === "src");
    else if (element instanceof HTMLTrackElement) this.#hold(element, this.#urls.trackUrl(element));
    else if (element instanceof SVGUseElement) this.#hold(element, this.#urls.useUrl(element));
    else if (element instanceof SVGImageElement) this.#hold(element, element.isConnected ? element.href.baseVal : "");
    else if (element instanceof HTMLLinkElement) this.#onLink(element);
    else if (element instanceof HTMLObjectElement) this.#hold(element, this.#frameUrl(element, "data"));
    else if (element instanceof HTMLEmbedElement) this.#hold(element, this.#frameUrl(element, "src"));
    else this.#onPicture(element);
  }

  #onLink(link: HTMLLinkElement): void {
    const url = this.#urls.linkUrl(link);
    // A style sheet or a module that has begun to load does so to its end, while its link stays. A preload is cancelled.
    if (url === "" && link.isConnected && this.#lasting.has(link)) return;
    if (["stylesheet", "modulepreload"].some((rel) => link.relList.contains(rel))) this.#lasting.add(link);
    else this.#lasting.delete(link);
    if (this.#loaded.get(link) !== url) this.#hold(link, url);
  }

  /** Any change of a picture's sources begins the load of its image anew. */
  #onPicture(element: unknown): void {
    const { HTMLImageElement, HTMLPictureElement, HTMLSourceElement } = this.#realm;
    const picture = element instanceof HTMLSourceElement ? element.parentNode : element;
    if (!(picture instanceof HTMLPictureElement)) return;
    for (const child of picture.children) if (child instanceof HTMLImageElement) this.onSource(child);
  }

  /** Call when an element has appeared with its source, which may have been loaded before. */
  onShown(element: unknown): void {
    const { HTMLImageElement, HTMLInputElement, SVGImageElement, SVGUseElement } = this.#realm;
    if (element instanceof SVGImageElement && this.#loading.has(element)) return;
    if (element instanceof SVGUseElement && this.#loaded.get(element) === this.#urls.useUrl(element)) return;
    if (element instanceof HTMLInputElement && this.#loaded.get(element) === inputUrl(element)) return;
    if (element instanceof HTMLImageElement && !this.#mayLoad(element)) return;
    this.onSource(element);
  }

  /** The parser's pictures that need no request are complete when they are seen, before their events. */
  #mayLoad(image: HTMLImageElement): boolean {
    if (this.#loading.has(image)) return false;
    const isOfParser = this.#parts.ownPictures.mayTakeOver(this.#urls.imageUrl(image));
    return isOfParser || !this.#images.isComplete(image);
  }

  /** Call when an element has been made with its source. */
  onMade(element: unknown): void {
    const { HTMLImageElement } = this.#realm;
    const url = element instanceof HTMLImageElement && !this.#loading.has(element) ? this.#urls.imageUrl(element) : "";
    if (url !== "" && element instanceof HTMLImageElement && this.#images.isAtHand(element)) this.#hold(element, url);
    else this.onShown(element);
  }

  /** Call when an element has left the document. */
  onRemoved(element: unknown): void {
    const { Element, HTMLLinkElement, SVGImageElement, SVGUseElement } = this.#realm;
    const isOfTree = element instanceof HTMLLinkElement || element instanceof SVGUseElement;
    if (isOfTree || element instanceof SVGImageElement) this.#leave(element);
    if (element instanceof HTMLLinkElement) this.#loaded.delete(element);
    // Its frame has gone, with the document that was to replace another.
    if (element instanceof Element && this.#loading.get(element)?.isLeaving === true) this.#leave(element);
  }

  /** Call with an element whose frame keeps its document. */
  readonly onKept = (element: Element, url: string): void => {
    const loading = this.#loading.get(element);
    // A load that another one replaces ends so, too.
    if (loading === undefined || !isSameRequest(loading.url, url)) return;
    loading.registered.complete(() => {
      this.#keep(element);
    });
  };

  /** Hears from the frames of objects and of embedded pages. */
  readonly frameHolder: FrameHolder = {
    onBegun: () => undefined,
    onGrown: () => undefined,
    onMayLeave: () => {
      this.#order.noteMade();
    },
    onLeaving: (element, url) => {
      const window = this.#frames.frameOfOwn(element);
      if (window === null || !this.#frames.isFramed(element)) return;
      this.#leavings.add(element);
      if (this.#leavings.areEndless(element)) return;
      // How long the previous document stays depends on the network.
      this.#parts.onFrameLeft(window);
      if (!this.#loading.has(element)) this.#hold(element, url ?? "");
      const loading = this.#loading.get(element);
      if (loading !== undefined) loading.isLeaving = true;
    },
    onStayed: (element) => {
      const loading = this.#loading.get(element);
      // A missing file ends with an error, and its frame goes.
      if (loading?.isLeaving === true && !loading.hasEnded) this.#keep(element);
    },
  };

  #keep(element: Element): void {
    this.#leave(element);
    const window = this.#frames.frameOfOwn(element);
    if (window !== null) this.#parts.onFrameKept(window);
  }

  /** Call when the document has been opened anew: that removes all listeners of its elements. */
  onOpened(): void {
    for (const { listen } of this.#loading.values()) listen();
  }

  /** True if the page has to see a picture as loading, however far the browser is. */
  #isHidden(picture: unknown): boolean {
    const loading = picture instanceof this.#realm.Element ? this.#loading.get(picture) : undefined;
    if (loading?.isAtHand !== false) return false;
    if (!(picture instanceof this.#realm.HTMLImageElement)) return true;
    if (this.#decodes.hasAnswered(picture)) return false;
    if (loading.isTakenUp && this.#images.isOwnContent(picture)) return false;
    return !this.#images.isEmpty(picture) && !this.#images.isShared(picture);
  }

  /** `begins`: false for an input that the browser may load only when it shows it. */
  #hold(element: LoadingElement, url: string, begins = true): void {
    const { HTMLImageElement, HTMLPictureElement } = this.#realm;
    const before = this.#loading.get(element);
    before?.stop();
    this.#loaded.delete(element);
    // A picture chooses in a microtask.
    const isChosenLater = element.parentNode instanceof HTMLPictureElement;
    const isAtHand = element instanceof HTMLImageElement && this.#images.onSource(element) && !isChosenLater;
    this.#refuseDecodes(element, isAtHand);
    if (url === "" || element.ownerDocument.defaultView === null) {
      before?.registered.release();
      return;
    }
    this.#noteRequest(element, url, isAtHand);
    const registered = this.#expect(element, url, { isAtHand, begins, before: before?.registered });
    before?.registered.release();
    this.#listen(element, url, registered, isAtHand);
    this.#follow(element, url);
  }

  /** Names a picture that no element has requested and that is there: whether a background has loaded is up to chance. */
  #noteRequest(element: LoadingElement, url: string, isAtHand: boolean): void {
    if (!/^https?:/u.test(url) || this.#requested.has(url)) return;
    const isPicture = element instanceof this.#realm.HTMLImageElement;
    // An empty source is the page's address, but nothing is requested.
    if (isPicture && this.#images.isEmpty(element)) return;
    this.#requested.add(url);
    if (!isAtHand && isPicture && this.#images.isComplete(element))
      this.#parts.onUnordered("a picture that only a style has loaded");
  }

  #follow(element: LoadingElement, url: string): void {
    const { HTMLImageElement, HTMLInputElement, HTMLLinkElement } = this.#realm;
    if (element instanceof HTMLLinkElement) {
      this.#order.awaitedUrls.add(url);
      this.#scriptLoads.expectLink(withoutFragment(url));
    }
    if (element instanceof HTMLInputElement) {
      if (!this.#inputs.has(element)) this.#dropRepeats(element);
      this.#loaded.set(element, url);
    }
    if (element instanceof HTMLImageElement || element instanceof HTMLInputElement)
      this.#changes.observe(element, { attributes: true, attributeFilter: ["src", "srcset", "loading", "type"] });
  }

  /** The browser sends another event when its layout shows an input whose image has loaded by then. */
  #dropRepeats(input: HTMLInputElement): void {
    this.#inputs.add(input);
    for (const type of loadEvents) {
      this.#events.hear(input, type, (event) => {
        if (event.isTrusted && !this.#loading.has(input)) event.stopImmediatePropagation();
      });
    }
  }

  #expect(
    element: LoadingElement,
    url: string,
    { isAtHand, begins, before }: { isAtHand: boolean; begins: boolean; before: Registered | undefined },
  ): Registered {
    // The document's load waits for a picture that is at hand, too.
    const isTask = isAtHand && !this.#order.isLoadDue();
    const task = isTask ? this.#tasks.expect() : this.#expectRefusal(element);
    if (task !== null) return task;
    const isDue = begins ? this.#beginningOf(element) : () => element.getClientRects().length > 0;
    // A new source replaces the load and keeps its place in the order.
    const registered = this.#order.expectFrom(element.localName, url, {
      ...(isDue === null ? { owner: "browser" } : { owner: "page", isDue }),
      after: before,
      delaysLoad: this.#delaysLoad(element),
    });
    const { ownPictures } = this.#parts;
    const isOwn = element instanceof this.#realm.HTMLImageElement && isDue === null && ownPictures.mayTakeOver(url);
    return isOwn ? ownPictures.takeOver(registered, this.#real.queueMicrotask) : registered;
  }

  /** The document's `load` waits for no preload and no lazy picture. */
  #delaysLoad(element: LoadingElement): boolean {
    const { HTMLImageElement, HTMLLinkElement, HTMLTrackElement } = this.#realm;
    if (element instanceof HTMLLinkElement) return element.relList.contains("stylesheet");
    if (element instanceof HTMLImageElement) return element.loading !== "lazy";
    return !(element instanceof HTMLTrackElement);
  }

  /** The browser refuses an image with an empty source without a request, in a task that a microtask queues. */
  #expectRefusal(element: LoadingElement): Registered | null {
    const isRefused = element instanceof this.#realm.HTMLImageElement && this.#images.isEmpty(element);
    return isRefused ? this.#tasks.expect(this.#real.queueMicrotask) : null;
  }

  /** The browser takes up a new source in a microtask, unless it has the image at once. */
  #refuseDecodes(element: LoadingElement, isAtHand: boolean): void {
    const refuse = this.#decodes.onReplaced(element);
    if (isAtHand) refuse();
    else this.#real.queueMicrotask(refuse);
  }

  /** For an element that the browser loads when it is needed, whether that has come; null for others. */
  #beginningOf(element: LoadingElement): (() => boolean) | null {
    const { HTMLEmbedElement, HTMLImageElement, HTMLObjectElement, HTMLTrackElement } = this.#realm;
    if (element instanceof HTMLTrackElement) return () => this.#urls.isTrackUsed(element);
    if (element instanceof HTMLImageElement)
      return element.loading === "lazy" ? () => this.#isLazyBegun(element) : null;
    if (!(element instanceof HTMLEmbedElement) && !(element instanceof HTMLObjectElement)) return null;
    return () => {
      // A frame goes on where the element is hidden.
      if (element.getClientRects().length === 0 && !this.#frames.hasShown(element)) return false;
      void this.#leaveUnlessLoading(element);
      return true;
    };
  }

  /**
   * An object of a type that the browser does not show ends without a load, an embed even without an event. The same goes
   * for a new source that differs in the fragment only.
   */
  async #leaveUnlessLoading(element: HTMLEmbedElement | HTMLObjectElement): Promise<void> {
    const loading = this.#loading.get(element);
    // The browser begins with it after its layout, in tasks of a timer.
    for (let turn = 0; turn < beginningTurns; turn += 1) {
      await new Promise<void>((resolve) => {
        this.#real.setTimeout(resolve, 0);
      });
    }
    if (loading === undefined || loading !== this.#loading.get(element) || loading.hasEnded) return;
    if (!this.#frames.isLoading(element, loading.isLeaving)) this.#leave(element);
  }

  #listen(element: Element, url: string, registered: Registered, isAtHand: boolean): void {
    const stop = (): void => {
      this.#loading.delete(element);
      this.#events.unhold(element);
      for (const type of loadEvents) this.#events.unhear(element, type, onEnd);
    };
    // At the target, capturing listeners run before all others, no matter when they were added.
    const onEnd = (event: Event): void => {
      if (event.target !== element || !event.isTrusted) return;
      event.stopImmediatePropagation();
      loading.hasEnded = true;
      if (element instanceof this.#realm.HTMLLinkElement && element.sheet !== null)
        this.#loaded.set(element, element.href);
      if (element instanceof this.#realm.SVGUseElement && event.type === "load")
        this.#loaded.set(element, this.#urls.useUrl(element));
      const window = event.type === "load" ? this.#frames.frameOfOwn(element) : null;
      if (window !== null) {
        this.#frames.noteShown(element, window);
        this.#parts.afterFrames.set(element, []);
      }
      registered.complete(() => {
        stop();
        // It comes after that of its own window, which is delivered in the frame below.
        if (window !== null) {
          const own = { frame: element, window, event };
          this.#order.deliverAfterBelow(window, () => deliverFrameLoad(this.#parts, own));
          return undefined;
        }
        if (event.type === "load" && element instanceof this.#realm.HTMLImageElement) this.#images.onLoaded(element);
        const letGo = (): Promise<void> | undefined => this.#events.letGo(element, event);
        // The browser drops the event if the page takes the source away as it gets its answer.
        const letGoUnlessEmpty = (): Promise<void> | undefined =>
          element instanceof this.#realm.HTMLImageElement && this.#images.isEmpty(element) ? undefined : letGo();
        return this.#decodes.answerBefore(element, event.type === "error")?.then(letGoUnlessEmpty) ?? letGo();
      });
    };
    const listen = (): void => {
      for (const type of loadEvents) this.#events.hear(element, type, onEnd);
    };
    listen();
    this.#events.hold(element);
    const isLazy = element instanceof this.#realm.HTMLImageElement && element.loading === "lazy";
    const state = { isLeaving: false, isTakenUp: false, hasEnded: false };
    const loading: Loading = { url, registered, stop, listen, isLazy, isAtHand, ...state };
    this.#loading.set(element, loading);
    this.#real.queueMicrotask(() => {
      loading.isTakenUp = true;
    });
  }

  /**
   * The URL that an object or the like in the document loads; empty for a URL that is available at once or refused,
   * whose event comes within the call, if at all.
   */
  #frameUrl(element: Element, name: "data" | "src"): string {
    const given = element.getAttribute(name)?.trim() ?? "";
    const url = given === "" || !element.isConnected ? "" : (this.#parse(given, element.baseURI)?.href ?? "");
    return hasLoadedScheme(url) ? url : "";
  }

  #onChanged(image: HTMLImageElement, isLoadingChanged: boolean): void {
    const url = this.#urls.imageUrl(image);
    if (url === "") {
      this.#images.onSource(image);
      this.#refuseDecodes(image, false);
      this.#leave(image);
    } else if (isLoadingChanged) this.#onLoadingChanged(image, url);
  }

  #onLoadingChanged(image: HTMLImageElement, url: string): void {
    const loading = this.#loading.get(image);
    if (loading?.hasEnded === false && loading.isLazy !== (image.loading === "lazy")) this.#hold(image, url);
  }

  #leave(element: Element): void {
    const loading = this.#loading.get(element);
    loading?.stop();
    loading?.registered.release();
  }
}
