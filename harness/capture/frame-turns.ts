/** The scripts of a frame. */
interface FrameScripts {
  /** The paused requests. */
  readonly paused: { readonly url: string; readonly letGo: () => void }[];
  /** The URLs of those that may go, and whose requests are not known yet. */
  readonly free: string[];
  /** The URLs of those that wait for their turns although the frame runs no code. */
  readonly later: Set<string>;
}

/**
 * The paused requests for the scripts of all frames. The prelude of each frame gives its scripts their turns. Those of
 * another frame wait for theirs until all of the first have come.
 */
export class FrameTurns {
  readonly #frames = new Map<string, FrameScripts>();
  #waiting: { readonly frameId: string; readonly url: string }[] = [];
  /** The frame whose scripts have turns. */
  #current: string | null = null;

  pause(frameId: string, url: string, letGo: () => void): void {
    const { paused, free } = this.#scriptsOf(frameId);
    const index = free.indexOf(url);
    if (index === -1) {
      paused.push({ url, letGo });
      return;
    }
    free.splice(index, 1);
    letGo();
  }

  /** Keeps a script until its turn, even if the frame runs no code. */
  keep(frameId: string, url: string): void {
    this.#scriptsOf(frameId).later.add(url);
  }

  isKept(frameId: string, url: string): boolean {
    return this.#frames.get(frameId)?.later.has(url) === true;
  }

  /** Lets a script go when those of other frames have come. */
  giveTurn(frameId: string, url: string): void {
    this.#waiting.push({ frameId, url });
    this.#giveNext();
  }

  /** Lets a script go. */
  free(frameId: string, url: string): void {
    const { paused, free, later } = this.#scriptsOf(frameId);
    later.delete(url);
    const index = paused.findIndex((one) => one.url === url);
    if (index === -1) free.push(url);
    else for (const { letGo } of paused.splice(index, 1)) letGo();
  }

  /** Call when all scripts of the frame that have had turns have come. */
  endTurns(frameId: string): void {
    if (this.#current !== frameId) return;
    this.#current = null;
    this.#giveNext();
  }

  /** Lets the scripts of a frame go that are paused. Call when no more turns will come but for those that are kept. */
  endFrame(frameId: string): void {
    this.#dropWaiting(frameId);
    const { paused, later } = this.#scriptsOf(frameId);
    const left = paused.splice(0);
    paused.push(...left.filter(({ url }) => later.has(url)));
    for (const { url, letGo } of left) if (!later.has(url)) letGo();
    this.endTurns(frameId);
  }

  /** Call when the frame has been removed. */
  removeFrame(frameId: string): void {
    this.forgetFrame(frameId);
    this.endFrame(frameId);
    this.#frames.delete(frameId);
  }

  /** Call when the frame has a new document. */
  forgetFrame(frameId: string): void {
    this.#dropWaiting(frameId);
    const { free, later } = this.#scriptsOf(frameId);
    free.length = 0;
    later.clear();
    this.endTurns(frameId);
  }

  #dropWaiting(frameId: string): void {
    this.#waiting = this.#waiting.filter((one) => one.frameId !== frameId);
  }

  #giveNext(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) {
      this.#current ??= one.frameId;
      if (this.#current === one.frameId) this.free(one.frameId, one.url);
      else this.#waiting.push(one);
    }
  }

  #scriptsOf(frameId: string): FrameScripts {
    const known = this.#frames.get(frameId);
    if (known !== undefined) return known;
    const fresh: FrameScripts = { paused: [], free: [], later: new Set() };
    this.#frames.set(frameId, fresh);
    return fresh;
  }
}
