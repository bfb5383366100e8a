import type { Protocol } from "puppeteer-core";

/** The scripts of a frame's markup. */
interface FrameMarkup {
  /** The paused requests. */
  readonly paused: { readonly url: string; readonly letGo: () => void }[];
  /** The URLs of scripts that the parser waits for, or has waited for. */
  readonly needed: Set<string>;
}

/**
 * True for a module, which is requested by CORS, and for a script of low priority, as the browser gives it to deferred
 * ones. The parser may wait for it all the same, if its markup asks for the one or the other.
 */
export function mayBeDeferred({ headers, initialPriority }: Protocol.Network.Request): boolean {
  return headers["Origin"] !== undefined || ["Low", "VeryLow"].includes(initialPriority);
}

/**
 * The paused requests for scripts in the markup of frames that may be deferred. These run as soon as the document is
 * parsed and they have come, but the tasks of the scripts before them come first.
 */
export class MarkupScripts {
  readonly #frames = new Map<string, FrameMarkup>();

  /** Call when a document begins whose deferred scripts must wait. */
  begin(frameId: string): void {
    this.free(frameId);
    this.#frames.set(frameId, { paused: [], needed: new Set() });
  }

  /** Returns false for a script of the frame that need not wait. */
  pause(frameId: string, url: string, letGo: () => void): boolean {
    const markup = this.#frames.get(frameId);
    if (markup === undefined || markup.needed.has(url)) return false;
    markup.paused.push({ url, letGo });
    return true;
  }

  /** Call when the parser waits for a script. */
  need(frameId: string, url: string): void {
    const markup = this.#frames.get(frameId);
    if (markup === undefined) return;
    markup.needed.add(url);
    const wanted = markup.paused.filter((script) => script.url === url);
    for (const script of wanted) {
      markup.paused.splice(markup.paused.indexOf(script), 1);
      script.letGo();
    }
  }

  /** Lets all scripts of the frame go, now and later. */
  free(frameId: string): void {
    const markup = this.#frames.get(frameId);
    this.#frames.delete(frameId);
    for (const { letGo } of markup?.paused ?? []) letGo();
  }
}
