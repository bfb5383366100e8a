import { type MovedPort, otherEnd, type PortKeys, type PortLink } from "./port-posts.ts";

/** Where the ends of channels are, as far as this realm has to know: here, or on the other side of a link. */
export class PortPlaces<Port> {
  /** By key; null if closed. */
  readonly #here = new Map<string, Port | null>();
  /** The queues of ports that are in a message which the page has not been given yet. */
  readonly #landing = new Map<string, PortKeys[]>();
  readonly #elsewhere = new Map<string, PortLink>();
  #up: PortLink | null = null;

  /** Everything that is nowhere else is beyond this link. */
  openUp(link: PortLink): void {
    this.#up = link;
  }

  set(key: string, port: Port | null): void {
    this.#here.set(key, port);
  }

  /** Null if the port is closed, undefined if it is not here. */
  get(key: string): Port | null | undefined {
    return this.#here.get(key);
  }

  /** The queue of a port that is still in a message. */
  landing(key: string): PortKeys[] | undefined {
    return this.#landing.get(key);
  }

  /** Makes the port of a message one of this realm. Returns its queue. */
  settle(key: string, port: Port): PortKeys[] {
    const queue = this.#landing.get(key) ?? [];
    this.#landing.delete(key);
    this.#here.set(key, port);
    return queue;
  }

  leave(key: string): void {
    this.#here.delete(key);
  }

  /** A port with its queue, for the realm where it goes. */
  pack(key: string | null, queue: readonly PortKeys[]): MovedPort {
    return { key, queue: queue.map((keys) => keys.map((one) => this.#packLanding(one))) };
  }

  /** Notes that a port comes to this realm in a message. */
  land(port: MovedPort, from: PortLink | null): string | null {
    const { key, queue } = port;
    if (key === null) return null;
    this.#noteOtherEnd(key, from);
    this.#elsewhere.delete(key);
    this.#here.delete(key);
    const landing = queue.map((ports) => ports.map((one) => this.land(one, from)));
    this.#landing.set(key, landing);
    return key;
  }

  /** Notes that a port goes by a link. */
  place({ key, queue }: MovedPort, link: PortLink, from: PortLink | null): void {
    if (key === null) return;
    this.#noteOtherEnd(key, from);
    this.#elsewhere.set(key, link);
    for (const ports of queue) for (const port of ports) this.place(port, link, from);
  }

  /** Null if it leads nowhere, or back. */
  wayTo(key: string, from: PortLink | null): PortLink | null {
    const link = this.#elsewhere.get(key) ?? this.#up;
    return link === from ? null : link;
  }

  /** Forgets what was beyond a link. Returns the other ends of it that are here. */
  close(link: PortLink): readonly Port[] {
    const left: Port[] = [];
    for (const [key, way] of this.#elsewhere) {
      if (way !== link) continue;
      this.#elsewhere.delete(key);
      const port = this.#here.get(otherEnd(key)) ?? null;
      if (port !== null) left.push(port);
    }
    return left;
  }

  /** A port that moves on in a message which the page was never given. */
  #packLanding(key: string | null): MovedPort {
    const queue = key === null ? [] : (this.#landing.get(key) ?? []);
    if (key !== null) this.#landing.delete(key);
    return this.pack(key, queue);
  }

  /** If this realm hears of a channel for the first time, the other end is where the first one has come from. */
  #noteOtherEnd(key: string, from: PortLink | null): void {
    const other = otherEnd(key);
    if (from === null || this.#here.has(other) || this.#landing.has(other) || this.#elsewhere.has(other)) return;
    this.#elsewhere.set(other, from);
  }
}
