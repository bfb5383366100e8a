import { type CellKind, everywhere, inDocuments, named } from "../cell.ts";

const group = "Connections";

export const network: readonly CellKind[] = [
  {
    group,
    name: "WebSocket",
    realms: everywhere,
    handling: named("WebSocket"),
    code: `const socket = new WebSocket("ws://127.0.0.1:1"); socket.onerror = () => undefined; show("opened");`,
    shows: /opened/,
  },
  {
    group,
    name: "EventSource",
    realms: everywhere,
    handling: named("EventSource"),
    code: `const source = new EventSource("data.txt"); source.onerror = () => undefined; source.close(); show("opened");`,
    shows: /opened/,
  },
  {
    group,
    name: "RTCPeerConnection",
    realms: inDocuments,
    handling: named("RTCPeerConnection"),
    code: `const peer = new RTCPeerConnection(); show(peer.connectionState);`,
    shows: /new/,
  },
  {
    group,
    name: "WebTransport",
    realms: everywhere,
    handling: named("WebTransport"),
    code: `const transport = new WebTransport("https://127.0.0.1:1/"); transport.ready.catch(() => undefined); transport.closed.catch(() => undefined); show("opened");`,
    shows: /opened/,
  },
  {
    group,
    name: "WebSocketStream",
    realms: everywhere,
    handling: named("WebSocketStream"),
    code: `if (typeof WebSocketStream === "undefined") { show("none"); return; }
const stream = new WebSocketStream("ws://127.0.0.1:1"); stream.opened.catch(() => undefined); stream.closed.catch(() => undefined); show("opened");`,
    shows: /opened|none/,
  },
  {
    group,
    name: "webkitRTCPeerConnection",
    realms: inDocuments,
    handling: named("RTCPeerConnection"),
    code: `const peer = new webkitRTCPeerConnection(); show([peer.connectionState, webkitRTCPeerConnection === RTCPeerConnection].join());`,
    shows: /new,true/,
  },
];
