import type { PlantedRealm } from "./planted-causes.ts";

/**
 * A source that Framegate does not hold, in a game that draws what the source gives. It must be named whether or not two
 * launches differ.
 */
export interface NamedCause {
  readonly name: string;
  readonly realms: readonly PlantedRealm[];
  /** Lines of a script, in which `show` draws a value. A line that ends with `// named: API` has the call to be named. */
  readonly lines: readonly string[];
  /** Beside the game. Their lines may be marked as well. */
  readonly files?: Readonly<Record<string, string>>;
}

const everywhere = ["page", "iframe", "worker"] as const;
const inDocuments = ["page", "iframe"] as const;
const inWindows = ["page", "iframe", "srcdoc", "sandbox"] as const;
const inAnyRealm = ["page", "iframe", "srcdoc", "sandbox", "worker"] as const;

/** A worker that counts in the memory it is sent, over a port if it is sent one. */
const counter = {
  "count.js": `onmessage = ({ data, ports: [port] }) => {
  if (port) port.onmessage = onmessage;
  else for (let n = 0; n < 2e7; n += 1) Atomics.add(new Int32Array(data.buffer ?? data), 0, 1);
};`,
};

const sharedMemory: readonly NamedCause[] = [
  {
    name: "shared memory",
    // A sandboxed frame is not isolated, and so has none.
    realms: ["page", "iframe", "srcdoc", "worker"],
    files: counter,
    lines: [
      `const memory = new SharedArrayBuffer(4);`,
      `const worker = new Worker("count.js");`,
      `worker.postMessage(memory); // named: SharedArrayBuffer`,
      `setInterval(() => show(new Int32Array(memory)[0]), 20);`,
    ],
  },
  {
    name: "shared memory deep in the second message",
    realms: everywhere,
    files: { "count.js": `onmessage = ({ data }) => { if (data.parts) data.parts.get("cells")[0] = 7; };` },
    lines: [
      `const cells = new Int32Array(new SharedArrayBuffer(4));`,
      `const worker = new Worker("count.js");`,
      `worker.postMessage({ count: 1 });`,
      `worker.postMessage({ parts: new Map([["cells", cells]]) }); // named: SharedArrayBuffer`,
      `setInterval(() => show(cells[0]), 20);`,
    ],
  },
  {
    name: "shared memory over a port",
    realms: everywhere,
    files: counter,
    lines: [
      `const memory = new SharedArrayBuffer(4);`,
      `const { port1, port2 } = new MessageChannel();`,
      `new Worker("count.js").postMessage(0, [port2]);`,
      `port1.postMessage(memory); // named: SharedArrayBuffer`,
      `setInterval(() => show(new Int32Array(memory)[0]), 20);`,
    ],
  },
  {
    name: "memory of a worker that does not answer",
    realms: everywhere,
    files: {
      "count.js": `const memory = new SharedArrayBuffer(4);
postMessage(memory); // named: SharedArrayBuffer
for (let n = 0; n < 6e8; n += 1) Atomics.add(new Int32Array(memory), 0, 1);`,
    },
    lines: [
      `const worker = new Worker("count.js");`,
      `worker.onmessage = ({ data }) => setInterval(() => show(new Int32Array(data)[0]), 20);`,
    ],
  },
  {
    name: "shared memory of WebAssembly",
    realms: everywhere,
    files: counter,
    lines: [
      `const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });`,
      `const worker = new Worker("count.js");`,
      `worker.postMessage(memory); // named: WebAssembly.Memory`,
      `setInterval(() => show(new Int32Array(memory.buffer)[0]), 20);`,
    ],
  },
  {
    name: "shared memory that a module exports",
    realms: everywhere,
    files: counter,
    lines: [
      // (module (memory (export "m") 1 1 shared))
      `const bytes = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 5, 4, 1, 3, 1, 1, 7, 5, 1, 1, 109, 2, 0);`,
      `const { instance } = await WebAssembly.instantiate(bytes);`,
      `const worker = new Worker("count.js");`,
      `worker.postMessage(instance.exports.m); // named: WebAssembly.Memory`,
      `setInterval(() => show(new Int32Array(instance.exports.m.buffer)[0]), 20);`,
    ],
  },
  {
    name: "shared memory that another window sends",
    realms: ["page", "iframe", "srcdoc"],
    files: {
      ...counter,
      "sends.html": `<script>const memory = new SharedArrayBuffer(4); parent.postMessage({ memory }, "*");</script>`,
    },
    lines: [
      ...openFrame("sends.html"),
      `onmessage = ({ data: { memory } }) => {`,
      `  const worker = new Worker("count.js");`,
      `  worker.postMessage(memory); // named: SharedArrayBuffer`,
      `  setInterval(() => show(new Int32Array(memory)[0]), 20);`,
      `};`,
    ],
  },
  {
    name: "shared memory that is read from another window",
    realms: ["page", "iframe", "srcdoc"],
    files: {
      ...counter,
      "offers.html": `<script>var memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });</script>`,
    },
    lines: [
      ...openFrame("offers.html"),
      `other.onload = () => {`,
      `  const { memory } = other.contentWindow;`,
      `  const worker = new Worker("count.js");`,
      `  worker.postMessage(memory); // named: WebAssembly.Memory`,
      `  setInterval(() => show(new Int32Array(memory.buffer)[0]), 20);`,
      `};`,
    ],
  },
];

