import type { IncomingMessage, ServerResponse } from "node:http";
import { type FrameAnswer, servedBuilds } from "../../src/formats/report-view.ts";
import { isRead } from "../serve/send-file.ts";
import type { AskedFrame } from "./answer-frame.ts";

/** The parts of a report's server. */
export interface ServedReport {
  /** The only origin that may ask. */
  readonly origin: string;
  /** In the path of every URL. A page that does not know it gets nothing. */
  readonly secret: string;
  readonly page: string;
  readonly frameCount: number;
  readonly answer: (asked: AskedFrame) => Promise<FrameAnswer>;
}

const forbidden = 403;
const notFound = 404;
const methodNotAllowed = 405;
const misdirected = 421;

/**
 * Answers the requests of a report's page. A page from elsewhere cannot read one of its answers, but it could make this
 * machine run the game: it does not know the secret, a browser tells its origin, and a name that it has pointed at this
 * machine is not ours.
 */
export function answerRequest(served: ServedReport, request: IncomingMessage, response: ServerResponse): void {
  const { origin, secret, page } = served;
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("Referrer-Policy", "no-referrer");
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
  const refuse = (status: number): void => {
    response.writeHead(status).end();
  };
  if (request.headers.host !== new URL(origin).host) {
    refuse(misdirected);
    return;
  }
  const [path = "/"] = (request.url ?? "/").split("?", 1);
  const home = `/${secret}/`;
  if (path === home) {
    if (!isRead(request)) {
      refuse(methodNotAllowed);
      return;
    }
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.setHeader("Content-Security-Policy", "frame-ancestors 'none'");
    response.end(page);
    return;
  }
  const asked = path.startsWith(home) ? askedBy(path.slice(home.length)) : null;
  if (asked === null || asked.frame >= served.frameCount) refuse(notFound);
  else if (request.method !== "POST") refuse(methodNotAllowed);
  // A browser sends it along with every POST, and no page can change it.
  else if (request.headers.origin !== origin) refuse(forbidden);
  else sendAnswer(served.answer(asked), response);
}

/** The frame of a path such as `game/120`. */
function askedBy(path: string): AskedFrame | null {
  const [, name, digits] = /^([a-z]+)\/(\d{1,7})$/u.exec(path) ?? [];
  const build = servedBuilds.find((each) => each === name);
  return build === undefined ? null : { build, frame: Number(digits) };
}

function sendAnswer(answer: Promise<FrameAnswer>, response: ServerResponse): void {
  answer.then(
    (ready) => {
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify(ready));
    },
    // The server ends.
    () => response.destroy(),
  );
}
