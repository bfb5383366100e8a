import { type CellKind, everywhere, inDocuments, named, neutral } from "../cell.ts";
import { picture } from "./pictures.ts";

const shared = { group: "Pictures and canvases", handling: neutral };
const files = { "large.png": picture(900, 900), "small.png": picture(2, 2) };

export const graphics: readonly CellKind[] = [
  {
    ...shared,
    files,
    name: "createImageBitmap",
    realms: everywhere,
    code: `const load = async (url) => createImageBitmap(await (await fetch(url)).blob()); await race({ large: load("large.png"), small: load("small.png"), tick: tick(1) });`,
    shows: /large,small/,
  },
  {
    ...shared,
    name: "canvas.toBlob",
    realms: inDocuments,
    code: `const blob = (size) => new Promise((resolve) => { const canvas = document.createElement("canvas"); canvas.width = canvas.height = size; canvas.getContext("2d").fillRect(0, 0, 9, 9); canvas.toBlob(resolve); }); await race({ large: blob(800), small: blob(2), tick: tick(1) });`,
    shows: /large,small/,
  },
  {
    ...shared,
    name: "OffscreenCanvas.convertToBlob",
    realms: everywhere,
    code: `const blob = (size) => { const canvas = new OffscreenCanvas(size, size); canvas.getContext("2d").fillRect(0, 0, 9, 9); return canvas.convertToBlob(); }; await race({ large: blob(800), small: blob(2), tick: tick(1) }); show((await blob(3)).size);`,
    shows: /large,small/,
  },
  {
    ...shared,
    name: "getImageData",
    realms: everywhere,
    code: `const context = new OffscreenCanvas(4, 4).getContext("2d"); context.fillStyle = "#123"; context.fillRect(0, 0, 2, 2); show([...context.getImageData(0, 0, 2, 1).data]);`,
    shows: /17,34,51/,
  },
  {
    ...shared,
    name: "transferControlToOffscreen",
    realms: inDocuments,
    files: {
      "canvas.js": `onmessage = ({ data }) => { const context = data.getContext("2d"); let n = 0; (function next() { n += 1; context.fillRect(n, Math.random() * 99, 1, 1); if (n === 5) postMessage("drawn"); requestAnimationFrame(next); })(); };`,
    },
    code: `const canvas = document.createElement("canvas"); document.body.append(canvas); const offscreen = canvas.transferControlToOffscreen(); const worker = new Worker("canvas.js"); worker.postMessage(offscreen, [offscreen]); worker.onmessage = ({ data }) => show(data);`,
    shows: /drawn/,
  },
  {
    ...shared,
    name: "size of a canvas that a worker draws on",
    realms: inDocuments,
    files: {
      "resize.js": `let canvas; onmessage = ({ data }) => { if (typeof data === "number") { canvas.width = data; postMessage(data); return; } canvas = data; const context = canvas.getContext("2d"); (function next() { context.fillRect(0, 0, 9, 9); requestAnimationFrame(next); })(); };`,
    },
    code: `const canvas = document.createElement("canvas"); document.body.append(canvas); const offscreen = canvas.transferControlToOffscreen(); const worker = new Worker("resize.js"); const seen = []; worker.onmessage = ({ data }) => seen.push(data + " " + canvas.width); worker.postMessage(offscreen, [offscreen]); for (let width = 101; width < 105; width += 1) { worker.postMessage(width); await tick(1); } await tick(1); show(seen.join());`,
    shows: /101 101,102 102,103 103/,
  },
  {
    ...shared,
    name: "pixels of a canvas that a worker draws on",
    realms: inDocuments,
    handling: named("createImageBitmap of a canvas whose control was transferred"),
    files: {
      "draw.js": `onmessage = ({ data }) => { const context = data.getContext("2d"); let n = 0; (function next() { n += 1; context.fillStyle = "rgb(" + n * 9 + ",0,0)"; context.fillRect(0, 0, 9, 9); requestAnimationFrame(next); })(); };`,
    },
    code: `const canvas = document.createElement("canvas"); document.body.append(canvas); const offscreen = canvas.transferControlToOffscreen(); new Worker("draw.js").postMessage(offscreen, [offscreen]); await tick(3); show((await createImageBitmap(canvas)).width);`,
    shows: /300/,
  },
  {
    ...shared,
    files,
    name: "ImageDecoder",
    realms: everywhere,
    code: `const decode = async (url) => { const decoder = new ImageDecoder({ data: await (await fetch(url)).arrayBuffer(), type: "image/png" }); await decoder.tracks.ready; await decoder.completed; return (await decoder.decode()).image; };
await race({ large: decode("large.png"), small: decode("small.png"), tick: tick(1), later: tick(2) });`,
    shows: /large,small/,
  },
  {
    ...shared,
    files,
    name: "ImageDecoder of a stream",
    realms: everywhere,
    handling: named("ImageDecoder of a stream"),
    code: `const decoder = new ImageDecoder({ data: (await fetch("large.png")).body, type: "image/png" }); decoder.completed.catch(() => undefined); show(decoder.type);`,
    shows: /png/,
  },
  {
    ...shared,
    name: "VideoEncoder and VideoDecoder",
    realms: everywhere,
    handling: named("VideoEncoder"),
    code: `const canvas = new OffscreenCanvas(64, 64); canvas.getContext("2d").fillRect(0, 0, 9, 9); const order = [];
const encoder = new VideoEncoder({ output: (chunk) => order.push("chunk " + chunk.timestamp), error: (error) => order.push(String(error)) });
encoder.configure({ codec: "vp8", width: 64, height: 64 }); encoder.encode(new VideoFrame(canvas, { timestamp: 5 })); await encoder.flush(); show(order.join());`,
    shows: /chunk 5/,
  },
  {
    ...shared,
    name: "VideoDecoder",
    realms: everywhere,
    handling: named("VideoDecoder"),
    code: `show((await VideoDecoder.isConfigSupported({ codec: "vp8" })).supported);
const decoder = new VideoDecoder({ output: () => undefined, error: () => undefined }); decoder.close();`,
    shows: /true|false/,
  },
  {
    ...shared,
    name: "questions about codecs",
    realms: everywhere,
    code: `await race({ video: VideoDecoder.isConfigSupported({ codec: "vp8" }), sound: AudioDecoder.isConfigSupported({ codec: "opus", sampleRate: 48000, numberOfChannels: 2 }), picture: ImageDecoder.isTypeSupported("image/png"), coder: VideoEncoder.isConfigSupported({ codec: "vp8", width: 64, height: 64 }), tick: tick(1) });`,
    shows: /video,sound,picture,coder/,
  },
  {
    ...shared,
    name: "FontFace and document.fonts",
    realms: inDocuments,
    code: `const face = new FontFace("x", "url(missing.woff2)"); document.fonts.add(face); await race({ face: face.load().catch(() => undefined), ready: document.fonts.ready, check: Promise.resolve(document.fonts.check("12px x")), tick: tick(1) }); show(face.status);`,
    shows: /error/,
  },
  {
    ...shared,
    name: "document.fonts events",
    realms: inDocuments,
    code: `const order = []; for (const type of ["loading", "loadingdone", "loadingerror"]) document.fonts.addEventListener(type, () => order.push(type + "@" + performance.now())); const face = new FontFace("x", "url(missing.woff2)"); document.fonts.add(face); face.load().catch(() => order.push("rejected")); await tick(4); show(order.join());`,
    shows: /loading/,
  },
  {
    ...shared,
    name: "measureText and layout",
    realms: inDocuments,
    code: `const box = document.createElement("span"); box.textContent = "Framegate"; document.body.append(box); await tick(1); show(box.getBoundingClientRect().toJSON());`,
    shows: /width/,
  },
  {
    ...shared,
    name: "WebGL",
    realms: everywhere,
    code: `const gl = new OffscreenCanvas(4, 4).getContext("webgl2"); gl.clearColor(1, 0, 0, 1); gl.clear(gl.COLOR_BUFFER_BIT); const pixel = new Uint8Array(4); gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel); show([...pixel].join() + gl.getParameter(gl.VERSION));`,
    shows: /255,0,0/,
  },
  {
    ...shared,
    name: "GL queries and fences",
    realms: everywhere,
    code: `const gl = new OffscreenCanvas(4, 4).getContext("webgl2"); const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0); const query = gl.createQuery(); gl.beginQuery(gl.ANY_SAMPLES_PASSED, query); gl.endQuery(gl.ANY_SAMPLES_PASSED); gl.flush();
const seen = []; for (let n = 0; n < 5; n += 1) { await tick(1); seen.push(gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED, gl.getQueryParameter(query, gl.QUERY_RESULT_AVAILABLE)); } show(seen.join());`,
    shows: /true/,
  },
  {
    ...shared,
    name: "GL queries of time",
    realms: everywhere,
    code: `const gl = new OffscreenCanvas(4, 4).getContext("webgl2"); const timer = gl.getExtension("EXT_disjoint_timer_query_webgl2"); if (!timer) { show("none"); return; }
const query = gl.createQuery(); gl.beginQuery(timer.TIME_ELAPSED_EXT, query); gl.clear(gl.COLOR_BUFFER_BIT); gl.endQuery(timer.TIME_ELAPSED_EXT); gl.flush();
const seen = []; for (let n = 0; n < 5; n += 1) { await tick(1); seen.push(gl.getQueryParameter(query, gl.QUERY_RESULT_AVAILABLE), gl.getQueryParameter(query, gl.QUERY_RESULT)); } show("elapsed " + seen.join());`,
    shows: /elapsed true,0|none/,
  },
  {
    ...shared,
    name: "KHR_parallel_shader_compile",
    realms: everywhere,
    code: `const gl = new OffscreenCanvas(4, 4).getContext("webgl2"); const more = gl.getExtension("KHR_parallel_shader_compile"); if (!more) { show("none"); return; }
const shader = gl.createShader(gl.VERTEX_SHADER); gl.shaderSource(shader, "void main() { gl_Position = vec4(0); }"); gl.compileShader(shader); const seen = []; for (let n = 0; n < 4; n += 1) { seen.push(gl.getShaderParameter(shader, more.COMPLETION_STATUS_KHR)); await tick(1); } show(seen.join());`,
    shows: /true|none/,
  },
  {
    ...shared,
    name: "WebGPU",
    realms: everywhere,
    code: `const adapter = await navigator.gpu?.requestAdapter(); show(adapter ? "adapter" : "none");`,
    shows: /adapter|none/,
  },
  {
    ...shared,
    name: "loss of a WebGPU device",
    realms: everywhere,
    code: `const adapter = await navigator.gpu?.requestAdapter(); if (!adapter) { show("none"); return; } const device = await adapter.requestDevice(); const buffer = device.createBuffer({ size: 1 << 24, usage: GPUBufferUsage.COPY_DST }); await tick(2);
const lost = device.lost.then(({ reason }) => "lost " + reason); device.queue.writeBuffer(buffer, 0, new Uint8Array(1 << 24)); device.destroy(); await race({ lost, tick: tick(1), later: tick(2) });`,
    shows: /lost|none/,
  },
  {
    ...shared,
    name: "features of WebGPU",
    realms: everywhere,
    code: `const adapter = await navigator.gpu?.requestAdapter(); if (!adapter) { show("none"); return; } const seen = []; adapter.features.forEach((feature) => seen.push(feature));
show([...adapter.features].join() + seen.join() + [...adapter.features.entries()].join() + [...navigator.gpu.wgslLanguageFeatures.keys()].join());`,
    shows: /texture-compression|none/,
  },
  {
    ...shared,
    name: "paint worklets",
    realms: inDocuments,
    handling: named("CSS.paintWorklet.addModule"),
    files: {
      "paint.js": `registerPaint("spot", class { paint(context, { width }) { context.fillRect(Math.random() * width, 0, 5, 5); } });`,
    },
    code: `await CSS.paintWorklet.addModule("paint.js"); document.body.style.background = "paint(spot)"; await tick(2); show("painted");`,
    shows: /painted/,
  },
  {
    ...shared,
    name: "animations in an SVG picture on a canvas",
    realms: inDocuments,
    handling: {
      kind: "impossible",
      reason: "They run on a clock of the picture's own, and no call stops it or tells whether a picture has any.",
    },
    html: `<canvas id="canvas" width="100" height="20"></canvas>`,
    code: `const image = new Image(); image.src = "data:image/svg+xml," + encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="20"><rect width="10" height="20"><animate attributeName="width" from="0" to="100" dur="2s"/></rect></svg>'); await image.decode(); document.body.append(image); const context = document.querySelector("#canvas").getContext("2d"); const seen = []; for (let n = 0; n < 9; n += 1) { await tick(1); context.clearRect(0, 0, 100, 20); context.drawImage(image, 0, 0); const { data } = context.getImageData(0, 5, 100, 1); seen.push(data.filter((value, index) => index % 4 === 3 && value > 0).length); } show("wide " + seen.join());`,
    shows: /wide \d/,
  },
];
