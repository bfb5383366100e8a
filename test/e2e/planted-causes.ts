/** The kinds of realm in which a cause can be planted. */
export type PlantedRealm = "page" | "iframe" | "srcdoc" | "sandbox" | "worker";

/** A source of something that differs from browser to browser. */
export interface PlantedCause {
  /** The name of the API in reports. */
  readonly api: string;
  /** Lines of a script. `show` draws a value, and `server` answers each request differently. */
  readonly lines: readonly string[];
  readonly realms: readonly PlantedRealm[];
  /** The cause is a file, in a worker without a known name. */
  readonly isFile?: boolean;
}

const everywhere = ["page", "iframe", "worker"] as const;
const inDocuments = ["page", "iframe"] as const;

/** Marks the line whose call is the cause. */
const here = " // the cause";

/** Causes in the browser or the machine. */
const causesOfTheBrowser: readonly PlantedCause[] = [
  {
    api: "SubtleCrypto.sign",
    realms: everywhere,
    lines: [
      `const keys = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign"]);`,
      `const data = new Uint8Array(3);`,
      `const bytes = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, keys.privateKey, data);${here}`,
      `show(new Uint8Array(bytes).join());`,
    ],
  },
  {
    api: "URL.createObjectURL",
    realms: everywhere,
    lines: [`const blob = new Blob(["text"]);`, `show(URL.createObjectURL(blob));${here}`],
  },
  {
    api: "NavigationHistoryEntry.id",
    realms: inDocuments,
    lines: [`const entry = navigation.currentEntry;`, `show(entry.id);${here}`],
  },
  {
    api: "NavigationHistoryEntry.key",
    realms: inDocuments,
    lines: [`const entry = navigation.currentEntry;`, `show(entry.key);${here}`],
  },
  {
    api: "MediaStream.id",
    realms: inDocuments,
    lines: [`const stream = new MediaStream();`, `show(stream.id);${here}`],
  },
  {
    api: "MediaStreamTrack.id",
    realms: inDocuments,
    lines: [`const [track] = document.createElement("canvas").captureStream().getTracks();`, `show(track.id);${here}`],
  },
  {
    api: "RTCPeerConnection.createOffer",
    realms: inDocuments,
    lines: [
      `const peer = new RTCPeerConnection();`,
      `peer.createDataChannel("name");`,
      `const { sdp } = await peer.createOffer();${here}`,
      `show(sdp);`,
    ],
  },
  {
    api: "RTCCertificate.getFingerprints",
    realms: inDocuments,
    lines: [
      `const kind = { name: "ECDSA", namedCurve: "P-256" };`,
      `const certificate = await RTCPeerConnection.generateCertificate(kind);`,
      `const [fingerprint] = certificate.getFingerprints();${here}`,
      `show(fingerprint.value);`,
    ],
  },
  {
    api: "Notification.timestamp",
    realms: inDocuments,
    lines: [`const notification = new Notification("title");`, `show(notification.timestamp);${here}`],
  },
];

