import { createStateHash, type HashSink, type StateHash } from "./state-hash.ts";

/** A part of a realm's state that has changed. Plain data. */
export interface PartDigest {
  readonly realm: string;
  readonly part: string;
  /** Of everything that the part absorbed in the frame; empty if that is nothing, after a frame with something. */
  readonly digest: string;
  /** Whether it changed before the realm's first frame. */
  readonly isBoot: boolean;
}

interface Part {
  readonly name: string;
  readonly hash: StateHash;
  /** Whether the part absorbs what happens, not what is: then the same thing in the next frame is a change again. */
  readonly isEventful: boolean;
  lastDigest: string;
}

const eventfulParts: ReadonlySet<string> = new Set(["dom", "animations", "audio", "storage", "console"]);

/**
 * The state of a realm in parts, each hashed on its own, frame by frame. A part that absorbs nothing costs a comparison,
 * and is no change.
 */
export class HashParts {
  readonly #realm: string;
  readonly #byName = new Map<string, Part>();

  constructor(realm: string) {
    this.#realm = realm;
  }

  /** The sink of a part, always the same one. */
  part(name: string): HashSink {
    const known = this.#byName.get(name);
    if (known !== undefined) return known.hash;
    const hash = createStateHash();
    this.#byName.set(name, { name, hash, isEventful: eventfulParts.has(name), lastDigest: "" });
    return hash;
  }

  /** Ends a frame, or the time before the first one. Returns the parts that have changed, in the order of their creation. */
  close(isBoot: boolean): readonly PartDigest[] {
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
