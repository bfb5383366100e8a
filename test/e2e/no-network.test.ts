import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createGameFolder } from "../harness/fixtures/game-folder.ts";
import { reportOf, runJson } from "./run-command.ts";
import { short } from "./failing-run.ts";

/** Counts what reaches ports of this machine. */
class Listener implements AsyncDisposable {
  readonly heard: string[] = [];
  readonly #tcp = createServer((socket) => {
    this.heard.push("a connection");
    socket.destroy();
  });
  readonly #udp = createSocket("udp4", () => this.heard.push("a packet"));

  async listen(): Promise<{ readonly tcp: number; readonly udp: number }> {
    await once(this.#tcp.listen(0, "127.0.0.1"), "listening");
    this.#udp.bind(0, "127.0.0.1");
    await once(this.#udp, "listening");
    const address = this.#tcp.address();
    if (address === null || typeof address === "string") throw new Error("The server has no port.");
    return { tcp: address.port, udp: this.#udp.address().port };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise((resolve) => this.#udp.close(() => this.#tcp.close(resolve)));
  }
}

/** A page that tries each way out, counts what fails, and goes on drawing. */
function escapingPage({ tcp, udp }: { readonly tcp: number; readonly udp: number }): string {
  return `<!doctype html>
<link rel="preconnect" href="http://127.0.0.1:${tcp}"><link rel="dns-prefetch" href="http://127.0.0.1:${tcp}">
<link rel="prefetch" href="http://127.0.0.1:${tcp}/prefetch"><img src="http://127.0.0.1:${tcp}/image">
<iframe src="http://127.0.0.1:${tcp}/frame"></iframe><canvas></canvas><p></p>
<script>
  const hosts = ["127.0.0.1", "127.1", "2130706433", "0x7f.1", "0.0.0.0", "localhost", "[::1]", "[::ffff:127.0.0.1]"];
  let refused = 0;
  const refuse = () => (document.querySelector("p").textContent = "refused " + ++refused);
  for (const host of hosts) fetch("http://" + host + ":${tcp}/", { mode: "no-cors" }).catch(refuse);
  new WebSocket("ws://127.0.0.1:${tcp}/").onerror = refuse;
  new EventSource("http://127.0.0.1:${tcp}/").onerror = refuse;
  navigator.sendBeacon("http://127.0.0.1:${tcp}/", "beacon");
  new Worker(URL.createObjectURL(new Blob(["fetch('http://127.0.0.1:${tcp}/')"])));
  navigator.serviceWorker.register("worker.js");
  try { new WebTransport("https://127.0.0.1:${udp}/"); } catch {}
  const iceServers = [
    { urls: "stun:127.0.0.1:${udp}" },
    { urls: "turn:127.0.0.1:${tcp}?transport=tcp", username: "a", credential: "a" },
    { urls: "turn:127.0.0.1:${udp}", username: "a", credential: "a" },
  ];
  const peer = new RTCPeerConnection({ iceServers });
  peer.createDataChannel("out");
  peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  const context = document.querySelector("canvas").getContext("2d");
  (function frame(now = 0) {
    context.fillRect(now % 100, 0, 5, 5);
    requestAnimationFrame(frame);
  })();
</script>`;
}

it("gives a page no way out, to this machine neither", async () => {
  await using listener = new Listener();
  const ports = await listener.listen();
  await using folder = await createGameFolder({
    "index.html": escapingPage(ports),
    "worker.js": `fetch("http://127.0.0.1:${String(ports.tcp)}/");`,
  });
  const result = await runJson(["perf", join(folder.path, "index.html"), ...short, "--frames", "200"]);
  expect(listener.heard).toEqual([]);
  const { report } = reportOf(result);
  const refused = report.notices.filter(({ code }) => code === "request-failed").map(({ message }) => message);
  expect(refused).toContainEqual(
    expect.stringContaining(`http://127.0.0.1:${String(ports.tcp)}/image could not be loaded`),
  );
});
