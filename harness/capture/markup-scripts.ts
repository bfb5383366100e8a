/** The scripts of a frame's markup. */
interface FrameMarkup {
  /** The paused requests. */
  readonly paused: { readonly url: string; readonly letGo: () => void }[];
  /** The URLs of those that the parser waits for, or has waited for. */
  readonly needed: Set<string>;
  /** The URLs of those that it does not wait for. */
  readonly deferred: Set<string>;
  /** How often a script was asked for or needed. */
  progress: number;
  isWatched: boolean;
}

/** What goes on in the page. */
export interface MarkupPage {
  /** Resolves when all messages that the page has sent so far are known. Rejects when the page has gone. */
  catchUp(): Promise<void>;
  /** True while a request that was paused and let go has not ended. */
  isAnyUnderWay(): boolean;
}

// After how many looks without any progress a parser is stuck, and the time between them.
const stuckLooks = 20;
const lookMs = 100;

/**
 * The paused requests for the scripts in the markup of frames. While a document is parsed, only those may come that its
 * parser waits for: deferred ones run as soon as it is parsed and they have come, but the tasks of the scripts before them
 * come first. A parser may wait for a script that no one can see, in a closed shadow tree: then the first one comes that is
 * not known to be deferred.
 */
export class MarkupScripts {
  readonly #page: MarkupPage;
  readonly #frames = new Map<string, FrameMarkup>();

  constructor(page: MarkupPage) {
    this.#page = page;
  }

  /** Call when a document begins whose scripts must wait. */
  begin(frameId: string): void {
    this.free(frameId);
    this.#frames.set(frameId, { paused: [], needed: new Set(), deferred: new Set(), progress: 0, isWatched: false });
  }

  /** False if the script of the frame need not wait. */
  pause(frameId: string, url: string, letGo: () => void): boolean {
    const markup = this.#frames.get(frameId);
    if (markup === undefined) return false;
    markup.progress += 1;
    if (markup.needed.has(url)) return false;
    markup.paused.push({ url, letGo });
    if (!markup.isWatched) void this.#watch(frameId, markup);
    return true;
  }

  /** Call when the parser waits for a script. */
  need(frameId: string, url: string): void {
    const markup = this.#frames.get(frameId);
    if (markup === undefined) return;
    markup.progress += 1;
    markup.needed.add(url);
    const wanted = markup.paused.filter((script) => script.url === url);
    for (const script of wanted) {
      markup.paused.splice(markup.paused.indexOf(script), 1);
      script.letGo();
    }
  }

  /** Call when the parser has passed a script without waiting for it. */
  defer(frameId: string, url: string): void {
    this.#frames.get(frameId)?.deferred.add(url);
  }

  /** Lets all scripts of the frame go, now and later. */
  free(frameId: string): void {
    const markup = this.#frames.get(frameId);
    this.#frames.delete(frameId);
    for (const { letGo } of markup?.paused ?? []) letGo();
  }

  /** Follows the parser of a frame while scripts of it are paused. A page that is busy does not answer, so it is not stuck. */
  async #watch(frameId: string, markup: FrameMarkup): Promise<void> {
    markup.isWatched = true;
    let { progress } = markup;
    for (let looks = 0; this.#frames.get(frameId) === markup && markup.paused.length > 0;) {
      await new Promise<void>((resolve) => {
        setTimeout(resolve, lookMs).unref();
      });
      const isThere = await this.#page.catchUp().then(
        () => true,
        () => false,
      );
      if (!isThere) return;
      const isStuck = progress === markup.progress && !this.#page.isAnyUnderWay();
      looks = isStuck ? looks + 1 : 0;
      if (looks >= stuckLooks) this.#goOn(frameId, markup);
      progress = markup.progress;
    }
    markup.isWatched = false;
  }

  #goOn(frameId: string, { paused, deferred }: FrameMarkup): void {
    const next = paused.find(({ url }) => !deferred.has(url));
    if (next === undefined) this.free(frameId);
    else this.need(frameId, next.url);
  }
}