/** Lines that open another window, in a frame. */
function openFrame(url: string): readonly string[] {
  return [
    `const other = document.createElement("iframe");`,
    `other.src = ${JSON.stringify(url)};`,
    `document.body.append(other);`,
  ];
}

// A function "f" that returns the first lane of f32x4.relaxed_madd, of three constants.
const constant = `253, 12, ${Array.from({ length: 4 }, () => "0, 0, 128, 63").join(", ")}`;
const relaxedBody = `0, ${constant}, ${constant}, ${constant}, 253, 133, 2, 253, 31, 0, 11`;
const relaxedModule = `const bytes = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 125, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 64, 1, 62, ${relaxedBody});`;

const relaxedSimd = [
  "instantiate(bytes)",
  "compile(bytes)",
  "instantiateStreaming(new Response(bytes, wasm))",
  "compileStreaming(new Response(bytes, wasm))",
].map((call): NamedCause => ({
  name: `relaxed SIMD by ${call}`,
  realms: everywhere,
  lines: [
    `const wasm = { headers: { "Content-Type": "application/wasm" } };`,
    relaxedModule,
    `const made = await WebAssembly.${call}; // named: WebAssembly relaxed SIMD`,
    `const instance = made.instance ?? new WebAssembly.Instance(made);`,
    `show(instance.exports.f());`,
  ],
}));

const key = `{ kty: "RSA", e: "AQAB", n: "7DhFv1H3_K-NvA9HxB5h5ayd9JItvR5cHtiw7ilVb9ngi8G9vPCuulRfTfEZkPrLZSwylfnntti6PiCqDQaldkj6uwsj8GLf9IAlCV0jJa8szDU0WqctAh2vPx-QIcVSat8glppRT0Y2TgM_OwjSwZ6f2uHA6eobVxpSg7dsFUM" }`;

const randomness: readonly NamedCause[] = [
  {
    name: "a key of RSA",
    realms: inAnyRealm,
    lines: [
      `const kind = { name: "RSA-PSS", modulusLength: 1024, publicExponent: Uint8Array.of(1, 0, 1), hash: "SHA-256" };`,
      `const { publicKey } = await crypto.subtle.generateKey(kind, true, ["sign"]); // named: SubtleCrypto.generateKey`,
      `const { n } = await crypto.subtle.exportKey("jwk", publicKey);`,
      `show(n);`,
    ],
  },
  {
    name: "a signature by ECDSA",
    realms: everywhere,
    lines: [
      `const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign"]);`,
      `const way = { name: "ECDSA", hash: "SHA-256" };`,
      `const seal = await crypto.subtle.sign(way, pair.privateKey, new Uint8Array(3)); // named: SubtleCrypto.sign`,
      `show(new Uint8Array(seal).join());`,
    ],
  },
  ...[
    ["encrypt", `encrypt("RSA-OAEP", key, new Uint8Array(3))`],
    ["wrapKey", `wrapKey("raw", secret, key, "RSA-OAEP")`],
  ].map(([method = "", call = ""]): NamedCause => ({
    name: `${method} by RSA-OAEP`,
    realms: everywhere,
    lines: [
      `const jwk = ${key};`,
      `const padding = { name: "RSA-OAEP", hash: "SHA-256" };`,
      `const key = await crypto.subtle.importKey("jwk", jwk, padding, true, ["encrypt", "wrapKey"]);`,
      `const secret = await crypto.subtle.generateKey({ name: "AES-GCM", length: 128 }, true, ["encrypt"]);`,
      `const bytes = await crypto.subtle.${call}; // named: SubtleCrypto.${method}`,
      `show(new Uint8Array(bytes).join());`,
    ],
  })),
];

