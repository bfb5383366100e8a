/** The scripts of a frame. */
interface FrameScripts {
  /** The paused requests. */
  readonly paused: { readonly url: string; readonly letGo: () => void }[];
  /** The URLs of those that may go, and whose requests are not known yet. */
  readonly free: string[];
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

  /** Lets a script go when those of other frames have come. */
  giveTurn(frameId: string, url: string): void {
    this.#waiting.push({ frameId, url });
    this.#giveNext();
  }

  /** Lets a script go. */
  free(frameId: string, url: string): void {
    const { paused, free } = this.#scriptsOf(frameId);
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

  /** Lets all scripts of a frame go that are paused. Call when no more turns will come for them. */
  endFrame(frameId: string): void {
    this.#dropWaiting(frameId);
    for (const { letGo } of this.#frames.get(frameId)?.paused.splice(0) ?? []) letGo();
    this.endTurns(frameId);
  }

  /** Call when the frame has been removed. */
  removeFrame(frameId: string): void {
    this.endFrame(frameId);
    this.#frames.delete(frameId);
  }

  /** Call when the frame has a new document. */
  forgetFrame(frameId: string): void {
    this.#dropWaiting(frameId);
    this.#scriptsOf(frameId).free.length = 0;
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
    const fresh: FrameScripts = { paused: [], free: [] };
    this.#frames.set(frameId, fresh);
    return fresh;
  }
}
