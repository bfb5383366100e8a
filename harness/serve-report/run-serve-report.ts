import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { FrameAnswer } from "../../src/formats/report-view.ts";
import { listenAnywhere, listenFrom } from "../serve/listen.ts";
import { createPrivateServer } from "../serve/private-server.ts";
import { answerFrame, type ShownReport } from "./answer-frame.ts";
import { answerRequest, type ServedReport } from "./answer-requests.ts";
import { createFrameDesk } from "./frame-desk.ts";

/** Options of `runServeReport`. */
export interface ServeReportOptions extends ShownReport {
  readonly page: string;
  readonly frameCount: number;
  /** The preferred port; null for any free one. */
  readonly port: number | null;
  /** Called once, when the server is ready. */
  readonly onReady: (url: string) => void;
  /** Called with the error of a frame that could not be rendered. Returns what the page says about it. */
  readonly onError: (error: unknown) => Pick<Extract<FrameAnswer, { readonly state: "failed" }>, "message" | "hint">;
}

/**
 * Serves the page of a report until `signal` aborts, and renders the frames that it asks for.
 *
 * @throws FramegateError `port-taken`, `dev-port-taken`.
 */
export async function runServeReport(options: ServeReportOptions): Promise<void> {
  const { page, frameCount, port, signal, onReady, onError } = options;
  const desk = createFrameDesk(async (asked) => {
    // Requests that still waited when the server ended.
    signal.throwIfAborted();
    try {
      return await answerFrame(asked, options);
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      return { state: "failed", ...onError(thrown) };
    }
  });
  let served: ServedReport | null = null;
  const server = createPrivateServer(
    (request, response) => {
      if (served === null) response.destroy();
      else answerRequest(served, request, response);
    },
    null,
    () => false,
  );
  try {
    const listening = port === null ? await listenAnywhere(server) : await listenFrom(server, port);
    const origin = `http://127.0.0.1:${String(listening)}`;
    const secret = randomUUID();
    served = { origin, secret, page, frameCount, answer: desk.answer };
    onReady(`${origin}/${secret}/`);
    if (!signal.aborted) await once(signal, "abort");
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await desk.idle();
  }
}
