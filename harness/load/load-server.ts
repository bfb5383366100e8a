import type { IncomingMessage } from "node:http";
import type { GameIdentity, ServerTarget } from "../../src/formats/run-plan.ts";
import { FramegateError, reasonOf } from "../errors.ts";
import { isLocalUrl, openLocalRequest } from "../local-server.ts";
import { titleIn } from "./page-title.ts";

/** A server may build the game when its page is requested. */
const answerLimitMs = 30_000;
const redirectsMax = 10;
const bytesMax = 64 * 1024 * 1024;

/**
 * Asks a running server on this machine for its page, and follows redirects. Throws `server-not-local`,
 * `server-not-reached`, `server-no-page`, `server-failed`.
 */
export async function loadServer(
  address: string,
  signal: AbortSignal,
): Promise<{ readonly target: ServerTarget; readonly game: GameIdentity }> {
  let url = parseAddress(address);
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    const { answer, body } = await ask(url, signal);
    const next = nextOf(url, answer);
    if (next === null) {
      requirePage(url, answer);
      const name = (await titleIn(body)) ?? url.host;
      return {
        target: { kind: "server", url: url.href },
        game: { name, version: null, appId: null, engineVersion: null, manifestHash: null },
      };
    }
    url = next;
  }
  throw new FramegateError("server-no-page", { url: address, reason: "redirects without end" });
}

function parseAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !isLocalUrl(url)) throw new FramegateError("server-not-local", { url: address });
  return url;
}

interface Answered {
  readonly answer: IncomingMessage;
  readonly body: string;
}

async function ask(url: URL, signal: AbortSignal): Promise<Answered> {
  const limit = AbortSignal.timeout(answerLimitMs);
  try {
    return await new Promise<Answered>((resolve, reject) => {
      const request = openLocalRequest(url, {
        method: "GET",
        headers: { accept: "text/html", "sec-fetch-dest": "document" },
        signal: AbortSignal.any([signal, limit]),
      });
      request.on("error", reject).on("response", (answer) => {
        readBody(answer).then((body) => {
          resolve({ answer, body });
        }, reject);
      });
      request.end();
    });
  } catch (thrown) {
    signal.throwIfAborted();
    const reason = limit.aborted ? `it did not answer within ${String(answerLimitMs / 1000)} s` : reasonIn(thrown);
    throw new FramegateError("server-not-reached", { url: url.href, reason }, { cause: thrown });
  }
}

async function readBody(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  return await new Promise((resolve, reject) => {
    answer.on("data", (part: Buffer) => {
      parts.push(part);
      size += part.length;
      if (size > bytesMax) answer.destroy(new Error("its page is larger than 64 MB"));
    });
    answer.on("error", reject);
    answer.on("end", () => {
      resolve(Buffer.concat(parts).toString("utf8"));
    });
  });
}

/** Both addresses of a name may have been tried, each with its own error. */
function reasonIn(thrown: unknown): string {
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : null;
  if (code === "ECONNREFUSED") return "nothing listens there";
  return reasonOf(thrown);
}

/** Target of a redirect; null if the response is none. Throws `server-no-page` if it leads to another server. */
function nextOf(url: URL, { statusCode = 0, headers }: IncomingMessage): URL | null {
  if (statusCode < 300 || statusCode >= 400 || headers.location === undefined) return null;
  const next = URL.canParse(headers.location, url.href) ? new URL(headers.location, url) : null;
  if (next?.origin !== url.origin) {
    const reason = `redirects to ${headers.location}, which is another server`;
    throw new FramegateError("server-no-page", { url: url.href, reason });
  }
  // As in a browser, a redirect keeps the fragment, which many pages use for routing.
  if (next.hash === "") next.hash = url.hash;
  return next;
}

function requirePage(url: URL, { statusCode = 0, statusMessage = "", headers }: IncomingMessage): void {
  const status = `answers ${String(statusCode)} ${statusMessage}`.trim();
  if (statusCode >= 500) throw new FramegateError("server-failed", { url: url.href, reason: status });
  if (statusCode !== 200) throw new FramegateError("server-no-page", { url: url.href, reason: status });
  const type = headers["content-type"] ?? "nothing that says what it is";
  if (/^(?:text\/html|application\/xhtml\+xml)\b/iu.test(type)) return;
  throw new FramegateError("server-no-page", { url: url.href, reason: `answers with ${type}, which is no page` });
}
