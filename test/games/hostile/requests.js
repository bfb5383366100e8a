"use strict";
// Ways in which a page makes the browser send a request to another server.

function attempt(act) {
  try {
    const result = act();
    if (result instanceof Promise) result.catch(ignore);
  } catch {
    // This browser does not have it, or rejects it at once.
  }
}

function element(name, attributes, parent = document.body) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent.append(made);
  return made;
}

const link = (rel, more = {}) => element("link", { rel, href: to(`link-${rel.replace(" ", "-")}`), ...more }, document.head);
for (const rel of ["preconnect", "dns-prefetch", "prefetch", "prerender", "modulepreload", "stylesheet", "icon", "manifest"])
  link(rel);
link("preload", { as: "image" });

element("img", { src: to("image") });
element("img", { srcset: `${to("image-set")} 2x` });
element("picture", {}).innerHTML = `<source srcset="${to("picture")}"><img>`;
element("script", { src: to("script") });
element("script", { src: to("script-module"), type: "module" });
element("video", { src: to("video"), poster: to("video-poster") });
element("audio", { src: to("audio"), preload: "auto" });
element("object", { data: to("object") });
element("embed", { src: to("embed") });
element("portal", { src: to("portal") });
element("fencedframe", { src: to("fenced-frame") });
element("input", { type: "image", src: to("input-image") });
element("table", { background: to("background") });
element("div", { style: `background: url(${to("style-background")}); width: 9px; height: 9px` });
element("style", {}).textContent = `@import url(${to("style-import")});
  @font-face { font-family: other; src: url(${to("style-font")}) } p { font-family: other }
  a { cursor: url(${to("style-cursor")}), auto } p { mask-image: url(${to("style-mask")}) }`;
element("p", {}).textContent = "A text that needs the font.";
element("svg-holder", {}).innerHTML = `<svg><image href="${to("svg-image")}"/><use href="${to("svg-use")}#a"/></svg>`;
element("iframe", { src: to("frame") });
element("iframe", { srcdoc: `<meta http-equiv="refresh" content="0; url=${to("refresh")}">` });
element("iframe", { src: "data:text/html," + encodeURIComponent(`<script>fetch("${to("data-frame")}")</script>`) });
element("iframe", { sandbox: "allow-scripts", srcdoc: `<script>fetch("${to("sandboxed-frame")}")</script>` });
element("script", { type: "speculationrules" }).textContent = JSON.stringify({
  prefetch: [{ urls: [to("rules-prefetch")], eagerness: "immediate" }],
  prerender: [{ urls: [to("rules-prerender")], eagerness: "immediate" }],
});
const anchor = element("a", { href: "#", ping: to("anchor-ping") });
anchor.click();
element("iframe", { name: "target" });
element("a", { href: to("anchor-target"), target: "target" }).click();
for (const method of ["get", "post"]) element("form", { method, action: to(`form-${method}`), target: "target" }).submit();

attempt(() => fetch(to("fetch")));
attempt(() => fetch(to("fetch-post"), { method: "POST", body: "text", mode: "no-cors" }));
attempt(() => fetch(to("fetch-keepalive"), { keepalive: true, mode: "no-cors" }));
attempt(() => fetch(to("fetch-later-plain"), { priority: "low", mode: "no-cors" }));
attempt(() => fetchLater(to("fetch-later"), { activateAfter: 0 }));
attempt(() => fetch(to("fetch-secure", "127.0.0.1", "https")));
attempt(() => {
  const asking = new XMLHttpRequest();
  asking.open("GET", to("xhr"));
  asking.send();
});
attempt(() => navigator.sendBeacon(to("beacon"), "text"));
attempt(() => new EventSource(to("event-source")));
attempt(() => new WebSocket(to("web-socket", "127.0.0.1", "ws")));
attempt(() => new WebSocket(to("web-socket-secure", "127.0.0.1", "wss")));
attempt(() => new WebSocketStream(to("web-socket-stream", "127.0.0.1", "ws")).opened);
attempt(() => new WebTransport(`https://127.0.0.1:${udp}/web-transport`).ready);
attempt(() => new FontFace("another", `url(${to("font-face")})`).load());
attempt(() => new PaymentRequest([{ supportedMethods: to("payment") }], { total: { label: "a", amount: { currency: "EUR", value: "1" } } }).canMakePayment());
attempt(() => navigator.credentials.get({ identity: { providers: [{ configURL: to("identity"), clientId: "a" }] } }));
attempt(() => open(to("window"), "_blank", "noopener"));
attempt(() => import(to("import")));
attempt(() => new Worker(to("worker")));
attempt(() => CSS.paintWorklet.addModule(to("paint-worklet")));
attempt(() => new AudioContext().audioWorklet.addModule(to("audio-worklet")));
attempt(() => caches.open("a").then((cache) => cache.add(to("cache"))));

function connectPeer(configuration) {
  attempt(() => {
    const peer = new RTCPeerConnection(configuration);
    peer.createDataChannel("out");
    return peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  });
}
const user = { username: "a", credential: "a" };
connectPeer({ iceServers: [{ urls: `stun:127.0.0.1:${udp}` }] });
connectPeer({ iceServers: [{ urls: `turn:127.0.0.1:${udp}`, ...user }] });
connectPeer({ iceServers: [{ urls: `turn:127.0.0.1:${tcp}?transport=tcp`, ...user }] });
connectPeer({ iceServers: [{ urls: `turns:localhost:${tcp}`, ...user }] });

// Two peers of one page may know each other's addresses; one of them is given the test's address.
attempt(async () => {
  const [near, far] = [new RTCPeerConnection(), new RTCPeerConnection()];
  near.createDataChannel("out");
  await near.setLocalDescription(await near.createOffer());
  await far.setRemoteDescription(near.localDescription);
  await far.setLocalDescription(await far.createAnswer());
  await near.setRemoteDescription(far.localDescription);
  for (const [kind, port] of [["udp", udp], ["tcp", tcp]]) {
    const end = kind === "tcp" ? " tcptype passive" : "";
    await near.addIceCandidate({ candidate: `candidate:1 1 ${kind} 2122260223 127.0.0.1 ${port} typ host${end}`, sdpMid: "0" });
  }
});