const connections: readonly NamedCause[] = [
  {
    name: "a socket",
    realms: inAnyRealm,
    lines: [
      `const socket = new WebSocket(server.replace("http", "ws")); // named: WebSocket`,
      `socket.onmessage = ({ data }) => show(data);`,
    ],
  },
  {
    name: "a socket as a stream",
    realms: everywhere,
    lines: [
      `const socket = new WebSocketStream(server.replace("http", "ws")); // named: WebSocketStream`,
      `const { readable } = await socket.opened;`,
      `for await (const chunk of readable) show(chunk);`,
    ],
  },
  {
    name: "events of a server",
    realms: everywhere,
    lines: [
      `const events = new EventSource(server + "events"); // named: EventSource`,
      `events.onmessage = ({ data }) => show(data);`,
    ],
  },
  {
    name: "a transport",
    realms: everywhere,
    lines: [
      `const transport = new WebTransport("https://127.0.0.1:1/"); // named: WebTransport`,
      `transport.closed.catch(() => undefined);`,
      `transport.ready.catch((reason) => show(reason.name));`,
    ],
  },
  {
    name: "a connection between browsers",
    realms: inDocuments,
    lines: [
      `const peer = new RTCPeerConnection(); // named: RTCPeerConnection`,
      `peer.createDataChannel("name");`,
      `const { sdp } = await peer.createOffer();`,
      `show(sdp);`,
    ],
  },
];

