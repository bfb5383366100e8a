import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { readdirSync } from "node:fs";
import { createServer as createDevServer } from "vite";
import { describe, expect, it } from "vitest";
import { createGameFolder, type GameFolder } from "../harness/fixtures/game-folder.ts";
import { reportOf, runCommand, runJson } from "./run-command.ts";

const short = ["--frames", "100", "--warmup", "0", "--repeat", "0"];

const sources = {
  "index.html":
    '<!doctype html><title>Dev &amp; game</title><canvas></canvas><script type="module" src="/src/main.ts"></script>',
  "src/main.ts": `import "./style.css";
    import { label } from "./label";
    const context: CanvasRenderingContext2D = document.querySelector("canvas")!.getContext("2d")!;
    requestAnimationFrame(function frame(now: number) {
      context.clearRect(0, 0, 300, 150);
      context.fillText(label, (now / 10) % 300, 40);
      requestAnimationFrame(frame);
    });`,
  "src/label.ts": 'export const label: string = "first";',
  "src/style.css": "canvas { border: 1px solid }",
};

interface Running extends AsyncDisposable {
  readonly url: string;
}

/** Vite's development server, with its reload socket. */
async function serveSources(folder: GameFolder): Promise<Running> {
  const server = await createDevServer({
    root: folder.path,
    configFile: false,
    logLevel: "silent",
    cacheDir: `${folder.path}/.vite`,
    server: { port: 0, host: "localhost" },
  });
  await server.listen();
  const [url = ""] = server.resolvedUrls?.local ?? [];
  return {
    url,
    async [Symbol.asyncDispose]() {
      await server.close();
    },
  };
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(answer: Answer): Promise<Running> {
  const server: Server = createHttpServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    url: `http://localhost:${String(address.port)}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function page(response: ServerResponse, html: string): void {
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(html);
}

const moving = `<p>0</p><script>
  const p = document.querySelector("p");
  requestAnimationFrame(function frame(now) { p.textContent = String(now); requestAnimationFrame(frame); });
</script>`;

describe("a development server", () => {
  it("is measured like a page, and says so", async () => {
    await using folder = await createGameFolder(sources);
    await using server = await serveSources(folder);
    const result = await runJson([
      "perf",
      server.url,
      ...short,
      "--budget",
      "maxCanvasOperations=1",
      "--assert-budget",
    ]);
    expect(result.exitCode, result.stderr).toBe(0);
    const { report } = reportOf(result);
    expect(report.game.name).toBe("Dev & game");
    expect(report.target).toBe(server.url);
    expect(report.metrics.maxCanvasOperations.value).toBe(1);
    // Nothing is ever sent on its reload socket, so there is nothing to warn about.
    expect(report.notices.map(({ code }) => code)).not.toContain("undriven-api");
    expect(report.notices.filter(({ severity }) => severity === "failure")).toEqual([]);
    expect(result.stderr).toContain(`served by ${new URL(server.url).origin} of this machine`);
  });

  it("shows all runs the same page, whatever happens to its sources meanwhile", async () => {
    await using folder = await createGameFolder(sources);
    await using server = await serveSources(folder);
    const result = await runJson(["perf", server.url, ...short], {
      reactions: [
        {
          text: "count pass 2",
          act: () => {
            void folder.write({ "src/label.ts": 'export const label: string = "second";', "src/main.ts": "oops(" });
          },
        },
      ],
    });
    expect(result.exitCode, result.stderr).toBe(0);
    expect(reportOf(result).report.divergence).toBeNull();
  });

  it("gives the same frames in every launch", async () => {
    await using folder = await createGameFolder(sources);
    await using server = await serveSources(folder);
    const result = await runCommand(["verify", server.url, "--frames", "60", "--launches", "2", "--json"]);
    expect(result.exitCode, result.stderr).toBe(0);
    expect(JSON.parse(result.stdout)).toMatchObject({ identical: true, vacuous: false });
  });

  it("can be recorded, into a file named after it", async () => {
    await using folder = await createGameFolder();
    await using server = await serve((_request, response) => {
      page(response, moving);
    });
    const result = await runCommand(["record", server.url, "--headless", "--frames", "5"], { cwd: folder.path });
    expect(result.exitCode, result.stderr).toBe(0);
    expect(readdirSync(folder.path)).toEqual([`localhost-${new URL(server.url).port}.tape.json`]);
  });
});

describe("a server that cannot be run", () => {
  it.each<readonly [string, string, Answer]>([
    [
      "has no such page",
      "2 server-no-page: There is no page to run at URL: the server answers 404 Not Found.",
      (_request, response) => {
        response.writeHead(404).end();
      },
    ],
    [
      "leads to another server",
      "2 server-no-page: There is no page to run at URL: the server redirects to https://example.com/, which is another server.",
      (_request, response) => {
        response.writeHead(302, { Location: "https://example.com/" }).end();
      },
    ],
    [
      "leads round in circles",
      "2 server-no-page: There is no page to run at URL: the server redirects without end.",
      (_request, response) => {
        response.writeHead(302, { Location: "/" }).end();
      },
    ],
    [
      "answers with data",
      "2 server-no-page: There is no page to run at URL: the server answers with application/json, which is no page.",
      (_request, response) => {
        response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
      },
    ],
    [
      "fails",
      "5 server-failed: The server cannot serve URL: it answers 500 Internal Server Error.",
      (_request, response) => {
        response.writeHead(500).end();
      },
    ],
    [
      "hangs up",
      "6 server-not-reached: The server at URL cannot be reached: socket hang up.",
      (request) => {
        request.socket.destroy();
      },
    ],
  ])("because it %s", async (_what, expected, answer) => {
    await using server = await serve(answer);
    const { exitCode, json } = await runJson(["perf", server.url]);
    const { code, message } = json.error ?? {};
    expect(`${String(exitCode)} ${String(code)}: ${String(message).replace(server.url, "URL")}`).toBe(expected);
  });

  it("because it is not running, or not on this machine", async () => {
    const server = await serve(() => undefined);
    await server[Symbol.asyncDispose]();
    const gone = await runJson(["verify", server.url]);
    expect([gone.exitCode, gone.json.error?.code]).toEqual([6, "server-not-reached"]);
    for (const url of ["http://example.com/", "http://192.168.0.7:5173/", "http://localhost.example.com/"]) {
      const elsewhere = await runJson(["perf", url]);
      expect([elsewhere.exitCode, elsewhere.json.error?.code]).toEqual([2, "server-not-local"]);
    }
  });

  it("ends the wait when the command is interrupted", async () => {
    let asked = (): void => undefined;
    await using server = await serve(() => {
      asked();
    });
    const result = await runCommand(["perf", server.url], {
      onStart: (command) => {
        asked = () => {
          command.signal("SIGINT");
        };
      },
    });
    expect(result.exitCode, result.stderr).toBe(130);
  });
});

describe("the page of a running server", () => {
  it("is found behind a redirect, keeps its fragment and its cookies, and may name its server outright", async () => {
    await using server = await serve(({ url = "", headers }, response) => {
      if (url === "/") response.writeHead(302, { Location: "/game/?level=2" }).end();
      else if (url.startsWith("/game/?level=2")) {
        const own = `http://${headers.host ?? ""}/data.json`;
        response.setHeader("Set-Cookie", "session=7; Path=/; Domain=localhost; HttpOnly");
        page(
          response,
          `${moving}<script>
            if (location.hash !== "#/two") throw new Error(location.href);
            fetch("${own}");
            fetch("/session.json").then((r) => r.json()).then((d) => { if (d.is !== "session=7") throw new Error(d.is); });
          </script>`,
        );
      } else {
        response.writeHead(200, { "Content-Type": "application/json" });
        response.end(JSON.stringify({ is: headers.cookie ?? "no cookie" }));
      }
    });
    const result = await runJson(["perf", `${server.url}#/two`, ...short, "--query", "speed=2"]);
    expect(result.exitCode, result.stderr).toBe(0);
    expect(reportOf(result).report.notices.filter(({ code }) => code !== "browser")).toEqual([]);
  });

  it("reaches no other server of this machine", async () => {
    let isReached = false;
    await using other = await serve((_request, response) => {
      isReached = true;
      response.end("{}");
    });
    await using server = await serve((_request, response) => {
      page(response, `${moving}<script>fetch("${other.url}").catch(() => {})</script>`);
    });
    const result = await runJson(["perf", server.url, ...short]);
    expect(reportOf(result).report.notices.map(({ code }) => code)).toContain("request-failed");
    expect(isReached).toBe(false);
  });

  it("fails with the status that a script got", async () => {
    await using server = await serve(({ url = "" }, response) => {
      if (url === "/") page(response, `${moving}<script src="/main.js"></script>`);
      else response.writeHead(504, "Outdated Optimize Dep").end();
    });
    const result = await runJson(["perf", server.url, ...short]);
    expect(result.exitCode, result.stderr).toBe(5);
    const failures = reportOf(result).report.notices.filter(({ severity }) => severity === "failure");
    expect(failures[0]?.message).toContain(`answered 504 Outdated Optimize Dep for ${server.url}main.js`);
  });
});
