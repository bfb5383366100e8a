import type { InspectConfig, RealmInspection } from "../formats/page-port.ts";
import { createStateHash, type HashSink, type StateHash } from "./state-hash.ts";
import { ValueRecorder } from "./value-recorder.ts";

/** A part of a realm's state that has changed. Plain data. */
export interface PartDigest {
  readonly realm: string;
  readonly part: string;
  /** Of everything that the part absorbed in the frame; empty if it absorbed nothing, but did in the frame before. */
  readonly digest: string;
  /** Whether it changed before the realm's first frame. */
  readonly isBoot: boolean;
}

interface Part {
  readonly name: string;
  readonly hash: StateHash;
  /** Whether the part absorbs events instead of a state: then the same event in the next frame is a change again. */
  readonly isEventful: boolean;
  lastDigest: string;
}

const eventfulParts: ReadonlySet<string> = new Set(["dom", "animations", "audio", "storage", "console"]);

/**
 * The state of a realm in parts, each hashed on its own, frame by frame. A part that absorbs nothing costs a
 * comparison, and does not count as changed.
 */
export class HashParts {
  readonly #realm: string;
  readonly #inspect: InspectConfig | null;
  readonly #byName = new Map<string, Part>();
  readonly #phaseDigests: string[] = [];
  #recorder: ValueRecorder | null = null;
  #recorded: RealmInspection["values"] = null;
  #step = -1;

  constructor(realm: string, inspect: InspectConfig | null) {
    this.#realm = realm;
    this.#inspect = inspect;
  }

  /** Begins a step. Before the first call, the realm boots. */
  beginStep(step: number): void {
    this.#step = step;
  }

  /** The part to record in this step; null if it is not the inspected one. */
  inspectedPart(): string | null {
    return this.#inspect !== null && this.#inspect.step === this.#step ? this.#inspect.part : null;
  }

  /** Adds the inspected part's digest before the phases of a step, or after one. `scene` hashes a part that is read at the end. */
  notePhase(scene: ((sink: HashSink) => void) | null): void {
    const hash = scene === null ? this.#recorder : createStateHash();
    if (hash === null) return;
    scene?.(hash);
    this.#phaseDigests.push(hash.digest());
  }

  inspection(): Omit<RealmInspection, "given" | "drawn" | "fragments"> {
    return { realm: this.#realm, values: this.#recorded, phaseDigests: this.#phaseDigests };
  }

  /** The sink of a part, always the same one. */
  part(name: string): HashSink {
    const known = this.#byName.get(name);
    if (known !== undefined) return known.hash;
    const hash =
      this.#inspect?.part === name ? (this.#recorder = new ValueRecorder(createStateHash())) : createStateHash();
    this.#byName.set(name, { name, hash, isEventful: eventfulParts.has(name), lastDigest: "" });
    return hash;
  }

  /** Ends a frame, or the time before the first one. Returns the parts that have changed, in the order of their creation. */
  close(isBoot: boolean): readonly PartDigest[] {
    if (this.inspectedPart() !== null) this.#recorded = this.#recorder?.values() ?? null;
    const changes: PartDigest[] = [];
    for (const part of this.#byName.values()) {
      const digest = closePart(part);
      if (digest !== null) changes.push({ realm: this.#realm, part: part.name, digest, isBoot });
    }
    return changes;
  }
}

/** The part's new digest, empty if it absorbed nothing; null if it has not changed. */
function closePart(part: Part): string | null {
  const { hash, isEventful, lastDigest } = part;
  if (hash.isEmpty()) {
    if (isEventful || lastDigest === "") return null;
    part.lastDigest = "";
    return "";
  }
  const digest = hash.digest();
  hash.reset();
  if (!isEventful && digest === lastDigest) return null;
  part.lastDigest = digest;
  return digest;
}