const threads: readonly NamedCause[] = [
  {
    name: "a shared worker",
    realms: ["page", "iframe", "srcdoc"],
    files: {
      "shared.js": `onconnect = ({ ports: [port] }) => setInterval(() => port.postMessage(performance.now()), 3);`,
    },
    lines: [
      `const worker = new SharedWorker("shared.js"); // named: SharedWorker`,
      `worker.port.onmessage = ({ data }) => show(data);`,
      // The worker may not answer in time.
      `show("made");`,
    ],
  },
  {
    name: "a service worker",
    realms: ["page", "iframe", "srcdoc"],
    files: { "service.js": `onmessage = ({ source }) => source.postMessage(performance.now());` },
    lines: [
      `const { serviceWorker } = navigator;`,
      `const made = await serviceWorker.register("service.js"); // named: ServiceWorkerContainer.register`,
      `serviceWorker.onmessage = ({ data }) => show(data);`,
      `(made.active ?? made.waiting ?? made.installing).postMessage(0);`,
    ],
  },
  {
    name: "an audio worklet",
    realms: inDocuments,
    files: {
      "noise.js": `registerProcessor("noise", class extends AudioWorkletProcessor {
  process() { this.port.postMessage(Math.random()); return true; }
});`,
    },
    lines: [
      `const context = new AudioContext();`,
      `await context.audioWorklet.addModule("noise.js");`,
      `const node = new AudioWorkletNode(context, "noise"); // named: AudioWorkletNode`,
      `node.port.onmessage = ({ data }) => show(data);`,
      `node.connect(context.destination);`,
    ],
  },
  {
    name: "a stream that a worker reads",
    realms: inAnyRealm,
    files: { "reads.js": `onmessage = async ({ data }) => { for await (const chunk of data) postMessage(chunk); };` },
    lines: [
      `let count = 0;`,
      `const stream = new ReadableStream({ pull: (controller) => controller.enqueue((count += 1)) });`,
      `const worker = new Worker("reads.js");`,
      `worker.onmessage = ({ data }) => show(data);`,
      `worker.postMessage(stream, [stream]); // named: ReadableStream`,
    ],
  },
  {
    name: "a stream that a worker writes",
    realms: everywhere,
    files: {
      "writes.js": `onmessage = async ({ data }) => {
  const writer = data.getWriter();
  for (let count = 0; ; count += 1) await writer.write(count);
};`,
    },
    lines: [
      `const stream = new WritableStream({ write: show });`,
      `new Worker("writes.js").postMessage(stream, { transfer: [stream] }); // named: WritableStream`,
    ],
  },
  {
    name: "a stream that a worker makes",
    realms: inDocuments,
    files: {
      "makes.js": `let count = 0;
const stream = new ReadableStream({ pull: (controller) => controller.enqueue((count += 1)) });
postMessage(stream, [stream]); // named: ReadableStream`,
    },
    lines: [
      `new Worker("makes.js").onmessage = async ({ data }) => {`,
      `  for await (const chunk of data) show(chunk);`,
      `};`,
    ],
  },
  {
    name: "a stream over a port",
    realms: everywhere,
    files: {
      "reads.js": `onmessage = ({ ports: [port] }) => {
  port.onmessage = async ({ data }) => { for await (const chunk of data) postMessage(chunk); };
};`,
    },
    lines: [
      `const { port1, port2 } = new MessageChannel();`,
      `const worker = new Worker("reads.js");`,
      `worker.onmessage = ({ data }) => show(data);`,
      `worker.postMessage(0, [port2]);`,
      `const { readable, writable } = new TransformStream();`,
      `port1.postMessage(readable, [readable]); // named: ReadableStream`,
      `const writer = writable.getWriter();`,
      `for (let count = 0; ; count += 1) await writer.write(count);`,
    ],
  },
  {
    name: "both ends of a stream in a worker",
    realms: everywhere,
    files: {
      "turns.js": `onmessage = async ({ data: { readable, writable } }) => {
  const writer = writable.getWriter();
  for await (const chunk of readable) await writer.write(chunk + 1);
};`,
    },
    lines: [
      `const { readable, writable } = new TransformStream();`,
      `const back = new TransformStream();`,
      `const pair = { readable, writable: back.writable };`,
      `new Worker("turns.js").postMessage(pair, [readable, back.writable]); // named: ReadableStream // named: WritableStream`,
      `const writer = writable.getWriter();`,
      `setInterval(() => writer.write(performance.now()), 5);`,
      `for await (const chunk of back.readable) show(chunk);`,
    ],
  },
  {
    name: "a stream that a window sends to itself",
    realms: inWindows,
    lines: [
      `let count = 0;`,
      `const stream = new ReadableStream({ pull: (controller) => controller.enqueue((count += 1)) });`,
      `addEventListener("message", async (event) => {`,
      `  for await (const chunk of event.data) show(chunk); // named: ReadableStream`,
      `});`,
      `postMessage(stream, "*", [stream]);`,
    ],
  },
  {
    name: "a stream that a window writes for itself",
    realms: inWindows,
    lines: [
      `const stream = new WritableStream({ write: show });`,
      `addEventListener("message", async ({ data }) => { // named: WritableStream`,
      `  const writer = data.stream.getWriter();`,
      `  for (let count = 0; ; count += 1) await writer.write(count);`,
      `});`,
      `postMessage({ stream }, { transfer: [stream] });`,
    ],
  },
  {
    name: "a stream that another window sends",
    realms: inWindows,
    files: {
      "sends.html": `<script>
        const stream = new TransformStream();
        parent.postMessage([stream], "*", [stream]);
      </script>`,
    },
    lines: [
      ...openFrame("sends.html"),
      `addEventListener("message", async (event) => {`,
      `  const [{ readable, writable }] = event.data; // named: TransformStream`,
      `  const writer = writable.getWriter();`,
      `  setInterval(() => writer.write(performance.now()), 5);`,
      `  for await (const chunk of readable) show(chunk);`,
      `});`,
    ],
  },
  {
    name: "a stream that is cloned",
    realms: everywhere,
    lines: [
      `const { readable, writable } = new TransformStream();`,
      `const moved = structuredClone(readable, { transfer: [readable] }); // named: ReadableStream`,
      `const writer = writable.getWriter();`,
      `setInterval(() => writer.write(performance.now()), 5);`,
      `for await (const chunk of moved) show(chunk);`,
    ],
  },
];

