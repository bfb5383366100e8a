import { Readable } from "node:stream";
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { openLocalRequest } from "../local-server.ts";
import { isRead } from "./send-file.ts";
import { countDecoded, noteBody } from "./sent-body.ts";

/** A server's answer with an error status. */
export type OnUnanswered = (request: IncomingMessage, answer: string) => void;

interface Kept {
  readonly status: number;
  readonly statusText: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** More than a game has. Beyond it, each page's requests go to the server again. */
const keptBytesMax = 512 * 1024 * 1024;

/** Status for a server that is no longer reachable. */
const badGateway = 502;

/**
 * Headers that describe the body. The others concern the connection, caching and permissions: in a run, Framegate
 * decides these, and a page must not see when it was served.
 */
const passedOn = ["content-type", "content-encoding", "content-range", "accept-ranges", "location", "sourcemap"];

/**
 * Forwards requests to a running server of this machine, as if its own page had made them. Each response is cached, so
 * that all pages of a run are identical, whatever happens to the sources meanwhile. Event streams and requests that
 * change something always go through.
 */
export function forwardTo(
  origin: URL,
  onUnanswered: OnUnanswered,
): (request: IncomingMessage, response: ServerResponse) => void {
  const kept = new Map<string, Promise<Kept>>();
  let keptBytes = 0;
  async function askOnce(request: IncomingMessage): Promise<Kept> {
    const { method = "GET", url = "/", headers } = request;
    const key = JSON.stringify([method, url, headers.accept, headers.range, headers.cookie]);
    const known = kept.get(key);
    if (known !== undefined) return await known;
    const asking = askWhole(origin, request);
    kept.set(key, asking);
    const answer = await asking.catch(unreached);
    keptBytes += answer.body.length;
    // A server that is building or restarting may answer the next page.
    if (answer.status >= 500 || keptBytes > keptBytesMax) kept.delete(key);
    return answer;
  }
  return (request, response) => {
    if (!isRead(request) || isEventStream(request)) {
      passThrough(origin, request, response);
      return;
    }
    void askOnce(request)
      .catch(unreached)
      .then((answer) => {
        const { status, statusText, headers, body } = answer;
        if (status >= 400) onUnanswered(request, `${String(status)} ${statusText}`.trim());
        noteKept(response, answer);
        response.writeHead(status, { ...headers, "Content-Length": body.length });
        response.end(request.method === "HEAD" ? undefined : body);
      });
  };
}

function noteKept(response: ServerResponse, { headers, body }: Kept): void {
  const encoding = headers["content-encoding"]?.toString() ?? "identity";
  const [, whole] = /\/(\d+)$/u.exec(headers["content-range"]?.toString() ?? "") ?? [];
  noteBody(response, {
    bytes: body.length,
    wholeBytes: whole === undefined ? body.length : Number(whole),
    decodedBytes: encoding === "identity" ? null : async () => await countDecoded(Readable.from(body), encoding),
  });
}

function unreached(): Kept {
  return { status: badGateway, statusText: "no answer", headers: {}, body: Buffer.alloc(0) };
}

function isEventStream({ headers }: IncomingMessage): boolean {
  return headers.accept?.includes("text/event-stream") === true;
}

async function askWhole(origin: URL, request: IncomingMessage): Promise<Kept> {
  return await new Promise((resolve, reject) => {
    const asked = openLocalRequest(targetOf(origin, request), {
      method: request.method,
      headers: headersFor(origin, request.headers),
    });
    asked.on("error", reject).on("response", (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("error", reject);
      answer.on("end", () => {
        resolve({
          status: answer.statusCode ?? badGateway,
          statusText: answer.statusMessage ?? "",
          headers: headersOf(origin, answer),
          body: Buffer.concat(parts),
        });
      });
    });
    asked.end();
  });
}

function passThrough(origin: URL, request: IncomingMessage, response: ServerResponse): void {
  const headers = headersFor(origin, request.headers);
  const asked = openLocalRequest(targetOf(origin, request), { method: request.method, headers });
  asked.on("error", () => response.destroy());
  asked.on("response", (answer) => {
    response.writeHead(answer.statusCode ?? badGateway, headersOf(origin, answer));
    answer.on("error", () => response.destroy());
    answer.pipe(response);
  });
  response.on("close", () => asked.destroy());
  request.pipe(asked);
}

/** URL of a request on the server itself. */
export function targetOf(origin: URL, { url = "/" }: IncomingMessage): URL {
  const target = new URL(origin);
  // Not resolved as a relative URL, because two leading slashes would name another host.
  const [path = "/", query = ""] = url.split(/\?(.*)/su, 2);
  target.pathname = path;
  target.search = query;
  return target;
}

/** Headers that the server's own page would send: some servers refuse pages of other origins. */
export function headersFor(origin: URL, given: IncomingHttpHeaders): OutgoingHttpHeaders {
  // Headers about the connection must not be forwarded.
  const headers = Object.entries(given).filter(([name]) => name !== "connection");
  return {
    ...Object.fromEntries(headers),
    host: origin.host,
    ...(given.origin === undefined ? {} : { origin: origin.origin }),
    ...(given.referer === undefined ? {} : { referer: given.referer.replace(/^https?:\/\/[^/]+/u, origin.origin) }),
    ...(given["sec-fetch-site"] === undefined ? {} : { "sec-fetch-site": "same-origin" }),
  };
}

function headersOf(origin: URL, { headers }: IncomingMessage): OutgoingHttpHeaders {
  const named = passedOn.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const]));
  const { location } = headers;
  const own = location?.startsWith(`${origin.origin}/`) === true ? location.slice(origin.origin.length) : location;
  // The page has another host name here.
  const cookies = headers["set-cookie"]?.map((cookie) => cookie.replace(/;\s*domain=[^;]*/giu, ""));
  return {
    ...Object.fromEntries(named),
    ...(own === undefined ? {} : { location: own }),
    ...(cookies === undefined ? {} : { "set-cookie": cookies }),
  };
}
