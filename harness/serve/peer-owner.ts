import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { endianness } from "node:os";

/** What a check needs to know of a connection. */
export type Peer = Pick<Socket, "localPort" | "remoteAddress" | "remotePort">;

/** Tells whether the program at the other end of a connection may be answered. */
export type PeerCheck = (peer: Peer) => Promise<boolean>;

// States of a socket. One that is being closed is listed as root's, whoever owned it.
const established = "01";
const listening = "0A";

/** 127.0.0.1 as Linux writes it: one number in the machine's order of bytes. */
const loopback = endianness() === "LE" ? "0100007F" : "7F000001";

/**
 * Creates the check that keeps other users of the machine out: a program may be answered if its socket belongs to this
 * user. Unlike a secret in a header or a cookie, an owner comes with every request, those of workers included, and no page
 * can see it. Where the system does not list owners, everyone may be answered.
 */
export function createPeerCheck(uid = process.geteuid?.(), readSockets = readSocketList): PeerCheck {
  const readList = shareReads(readSockets);
  return async ({ localPort = 0, remoteAddress, remotePort = 0 }) => {
    if (uid === undefined) return true;
    const list = await readList();
    // The server's own line shows that this system lists sockets with their owners. WSL 1 lists none.
    if (ownerIn(list, ` ${socketName(localPort)} 00000000:0000 ${listening} `) !== uid) return true;
    // A peer may call itself 127.0.0.2, and use a port that the browser uses, too.
    if (remoteAddress !== "127.0.0.1") return false;
    return ownerIn(list, ` ${socketName(remotePort)} ${socketName(localPort)} ${established} `) === uid;
  };
}

/**
 * Lets all who ask while a read goes on share the next one. A list is as long as the machine has sockets, and another user
 * may open thousands.
 */
function shareReads(read: () => Promise<string>): () => Promise<string> {
  let latest: Promise<unknown> = Promise.resolve();
  let next: Promise<string> | null = null;
  return async () => {
    next ??= latest.then(async () => {
      next = null;
      const reading = read();
      latest = reading.catch(() => undefined);
      return await reading;
    });
    return await next;
  };
}

/** The sockets of this machine; an empty list where the system keeps none. */
async function readSocketList(): Promise<string> {
  try {
    return await readFile("/proc/net/tcp", "latin1");
  } catch (error) {
    // Any other error, such as a lack of descriptors, may have been brought about by the one who asks.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}

function socketName(port: number): string {
  return `${loopback}:${port.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** The owner of the socket whose line has these addresses and this state; null if there is none. */
function ownerIn(list: string, addressesAndState: string): number | null {
  const at = list.indexOf(addressesAndState);
  if (at === -1) return null;
  // Then come the queues, a timer, and the number of attempts.
  const [, owner] = /^\S+ +\S+ +\S+ +(\d+) /u.exec(list.slice(at + addressesAndState.length, at + 200)) ?? [];
  return owner === undefined ? null : Number(owner);
}