/** Causes in the answers of a server. */
const causesOfTheServer: readonly PlantedCause[] = [
  ...["text", "json", "arrayBuffer", "blob", "bytes"].map((method): PlantedCause => {
    const shown = { text: "body", json: "body", arrayBuffer: "new Uint8Array(body).join()", bytes: "body.join()" };
    return {
      api: method === "blob" ? "Blob.size" : `Response.${method}`,
      realms: everywhere,
      lines:
        method === "blob"
          ? [
              `const response = await fetch(server + "long");`,
              `const body = await response.blob();`,
              `show(body.size);${here}`,
            ]
          : [
              `const response = await fetch(server + "number");`,
              `const body = await response.${method}();${here}`,
              `show(${Reflect.get(shown, method) as string});`,
            ],
    };
  }),
  {
    api: "Response.status",
    realms: everywhere,
    lines: [`const response = await fetch(server + "status");`, `show(response.status);${here}`],
  },
  {
    api: "Headers.get",
    realms: everywhere,
    lines: [`const { headers } = await fetch(server + "number");`, `show(headers.get("X-Number"));${here}`],
  },
  {
    api: "ReadableStreamDefaultReader.read",
    realms: everywhere,
    lines: [
      `const { body } = await fetch(server + "number");`,
      `const reader = body.getReader();`,
      `const { value } = await reader.read();${here}`,
      `show(value.join());`,
    ],
  },
  {
    api: "Blob.text",
    realms: everywhere,
    lines: [
      `const response = await fetch(server + "number");`,
      `const blob = await response.blob();`,
      `const text = await blob.text();${here}`,
      `show(text);`,
    ],
  },
  {
    api: "FileReader.result",
    realms: everywhere,
    lines: [
      `const response = await fetch(server + "number");`,
      `const reader = new FileReader();`,
      `reader.onload = () => show(reader.result);${here}`,
      `reader.readAsText(await response.blob());`,
    ],
  },
  ...["responseText", "response"].map((name): PlantedCause => ({
    api: `XMLHttpRequest.${name}`,
    realms: everywhere,
    lines: [
      `const request = new XMLHttpRequest();`,
      `request.onload = () => show(request.${name});${here}`,
      `request.open("GET", server + "number");`,
      `request.send();`,
    ],
  })),
  {
    api: "XMLHttpRequest.getResponseHeader",
    realms: everywhere,
    lines: [
      `const request = new XMLHttpRequest();`,
      `request.onload = () => show(request.getResponseHeader("X-Number"));${here}`,
      `request.open("GET", server + "number");`,
      `request.send();`,
    ],
  },
  {
    api: "XMLHttpRequest.status",
    realms: everywhere,
    lines: [
      `const request = new XMLHttpRequest();`,
      `request.open("GET", server + "status", false);`,
      `request.send();`,
      `show(request.status);${here}`,
    ],
  },
  {
    api: "HTMLImageElement.naturalWidth",
    realms: inDocuments,
    lines: [
      `const image = new Image();`,
      `image.src = server + "image.svg";`,
      `await image.decode();`,
      `show(image.naturalWidth);${here}`,
    ],
  },
  {
    api: "HTMLImageElement.width",
    realms: inDocuments,
    lines: [
      `const image = document.body.appendChild(new Image());`,
      `image.onload = () => show(image.width);${here}`,
      `image.src = server + "image.svg";`,
    ],
  },
  {
    api: "ImageBitmap.width",
    realms: everywhere,
    lines: [
      `const response = await fetch(server + "image.bmp");`,
      `const bitmap = await createImageBitmap(await response.blob());`,
      `show(bitmap.width);${here}`,
    ],
  },
  {
    api: "HTMLMediaElement.duration",
    realms: inDocuments,
    lines: [
      `const sound = new Audio();`,
      `sound.crossOrigin = "anonymous";`,
      `sound.onloadedmetadata = () => show(sound.duration);${here}`,
      `sound.src = server + "sound.wav";`,
    ],
  },
  {
    api: "stylesheet",
    realms: inDocuments,
    lines: [
      `const link = document.createElement("link");`,
      `Object.assign(link, { rel: "stylesheet", crossOrigin: "anonymous", href: server + "style.css" });`,
      `link.onload = () => show(getComputedStyle(document.body).width);`,
      `document.head.append(link);${here}`,
    ],
  },
  {
    api: "DOMRect.width",
    realms: inDocuments,
    lines: [
      `const link = document.createElement("link");`,
      `Object.assign(link, { rel: "stylesheet", crossOrigin: "anonymous", href: server + "style.css" });`,
      `link.onload = () => {`,
      `  const box = document.body.getBoundingClientRect();`,
      `  show(box.width);${here}`,
      `};`,
      `document.head.append(link);`,
    ],
  },
  {
    api: "HTMLElement.offsetWidth",
    realms: inDocuments,
    lines: [
      `const link = document.createElement("link");`,
      `Object.assign(link, { rel: "stylesheet", crossOrigin: "anonymous", href: server + "style.css" });`,
      `link.onload = () => show(document.body.offsetWidth);${here}`,
      `document.head.append(link);`,
    ],
  },
  {
    api: "MessageEvent.data",
    realms: everywhere,
    lines: [
      `const events = new EventSource(server + "events");`,
      `events.onmessage = (event) => {`,
      `  show(event.data);${here}`,
      `  events.close();`,
      `};`,
    ],
  },
  {
    api: "MessageEvent.data",
    realms: everywhere,
    lines: [
      `const socket = new WebSocket(server.replace("http", "ws"));`,
      `socket.onmessage = (event) => show(event.data);${here}`,
    ],
  },
];

