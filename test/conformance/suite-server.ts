import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as openRequest,
  type Server,
  type ServerResponse,
} from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { embedHostBundle } from "../../harness/serve/page-bundles.ts";
import { scriptReportPolicy } from "../../src/formats/page-port.ts";

/** The suite's pages, under the URLs that a browser uses. */
export interface SuiteServer extends AsyncDisposable {
  /** The value of Chromium's --host-resolver-rules. */
  readonly hostRules: string;
  /** A host page with nothing but a frame, for Chromium alone. The frame's URL is the query's `page`. */
  plainUrl(path: string): string;
  /** The harness' own host page. */
  readonly hostUrl: string;
  pageUrl(path: string): string;
}

const hostName = "game.framegate.localhost";
const suiteName = "embed.framegate.localhost";

/** Replaces the suite's own report, so that the results can be read from the page. */
const report = `setup({ output: false });
add_completion_callback((tests, { status, message }) => {
  globalThis.conformanceResults = JSON.stringify({
    status, message, subtests: tests.map(({ name, status, message }) => [name, status, message ?? ""]),
  });
});`;

/** Headers that every page has under Framegate, so plain Chromium gets them too. The suite's own headers win. */
const isolation: OutgoingHttpHeaders = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "cross-origin",
  "cache-control": "no-store",
  "content-security-policy-report-only": scriptReportPolicy,
};

/**
 * Starts the suite's own server (Python 3) for a checkout in `folder`, and a proxy that adds Framegate's own headers
 * and pages.
 */
export async function serveSuite(folder: string): Promise<SuiteServer> {
  const config = await mkdtemp(join(tmpdir(), "framegate-suite-"));
  const ports = await freePorts(suitePortCount);
  const suitePort = ports[0] ?? 0;
  const configFile = join(config, "config.json");
  await writeFile(configFile, JSON.stringify(suiteConfig(ports)));
  // A process group of its own, because the suite's server starts one process for each port.
  const suite = spawn("python3", ["wpt", "serve", "--config", configFile, "--no-h2"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "ignore"],
    detached: true,
  });
  suite.unref();
  let isClosing = false;
  suite.once("exit", () => {
    if (isClosing) return;
    rmSync(config, { recursive: true, force: true });
    // Without the server, each page would wait for its limit.
    throw new Error("The suite's server (python3 wpt serve) ended by itself. Is the folder a whole checkout?");
  });
  await waitForServer(suitePort);
  const front = createServer((request, response) => {
    answer(suitePort, request, response);
  });
  const port = await listen(front, 0);
  return {
    hostRules: `MAP *.framegate.localhost 127.0.0.1:${String(port)},MAP * ~NOTFOUND,EXCLUDE 127.0.0.1`,
    hostUrl: `http://${hostName}/`,
    plainUrl: (path) => `http://${hostName}/plain?page=${encodeURIComponent(path)}`,
    pageUrl: (path) => `http://${suiteName}${path}`,
    async [Symbol.asyncDispose]() {
      isClosing = true;
      front.closeAllConnections();
      front.close();
      if (suite.pid !== undefined && suite.exitCode === null) process.kill(-suite.pid, "SIGTERM");
      await rm(config, { recursive: true, force: true });
    },
  };
}

const suitePortCount = 9;

function suiteConfig(ports: readonly number[]): unknown {
  const [http, http2, https, https2, ws, wss, local, open, oldLocal] = ports;
  return {
    browser_host: suiteName,
    server_host: "127.0.0.1",
    bind_address: false,
    check_subdomains: false,
    ssl: { type: "none" },
    ports: {
      http: [http, http2],
      https: [https, https2],
      ws: [ws],
      wss: [wss],
      "http-local": [local],
      "http-public": [open],
      "https-local": [],
      "https-public": [],
      // Older checkouts call the local address space private.
      "http-private": [oldLocal],
      "https-private": [],
    },
  };
}

function answer(suitePort: number, request: IncomingMessage, response: ServerResponse): void {
  const url = request.url ?? "/";
  const text = own(request.headers.host ?? "", url);
  if (text === null) {
    passOn(suitePort, request, response);
    return;
  }
  response.writeHead(200, { ...isolation, "content-type": text.type });
  response.end(text.body);
}

/** The response of this server itself; null to pass the request on to the suite's own. */
function own(host: string, url: string): { readonly type: string; readonly body: string } | null {
  const { pathname, searchParams } = new URL(url, `http://${hostName}`);
  if (pathname === "/resources/testharnessreport.js") return { type: "text/javascript", body: report };
  if (!host.startsWith(hostName)) return null;
  if (pathname === "/plain") return { type: "text/html", body: plainPage(searchParams.get("page") ?? "") };
  if (pathname === "/host.js") return { type: "text/javascript", body: readFileSync(embedHostBundle, "utf8") };
  const script = '<script src="/host.js"></script>';
  return { type: "text/html", body: `<!doctype html>${style}<body>${script}</body>` };
}

const style = `<meta charset="utf-8"><link rel="icon" href="data:,"><style>html,body{margin:0;height:100%;overflow:hidden}</style>`;

/** Frames a page as \`embedPage\` in src/page/embed-page.ts does. */
function plainPage(path: string): string {
  return `<!doctype html>${style}<body><script>
    const frame = document.createElement("iframe");
    frame.sandbox.add("allow-scripts", "allow-same-origin", "allow-pointer-lock", "allow-forms", "allow-modals");
    frame.allow = "autoplay *; cross-origin-isolated *; fullscreen *; gamepad *";
    frame.style.cssText = "position:absolute;inset:0;width:100%;height:100%;border:0";
    frame.onload = () => frame.focus({ preventScroll: true });
    frame.src = ${JSON.stringify(`http://${suiteName}${path}`)};
    document.body.append(frame);
  </script></body>`;
}

function passOn(port: number, request: IncomingMessage, response: ServerResponse): void {
  const { url: path, method, headers } = request;
  const forward = openRequest({ host: "127.0.0.1", port, path, method, headers }, (answered) => {
    response.sendDate = false;
    response.writeHead(answered.statusCode ?? 500, answered.statusMessage, { ...isolation, ...answered.headers });
    answered.pipe(response);
    answered.on("error", () => response.destroy());
  });
  forward.on("error", () => response.destroy());
  response.on("close", () => forward.destroy());
  request.pipe(forward);
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(servers.map(async (server) => await listen(server, 0)));
  await Promise.all(servers.map(async (server) => await new Promise((resolve) => server.close(resolve))));
  return ports;
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("The server has no port.");
  return address.port;
}

const startLimitMs = 60_000;
const retryMs = 200;

async function waitForServer(port: number): Promise<void> {
  const end = performance.now() + startLimitMs;
  for (;;) {
    const answered = await fetch(`http://127.0.0.1:${String(port)}/resources/testharness.js`).catch(() => null);
    if (answered?.ok === true) return;
    if (performance.now() > end)
      throw new Error("The suite's server (python3 wpt serve) did not start. Is the folder a whole checkout?");
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}
