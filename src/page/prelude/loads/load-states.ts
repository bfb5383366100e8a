import type { LoadState } from "../../../formats/page-port.ts";

/** For code that runs as soon as it arrives: the loads that it waits for itself, which may arrive before it. */
export type Need = "nothing" | "fonts" | "frames";
/**
 * Kinds of loads that scripts can see before the `load` event: the document of a frame, and others, such as the size of
 * a picture and the rules of a style sheet.
 */
export type Shown = "frames" | "others";

/** A load that has not arrived. */
interface Coming {
  /** Null for a load that does not run code as soon as it arrives. */
  readonly needs: Need | null;
  readonly shows: Shown | null;
  /** True for a picture or a frame whose content is in the page already: no request that the harness could hold. */
  readonly isOwn: boolean;
}

/** Tells the harness which loads may arrive in a realm. */
export class LoadStates {
  readonly #isParsed: () => boolean;
  readonly #tell: (state: LoadState) => void;
  readonly #due: Record<Need, number> = { nothing: 0, fonts: 0, frames: 0 };
  readonly #shown: Record<Shown, number> = { frames: 0, others: 0 };
  /** The counts of those in `#shown` that the harness cannot hold. */
  readonly #own: Record<Shown, number> = { frames: 0, others: 0 };
  #hasLater = false;
  #waitsFor: "code" | "all" | null = null;
  #told: LoadState = "idle";

  constructor(isParsed: () => boolean, tell: (state: LoadState) => void) {
    this.#isParsed = isParsed;
    this.#tell = tell;
  }

  /** Counts a load in, or out when it has arrived. */
  count({ needs, shows, isOwn }: Coming, change: 1 | -1): void {
    if (needs !== null) this.#due[needs] += change;
    if (shows === null) return;
    this.#shown[shows] += change;
    if (isOwn) this.#own[shows] += change;
  }

  /** Call when the page may have begun a load that scripts can see early, or has begun a lazy one. */
  noteLater(): void {
    this.#hasLater = true;
    this.update();
  }

  /** Call when everything has been delivered. */
  endDeliveries(): void {
    this.#hasLater = false;
    this.update();
  }

  /** True while a script loads, or other code that runs as soon as it arrives, or a font, which is awaited alike. */
  isCodeDue(): boolean {
    const { nothing, fonts, frames } = this.#due;
    return nothing + fonts + frames > 0;
  }

  isShownDue(): boolean {
    return this.#shown.frames + this.#shown.others > 0;
  }

  /** True while a picture or a frame loads whose content is in the page already, see `Coming`. */
  isOwnDue(): boolean {
    return this.#own.frames + this.#own.others > 0;
  }

  /** The same for frames alone. The document of a frame may request files of its own before it has loaded. */
  isOwnFrameDue(): boolean {
    return this.#own.frames > 0;
  }

  /** Call when no code of the realm runs until the code that is loading has arrived, or until all loads have. */
  beginWait(waitsFor: "code" | "all"): void {
    this.#waitsFor = waitsFor;
    this.update();
  }

  endWait(): void {
    this.#waitsFor = null;
    this.update();
  }

  /** Tells the harness the state if it has changed. */
  update(): void {
    const state = this.#state();
    if (state === this.#told) return;
    this.#told = state;
    this.#tell(state);
  }

  #state(): LoadState {
    if (this.#due.nothing > 0) return "running";
    const ownState = this.#ownState();
    if (!this.#isParsed()) return ownState === "idle" ? "idle" : "parsing";
    return this.#waitState() ?? ownState;
  }

  /** The state while the realm waits for no load. */
  #ownState(): LoadState {
    if (this.#due.fonts > 0 || this.#shown.others > 0) return "held";
    return this.#hasLater || this.#shown.frames > 0 ? "asked" : "idle";
  }

  /** The state while the realm waits for loads; null if none of them may arrive. */
  #waitState(): LoadState | null {
    if (this.#waitsFor === null) return null;
    if (this.#due.fonts > 0) return "fonts";
    if (this.#waitsFor === "code" && this.#due.frames === 0) return null;
    return this.#shown.others > 0 ? "shown" : "frames";
  }
}
