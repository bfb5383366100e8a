import type { IncomingMessage, ServerResponse } from "node:http";
import { bodyOf } from "./sent-body.ts";

/** A request of a page that a site has answered, or is about to. */
export interface LoggedRequest {
  readonly url: string;
  /** Requests with the same key ask for the same bytes. */
  readonly key: string;
  /** True for an HTTP status of 400 or above. */
  failed(): boolean;
  /** Bytes of the answer's body as sent; 0 without one. */
  bytes(): number;
  /** Bytes of the body without its encoding; null if it cannot be decoded here. */
  decodedBytes(): Promise<number | null>;
}

/** Collects the requests of pages. */
export interface RequestLog {
  add(url: string, request: IncomingMessage, response: ServerResponse): void;
  /** The requests since the last call, in order. */
  take(): readonly LoggedRequest[];
}

const firstError = 400;

/** Creates an empty log. */
export function createRequestLog(): RequestLog {
  const logged: LoggedRequest[] = [];
  return {
    add(url, request, response) {
      if (isOfPage(request)) logged.push(logRequest(url, request, response));
    },
    take: () => logged.splice(0),
  };
}

/**
 * Framegate asks for files itself, without the header that every request of the browser has. When the browser fetches
 * what a page may need later depends on what else there is to do.
 */
function isOfPage({ headers }: IncomingMessage): boolean {
  return headers["sec-fetch-dest"] !== undefined && headers["sec-purpose"] === undefined;
}

function logRequest(url: string, request: IncomingMessage, response: ServerResponse): LoggedRequest {
  const { range = "" } = request.headers;
  // A media element asks for as many parts of a file as its buffer has room for, so the file counts as a whole.
  const isMedia = /^(?:audio|video)$/u.test(request.headers["sec-fetch-dest"]?.toString() ?? "");
  const given = (): ReturnType<typeof bodyOf> =>
    request.method === "HEAD" || response.statusCode >= firstError ? null : bodyOf(response);
  const bytes = (): number => (isMedia ? given()?.wholeBytes : given()?.bytes) ?? 0;
  return {
    url,
    // The answer to another method must not replace the one to GET, which has the bytes.
    key: [request.method, url, ...(isMedia ? [] : [range])].join(" "),
    failed: () => response.statusCode >= firstError,
    bytes,
    decodedBytes: async () => {
      const body = given();
      return body === null || body.decodedBytes === null ? bytes() : await body.decodedBytes();
    },
  };
}
