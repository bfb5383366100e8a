import { createServer, request, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerRequest } from "../../../harness/serve-report/answer-requests.ts";
import { listenAnywhere } from "../../../harness/serve/listen.ts";

const secret = "3f2a1b9c";
const asked: unknown[] = [];
let server: Server;
let port = 0;
let origin = "";

beforeAll(async () => {
  server = createServer((incoming, response) => {
    answerRequest(
      {
        ...{ origin, secret, page: "<!doctype html>", frameCount: 30 },
        answer: async (frame) => {
          asked.push(frame);
          return { state: "shown", url: "data:,", note: null };
        },
      },
      incoming,
      response,
    );
  });
  port = await listenAnywhere(server);
  origin = `http://127.0.0.1:${String(port)}`;
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
});

interface Answer {
  readonly status: number | undefined;
  readonly text: string;
}

async function ask(method: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return await new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, method, path, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("end", () => {
        resolve({ status: response.statusCode, text });
      });
    })
      .on("error", reject)
      .end();
  });
}

describe("the server of a report", () => {
  it("gives its page, and a frame to that page", async () => {
    expect(await ask("GET", `/${secret}/`)).toEqual({ status: 200, text: "<!doctype html>" });
    const { status, text } = await ask("POST", `/${secret}/baseline/29`, { Origin: origin });
    expect({ status, answer: JSON.parse(text) as unknown }).toEqual({
      status: 200,
      answer: { state: "shown", url: "data:,", note: null },
    });
    expect(asked.splice(0)).toEqual([{ build: "baseline", frame: 29 }]);
  });

  it.each([
    ["the page by another name of this machine", 421, ["GET", `/${secret}/`], { Host: "rebound.example:80" }],
    ["a frame by another name", 421, ["POST", `/${secret}/game/3`], { Host: "rebound.example", Origin: "own" }],
    ["the page without the secret", 404, ["GET", "/"], {}],
    ["a frame without the secret", 404, ["POST", "/game/3"], { Origin: "own" }],
    ["a frame with another secret", 404, ["POST", "/3f2a1b9d/game/3"], { Origin: "own" }],
    ["a frame to a page from elsewhere", 403, ["POST", `/${secret}/game/3`], { Origin: "http://example.org" }],
    ["a frame to an opaque origin", 403, ["POST", `/${secret}/game/3`], { Origin: "null" }],
    ["a frame to whoever names no origin", 403, ["POST", `/${secret}/game/3`], {}],
    ["a frame to a picture or a link", 405, ["GET", `/${secret}/game/3`], { Origin: "own" }],
    ["a frame that the run does not have", 404, ["POST", `/${secret}/game/30`], { Origin: "own" }],
    ["another build", 404, ["POST", `/${secret}/other/3`], { Origin: "own" }],
    ["a file", 404, ["GET", `/${secret}/../package.json`], {}],
  ] as const)("refuses %s with %i", async (_what, status, [method, path], headers) => {
    const sent = "Origin" in headers && headers.Origin === "own" ? { ...headers, Origin: origin } : headers;
    expect(await ask(method, path, sent)).toEqual({ status, text: "" });
    expect(asked).toEqual([]);
  });
});