const soundData = `{ format: "f32", sampleRate: 48000, numberOfFrames: 480, numberOfChannels: 1, timestamp: 0, data: new Float32Array(480) }`;

const codecs: readonly NamedCause[] = [
  {
    name: "a video encoder",
    realms: everywhere,
    lines: [
      `const output = (chunk) => show(chunk.byteLength);`,
      `const encoder = new VideoEncoder({ output, error: show }); // named: VideoEncoder`,
      `encoder.configure({ codec: "vp8", width: 64, height: 64 });`,
      `const picture = new VideoFrame(new Uint8Array(64 * 64 * 4), { format: "RGBA", codedWidth: 64, codedHeight: 64, timestamp: 0 });`,
      `encoder.encode(picture);`,
      `await encoder.flush();`,
    ],
  },
  {
    name: "a video decoder",
    realms: everywhere,
    lines: [
      `const decoder = new VideoDecoder({ output: (picture) => show(picture.codedWidth), error: show }); // named: VideoDecoder`,
      `decoder.configure({ codec: "vp8" });`,
      `show(decoder.decodeQueueSize);`,
    ],
  },
  {
    name: "an audio encoder",
    realms: everywhere,
    lines: [
      `const output = (chunk) => show(chunk.byteLength);`,
      `const encoder = new AudioEncoder({ output, error: show }); // named: AudioEncoder`,
      `encoder.configure({ codec: "opus", sampleRate: 48000, numberOfChannels: 1 });`,
      `encoder.encode(new AudioData(${soundData}));`,
      `await encoder.flush();`,
    ],
  },
  {
    name: "an audio decoder",
    realms: everywhere,
    lines: [
      `const decoder = new AudioDecoder({ output: (data) => show(data.numberOfFrames), error: show }); // named: AudioDecoder`,
      `decoder.configure({ codec: "pcm-s16", sampleRate: 48000, numberOfChannels: 1 });`,
      `decoder.decode(new EncodedAudioChunk({ type: "key", timestamp: 0, data: new Uint8Array(96) }));`,
      `await decoder.flush();`,
    ],
  },
  {
    name: "a media source",
    realms: everywhere,
    lines: [`const source = new MediaSource(); // named: MediaSource`, `show(source.readyState);`],
  },
  {
    name: "a recorded canvas",
    realms: inDocuments,
    lines: [
      `const canvas = document.createElement("canvas");`,
      `canvas.getContext("2d").fillRect(0, 0, 5, 5);`,
      `const stream = canvas.captureStream(); // named: HTMLCanvasElement.captureStream`,
      `const recorder = new MediaRecorder(stream); // named: MediaRecorder`,
      `recorder.ondataavailable = ({ data }) => show(data.size);`,
      `recorder.start(20);`,
      `show(recorder.state);`,
    ],
  },
  {
    name: "frames of a track",
    realms: inDocuments,
    lines: [
      `const canvas = document.createElement("canvas");`,
      `canvas.getContext("2d").fillRect(0, 0, 5, 5);`,
      `const [track] = canvas.captureStream().getTracks(); // named: HTMLCanvasElement.captureStream`,
      `const { readable } = new MediaStreamTrackProcessor({ track }); // named: MediaStreamTrackProcessor`,
      `const { value } = await readable.getReader().read();`,
      `show(value.codedWidth);`,
    ],
  },
];

export const namedCauses: readonly NamedCause[] = [
  ...sharedMemory,
  ...relaxedSimd,
  ...randomness,
  ...connections,
  ...threads,
  ...codecs,
];

/** The uses that a cause must be named by, as `API at file:line`, sorted. */
export function expectedUses({ lines, files = {} }: NamedCause): readonly string[] {
  const scripts = { ...files, "game.js": `\n\n${lines.join("\n")}` };
  return Object.entries(scripts)
    .flatMap(([name, text]) =>
      text.split("\n").flatMap((line, index) => {
        const marks = line.split(" // named: ").slice(1);
        return marks.map((api) => `${api} at ${name}:${String(index + 1)}`);
      }),
    )
    .toSorted();
}