/** Files that affect a page although no call returns their content. */
const causesOfFiles: readonly PlantedCause[] = [
  {
    api: "script",
    realms: inDocuments,
    lines: [
      `const script = document.createElement("script");`,
      `script.crossOrigin = "anonymous";`,
      `script.src = server + "script.js";`,
      `document.head.append(script);${here}`,
    ],
  },
  {
    api: "import()",
    realms: everywhere,
    lines: [`const { value } = await import(server + "module.js");${here}`, `show(value);`],
  },
  {
    api: "import()",
    realms: everywhere,
    lines: [
      `const { default: value } = await import(server + "data.json", { with: { type: "json" } });${here}`,
      `show(value);`,
    ],
  },
  {
    api: "importScripts",
    realms: ["worker"],
    lines: [`importScripts(server + "script.js");${here}`],
  },
  {
    api: "fetch",
    realms: everywhere,
    lines: [
      `const response = fetch(server + "module.wasm");${here}`,
      `const { instance } = await WebAssembly.instantiateStreaming(response);`,
      `show(instance.exports.value());`,
    ],
  },
];

export const plantedCauses: readonly PlantedCause[] = [
  ...causesOfTheBrowser,
  ...causesOfTheServer,
  ...causesOfFiles.map((cause) => ({ ...cause, isFile: true })),
];

/** Another thread writes while the page reads. There is no call to blame, so it is named but is not the cause. */
export const sharedMemory: PlantedCause = {
  api: "SharedArrayBuffer",
  realms: everywhere,
  lines: [
    `const memory = new Int32Array(new SharedArrayBuffer(4));`,
    `const script = new Blob(["onmessage = ({ data }) => { for (;;) Atomics.add(data, 0, 1); };"]);`,
    `new Worker(URL.createObjectURL(script)).postMessage(memory);${here}`,
    `setTimeout(() => show(memory[0]), 60);`,
  ],
};

const showing = `<!doctype html><meta charset="utf-8"><body><canvas></canvas><script>
  var shown = "nothing";
  function show(value) { shown = String(value); }
  const context = document.querySelector("canvas").getContext("2d");
  let frame = 0;
  let said = shown;
  requestAnimationFrame(function next() {
    frame += 1;
    context.fillText(shown, frame, 10);
    if (shown !== said) console.info("cell " + shown);
    said = shown;
    requestAnimationFrame(next);
  });
</script>`;

const innerPage = `<!doctype html><body><script src="game.js"></script>`;

/** How the page fills an iframe. */
const embedding = {
  iframe: `inner.src = "inner.html" + location.search;`,
  // Of an origin of its own.
  sandbox: `inner.sandbox = "allow-scripts"; inner.src = "inner.html" + location.search;`,
  srcdoc: `inner.srcdoc = ${JSON.stringify(innerPage).replaceAll("</", "<\\/")};`,
};

/** The files of a game with the cause in one realm. All its scripts are in `game.js`. */
export function plant({ lines }: Pick<PlantedCause, "lines">, realm: PlantedRealm): Readonly<Record<string, string>> {
  const search = realm === "srcdoc" ? "parent.location.search" : "location.search";
  const server = `const server = new URLSearchParams(${search}).get("server");`;
  const script = (show: string): string => `${server} ${show}\n(async () => {\n${lines.join("\n")}\n})();\n`;
  switch (realm) {
    case "page":
      return { "page.html": `${showing}<script src="game.js"></script>`, "game.js": script("") };
    case "iframe":
    case "sandbox":
    case "srcdoc":
      return {
        "page.html": `${showing}<script>
          onmessage = ({ data }) => show(data);
          const inner = document.createElement("iframe");
          ${embedding[realm]}
          document.body.append(inner);
        </script>`,
        "inner.html": innerPage,
        "game.js": script(`function show(value) { parent.postMessage(String(value), "*"); }`),
      };
    case "worker":
      return {
        "page.html": `${showing}<script>
          const worker = new Worker("game.js" + location.search);
          worker.onmessage = ({ data }) => show(data);
        </script>`,
        "game.js": script(`function show(value) { postMessage(String(value)); }`),
      };
  }
}

/** The line of the cause in `game.js`. */
export function causeLine({ lines }: PlantedCause): number {
  return lines.findIndex((line) => line.endsWith(here)) + 3;
}

/** The name of the realm in reports. */
export function realmName({ isFile = false }: Pick<PlantedCause, "isFile">, realm: PlantedRealm): string {
  switch (realm) {
    case "page":
      return "/page.html";
    case "iframe":
    case "sandbox":
      return "/inner.html";
    case "srcdoc":
      return "srcdoc";
    case "worker":
      return isFile ? "/game.js" : "/page.html#worker1";
  }
}
