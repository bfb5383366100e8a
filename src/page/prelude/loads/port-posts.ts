/** The ports in a message, by their keys; null for one that nothing follows. */
export type PortKeys = readonly (string | null)[];

/** A port that moves with a message. */
export interface MovedPort {
  /** The name of this end of its channel in all realms; null if nothing follows it. */
  readonly key: string | null;
  /** The messages in its queue, which move with it: the ports in each of them. */
  readonly queue: readonly (readonly MovedPort[])[];
}

/**
 * A message to a port in another thread. The browser carries the message itself, in a time of its own; this goes from realm
 * to realm with the calls that drive them, so each knows how many messages it is owed, and in which order.
 */
export interface PortPost {
  /** The key of the port; null for the message with the number `after` that goes from one realm to the next by a worker. */
  readonly to: string | null;
  readonly ports: readonly MovedPort[];
  /** How many messages have gone by the worker before this one. */
  readonly after: number;
}

/** The way from a realm to a worker of it, or from a worker to the realm above. */
export class PortLink {
  /** Null if none. */
  #posts: PortPost[] | null = null;
  readonly #countPosted: () => number;
  readonly #received = new Map<number, PortKeys>();

  /** `countPosted` says how many messages this realm has sent over it by a worker. */
  constructor(countPosted: () => number) {
    this.#countPosted = countPosted;
  }

  hasPosts(): boolean {
    return this.#posts !== null;
  }

  add(to: string | null, ports: readonly MovedPort[]): void {
    this.#posts ??= [];
    this.#posts.push({ to, ports, after: this.#countPosted() });
  }

  /** The posts that the realm at the other end has not been told of yet. */
  take(): readonly PortPost[] | null {
    const taken = this.#posts;
    this.#posts = null;
    return taken;
  }

  expect(number: number, keys: PortKeys): void {
    this.#received.set(number, keys);
  }

  takeKeys(number: number): PortKeys {
    const keys = this.#received.get(number) ?? noKeys;
    this.#received.delete(number);
    return keys;
  }
}

export const noKeys: PortKeys = [];

/** The key of the other end of the same channel. */
export function otherEnd(key: string): string {
  return key.endsWith("a") ? `${key.slice(0, -1)}b` : `${key.slice(0, -1)}a`;
}
