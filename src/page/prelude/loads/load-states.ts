import type { LoadState } from "../../../formats/page-port.ts";

/** The loads that code needs itself which runs as soon as it arrives, so that they may arrive meanwhile. */
export type Need = "nothing" | "fonts" | "frames";
/** What scripts can see of a load before its event: a frame has its document, a picture its size, a style sheet applies. */
export type Shown = "frames" | "others";

/** A load that has not arrived. */
export interface Coming {
  /** Null unless it runs code, or shows, as soon as it arrives. */
  readonly needs: Need | null;
  readonly shows: Shown | null;
}

/** Tells the harness which loads may arrive in a realm. */
export class LoadStates {
  readonly #isParsed: () => boolean;
  readonly #tell: (state: LoadState) => void;
  readonly #due: Record<Need, number> = { nothing: 0, fonts: 0, frames: 0 };
  readonly #shown: Record<Shown, number> = { frames: 0, others: 0 };
  #hasLater = false;
  #waitsFor: "code" | "all" | null = null;
  #told: LoadState = "idle";

  constructor(isParsed: () => boolean, tell: (state: LoadState) => void) {
    this.#isParsed = isParsed;
    this.#tell = tell;
  }

  /** Counts a load in, or out when it has arrived. */
  count({ needs, shows }: Coming, change: 1 | -1): void {
    if (needs !== null) this.#due[needs] += change;
    if (shows !== null) this.#shown[shows] += change;
  }

  /** Call when the page may have asked for something that shows, or has for what loads by and by, if at all. */
  noteLater(): void {
    this.#hasLater = true;
    this.update();
  }

  /** Call when everything has been delivered. */
  endDeliveries(): void {
    this.#hasLater = false;
    this.update();
  }

  /** Whether something is on its way that runs, or shows, as soon as it arrives. */
  isCodeDue(): boolean {
    const { nothing, fonts, frames } = this.#due;
    return nothing + fonts + frames > 0;
  }

  isShownDue(): boolean {
    return this.#shown.frames + this.#shown.others > 0;
  }

  /** Call when no code of the realm runs before what has been asked for has arrived: the code alone, or all of it. */
  beginWait(waitsFor: "code" | "all"): void {
    this.#waitsFor = waitsFor;
    this.update();
  }

  endWait(): void {
    this.#waitsFor = null;
    this.update();
  }

  /** Call when any of it may have changed. */
  update(): void {
    const state = this.#state();
    if (state === this.#told) return;
    this.#told = state;
    this.#tell(state);
  }

  #state(): LoadState {
    if (this.#due.nothing > 0) return "running";
    const ownState = this.#ownState();
    if (!this.#isParsed()) return ownState === "idle" ? "idle" : "running";
    return this.#waitState() ?? ownState;
  }

  /** While nothing is awaited. */
  #ownState(): LoadState {
    if (this.#due.fonts > 0 || this.#shown.others > 0) return "held";
    return this.#hasLater || this.#shown.frames > 0 ? "asked" : "idle";
  }

  /** Null where nothing may arrive. */
  #waitState(): LoadState | null {
    if (this.#waitsFor === null) return null;
    if (this.#due.fonts > 0) return "fonts";
    if (this.#waitsFor === "code" && this.#due.frames === 0) return null;
    return this.#shown.others > 0 ? "shown" : "frames";
  }
}
