import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { endianness } from "node:os";

/** The part of a connection that the check needs. */
export type Peer = Pick<Socket, "localPort" | "remoteAddress" | "remotePort">;

/** Decides whether the program at the other end of a connection gets an answer. */
export type PeerCheck = (peer: Peer) => Promise<boolean>;

// Socket states. A socket that is being closed is listed as root's, whoever owned it.
const established = "01";
const listening = "0A";

/** 127.0.0.1 as Linux prints it: one number in the machine's byte order. */
const loopback = endianness() === "LE" ? "0100007F" : "7F000001";

/**
 * Creates the check that keeps other users of the machine out: a program gets an answer if its socket belongs to this
 * user. Unlike a secret header or cookie, the owner is known for every request, those of workers included, and no page
 * can see it. If the system does not list owners, everyone gets an answer.
 */
export function createPeerCheck(uid = process.geteuid?.(), readSockets = readSocketList): PeerCheck {
  const readList = shareReads(readSockets);
  return async ({ localPort = 0, remoteAddress, remotePort = 0 }) => {
    if (uid === undefined) return true;
    const list = await readList();
    // The server's own line shows whether this system lists sockets with their owners. WSL 1 lists none.
    if (ownerIn(list, ` ${socketName(localPort)} 00000000:0000 ${listening} `) !== uid) return true;
    // A peer may use the address 127.0.0.2, with a port that the browser uses, too.
    if (remoteAddress !== "127.0.0.1") return false;
    return ownerIn(list, ` ${socketName(remotePort)} ${socketName(localPort)} ${established} `) === uid;
  };
}

/**
 * Lets all callers during a read share the next one. The list is as long as the machine has sockets, and another user
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

/** The machine's TCP sockets; empty if the system has no such list. */
async function readSocketList(): Promise<string> {
  try {
    return await readFile("/proc/net/tcp", "latin1");
  } catch (error) {
    // Any other error, such as a lack of descriptors, may be the peer's doing.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}

function socketName(port: number): string {
  return `${loopback}:${port.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Owner of the socket whose line has these addresses and this state; null if there is none. */
function ownerIn(list: string, addressesAndState: string): number | null {
  const at = list.indexOf(addressesAndState);
  if (at === -1) return null;
  // Followed by the queues, a timer, and the number of attempts.
  const [, owner] = /^\S+ +\S+ +\S+ +(\d+) /u.exec(list.slice(at + addressesAndState.length, at + 200)) ?? [];
  return owner === undefined ? null : Number(owner);
}
