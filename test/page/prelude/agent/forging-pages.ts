/**
 * Pages that try to change their own figures, by their method. Each script runs before that of an honest page, which
 * draws three times in every frame through the function `draw`.
 */
export const forgingPages: Readonly<Record<string, string>> = {
  "answers in the frame's place": `
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => port1.postMessage({ id: data.id, ok: true, value: { counts: new Float64Array(40), changes: [] } });
    parent.postMessage("framegate.hello " + "0".repeat(36), "*", [port2]);`,
  "answers in the place of a frame below": `
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => port1.postMessage({ id: data.id, ok: true, value: { counts: Float64Array.of(-3, -6), changes: [] } });
    postMessage("framegate.hello " + "1".repeat(36), "*", [port2]);`,
  "looks for the port and the agent": `
    for (const key of [Symbol.for("framegate.agent"), "framegatePagePort", "framegatePreludeConfig", "framegateHeartbeat"])
      for (const owner of [window, Window.prototype, document]) {
        owner[key]?.finish?.();
        owner[key] = { takeFrame: () => ({ counts: new Float64Array(40), changes: [] }), step: async () => null };
      }`,
  "sends heartbeats by a binding of its own": `
    window.framegateHeartbeat = () => {};
    requestAnimationFrame(function beat() { window.framegateHeartbeat("0"); requestAnimationFrame(beat); });`,
  "draws by the methods of a new iframe": `
    const frame = document.body.appendChild(document.createElement("iframe"));
    const { drawArrays } = frame.contentWindow.WebGL2RenderingContext.prototype;
    draw = (gl) => drawArrays.call(gl, 4, 0, 6);`,
  "draws by the methods of an iframe that is gone": `
    const frame = document.body.appendChild(document.createElement("iframe"));
    const { drawArrays } = frame.contentWindow.WebGL2RenderingContext.prototype;
    frame.remove();
    draw = (gl) => drawArrays.call(gl, 4, 0, 6);`,
  "gets its context by an iframe that is gone": `
    const frame = document.body.appendChild(document.createElement("iframe"));
    const { getContext } = frame.contentWindow.HTMLCanvasElement.prototype;
    frame.remove();
    getGl = (canvas) => getContext.call(canvas, "webgl2");`,
  "draws on a canvas of an iframe that is gone": `
    const frame = document.body.appendChild(document.createElement("iframe"));
    const other = frame.contentDocument.createElement("canvas");
    const its = other.getContext("webgl2");
    prepare(its);
    frame.remove();
    document.body.append(other);
    getGl = () => its;`,
  "draws by the methods of a frame of a list": `
    document.body.insertAdjacentHTML("beforeend", "<iframe></iframe>");
    const { drawArrays } = window[0].WebGL2RenderingContext.prototype;
    draw = (gl) => drawArrays.call(gl, 4, 0, 6);`,
  "draws by the methods of a frame by its name": `
    document.body.insertAdjacentHTML("beforeend", "<iframe name='other'></iframe>");
    const { drawArrays } = other.WebGL2RenderingContext.prototype;
    draw = (gl) => drawArrays.call(gl, 4, 0, 6);`,
  "draws by the methods of an iframe's document": `
    const frame = document.body.appendChild(document.createElement("iframe"));
    const { drawArrays } = frame.contentDocument.defaultView.WebGL2RenderingContext.prototype;
    draw = (gl) => drawArrays.call(gl, 4, 0, 6);`,
  "draws by the methods of an object element": `
    const frame = document.createElement("object");
    frame.data = "about:blank";
    frame.type = "text/html";
    document.body.append(frame);
    frame.onload = () => {
      const { drawArrays } = frame.contentWindow.WebGL2RenderingContext.prototype;
      draw = (gl) => drawArrays.call(gl, 4, 0, 6);
    };`,
  "draws by the methods of an iframe with a source document": `
    const frame = document.createElement("iframe");
    frame.srcdoc = "<p>inside</p>";
    document.body.append(frame);
    frame.onload = () => {
      const { drawArrays } = frame.contentWindow.WebGL2RenderingContext.prototype;
      draw = (gl) => drawArrays.call(gl, 4, 0, 6);
    };`,
  "draws by the methods of an iframe with a script as its address": `
    const frame = document.createElement("iframe");
    frame.src = "javascript:'<p>inside</p>'";
    document.body.append(frame);
    frame.onload = () => {
      const { drawArrays } = frame.contentWindow.WebGL2RenderingContext.prototype;
      draw = (gl) => drawArrays.call(gl, 4, 0, 6);
    };`,
  "draws by the methods of a document that was opened again": `
    const frame = document.body.appendChild(document.createElement("iframe"));
    frame.contentDocument.open();
    frame.contentDocument.write("<p>new</p>");
    frame.contentDocument.close();
    const { drawArrays } = frame.contentWindow.WebGL2RenderingContext.prototype;
    draw = (gl) => drawArrays.call(gl, 4, 0, 6);`,
  "draws by the methods of a document of a blob": `
    const frame = document.createElement("iframe");
    frame.src = URL.createObjectURL(new Blob(["<p>inside</p>"], { type: "text/html" }));
    document.body.append(frame);
    frame.onload = () => {
      const { drawArrays } = frame.contentWindow.WebGL2RenderingContext.prototype;
      draw = (gl) => drawArrays.call(gl, 4, 0, 6);
    };`,
  "draws by the methods of an iframe in an iframe": `
    const frame = document.body.appendChild(document.createElement("iframe"));
    const inner = frame.contentDocument.body.appendChild(frame.contentDocument.createElement("iframe"));
    const { drawArrays } = inner.contentWindow.WebGL2RenderingContext.prototype;
    frame.remove();
    draw = (gl) => drawArrays.call(gl, 4, 0, 6);`,
  "draws by the methods of a window of its own": `
    const opened = window.open("about:blank");
    if (opened !== null) {
      const { drawArrays } = opened.WebGL2RenderingContext.prototype;
      draw = (gl) => drawArrays.call(gl, 4, 0, 6);
    }`,
  "draws by an extension's method of an iframe that is gone": `
    const frame = document.body.appendChild(document.createElement("iframe"));
    const { getExtension } = frame.contentWindow.WebGL2RenderingContext.prototype;
    frame.remove();
    let extension = null;
    draw = (gl) => {
      extension ??= getExtension.call(gl, "WEBGL_multi_draw");
      extension.multiDrawArraysWEBGL(4, [0], 0, [6], 0, 1);
    };`,
  "draws by its prototype's own copies of the methods": `
    const { prototype } = WebGL2RenderingContext;
    const copies = Object.create(prototype, Object.getOwnPropertyDescriptors(prototype));
    draw = (gl) => Reflect.apply(copies.drawArrays, gl, [4, 0, 6]);`,
  "draws by a context with another prototype": `
    const { drawArrays } = WebGL2RenderingContext.prototype;
    draw = (gl) => { Object.setPrototypeOf(gl, null); drawArrays.call(gl, 4, 0, 6); };`,
  "draws in a worker of a worker": `
    const inner = "onmessage = ({ data }) => { const gl = data.getContext('webgl2'); (" + prepare + ")(gl); "
      + "const frame = () => { for (let i = 0; i < 3; i += 1) gl.drawArrays(4, 0, 6); requestAnimationFrame(frame); }; frame(); };";
    const outer = "const worker = new Worker(URL.createObjectURL(new Blob([" + JSON.stringify(inner) + "])));"
      + "onmessage = ({ data }) => worker.postMessage(data, [data]);";
    const worker = new Worker(URL.createObjectURL(new Blob([outer])));
    const offscreen = document.body.appendChild(document.createElement("canvas")).transferControlToOffscreen();
    worker.postMessage(offscreen, [offscreen]);
    draw = () => {};`,
  "draws by a worker of an iframe that is gone": `
    const frame = document.body.appendChild(document.createElement("iframe"));
    const script = "onmessage = ({ data }) => { const gl = data.getContext('webgl2'); (" + prepare + ")(gl); "
      + "const frame = () => { for (let i = 0; i < 3; i += 1) gl.drawArrays(4, 0, 6); requestAnimationFrame(frame); }; frame(); };";
    const OtherWorker = frame.contentWindow.Worker;
    const worker = new OtherWorker(URL.createObjectURL(new Blob([script])));
    const offscreen = document.body.appendChild(document.createElement("canvas")).transferControlToOffscreen();
    worker.postMessage(offscreen, [offscreen]);
    draw = () => {};`,
  "replaces the methods of arrays": `
    for (const name of Object.getOwnPropertyNames(Array.prototype))
      if (typeof Array.prototype[name] === "function" && name !== "constructor") Array.prototype[name] = function () { return 0; };`,
  "replaces the methods of arrays by throwing ones": `
    for (const name of Object.getOwnPropertyNames(Array.prototype))
      if (typeof Array.prototype[name] === "function" && name !== "constructor") Array.prototype[name] = function () { throw new Error("mine"); };`,
  "forgets what is pushed": `
    const { push } = Array.prototype;
    Array.prototype.push = function (...values) { return push.apply(this, values.map((value) => typeof value === "number" ? 0 : value)); };`,
  "replaces Math.imul and all of Math": `
    for (const name of Object.getOwnPropertyNames(Math)) if (typeof Math[name] === "function") Math[name] = () => 0;`,
  "replaces the classes of typed arrays": `
    for (const name of ["Int32Array", "Uint32Array", "Float64Array", "Uint8Array", "Float32Array"])
      window[name] = class { constructor(length) { this.length = length; } };`,
  "replaces call, apply and bind": `
    Function.prototype.call = Function.prototype.apply = function () { return undefined; };
    Function.prototype.bind = function () { return () => undefined; };`,
  "draws without being applied": `
    const { apply } = Function.prototype;
    const native = Reflect.apply;
    Function.prototype.apply = function (receiver, parameters) {
      if (this.name === "drawArrays") { parameters = [0, 0, 0]; }
      return native(apply, this, [receiver, parameters]);
    };`,
  "replaces the methods of promises": `
    Promise.prototype.then = Promise.prototype.catch = Promise.prototype.finally = function () { return this; };
    for (const name of ["all", "resolve", "reject", "race"]) Promise[name] = () => new Promise(() => {});`,
  "changes what promises resolve with": `
    const { then } = Promise.prototype;
    const changed = (value) => {
      if (value !== null && typeof value === "object" && "drawCalls" in value) value.drawCalls = value.triangles = 0;
      return value;
    };
    Promise.prototype.then = function (onValue, onError) {
      return Reflect.apply(then, this, [typeof onValue === "function" ? (value) => onValue(changed(value)) : onValue, onError]);
    };
    Object.defineProperty(Promise.prototype, "constructor", { value: class Other extends Promise {}, configurable: true, writable: true });`,
  "replaces the species of promises": `
    Object.defineProperty(Promise, Symbol.species, { get: () => class Other extends Promise {
      constructor(run) { super((resolve, reject) => run((value) => resolve(value?.drawCalls === undefined ? value : { ...value, drawCalls: 0 }), reject)); }
    } });`,
  "makes every object thenable": `
    Object.defineProperty(Object.prototype, "then", { configurable: true, get() {
      if ("drawCalls" in this) { this.drawCalls = 0; this.triangles = 0; }
      return undefined;
    } });`,
  "replaces the posting of messages": `
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (message, ...rest) {
      if (message?.value?.drawCalls) message.value.drawCalls = 0;
      return postMessage.call(this, message, ...rest);
    };`,
  "takes the port out of its messages": `
    const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data");
    Object.defineProperty(MessageEvent.prototype, "data", { configurable: true, get() {
      const data = get.call(this);
      if (data?.name === "frame") this.target.postMessage({ id: data.id, ok: true, value: { counts: new Float64Array(40), changes: [] } });
      return data;
    } });`,
  "takes the port as the target of its messages": `
    for (const name of ["target", "currentTarget", "srcElement"]) {
      const { get } = Object.getOwnPropertyDescriptor(Event.prototype, name);
      Object.defineProperty(Event.prototype, name, { configurable: true, get() { return get.call(this); } });
    }
    const { get } = Object.getOwnPropertyDescriptor(Event.prototype, "isTrusted") ?? { get: () => true };
    addEventListener("message", (event) => event.ports[0]?.postMessage({ id: 1, ok: true, value: { drawCalls: 0 } }), true);`,
  "takes the secret out of a frame's first message": `
    const read = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data").get;
    Object.defineProperty(MessageEvent.prototype, "data", { configurable: true, get() {
      const data = read.call(this);
      if (typeof data === "string" && data.startsWith("framegate.hello")) {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data: call }) => port1.postMessage({ id: call.id, ok: true, value: { counts: Float64Array.of(-3, -6), changes: [] } });
        parent.postMessage(data, "*", [port2]);
      }
      return data;
    } });
    document.body.insertAdjacentHTML("beforeend", "<iframe srcdoc='<p>below</p>'></iframe>");`,
  "hears the first message of a frame before Framegate does": `
    const { stopImmediatePropagation } = Event.prototype;
    Event.prototype.stopImmediatePropagation = function () {};
    addEventListener("message", ({ data }) => {
      if (!String(data).startsWith("framegate.hello")) return;
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data: call }) => port1.postMessage({ id: call.id, ok: true, value: { counts: Float64Array.of(-3, -6), changes: [] } });
      parent.postMessage(data, "*", [port2]);
    });
    document.body.insertAdjacentHTML("beforeend", "<iframe srcdoc='<p>below</p>'></iframe>");`,
  "reads options from the prototype of objects": `
    for (const [name, value] of Object.entries({ drawCalls: 0, triangles: 0, changes: [], value: 0, step: 9, page: 1, events: [], count: 0, counts: 0, instances: 0, instanceCounts: 0, drawCount: 0, mode: "drop" }))
      Object.defineProperty(Object.prototype, name, { configurable: true, writable: true, value });`,
  "writes by setters of the prototype of objects": `
    for (const name of ["drawCalls", "triangles", "changes", "mode", "hasDrawn", "ok", "id"])
      Object.defineProperty(Object.prototype, name, { configurable: true, get: () => 0, set() {} });`,
  "covers the sizes of its lists": `
    const views = Object.getPrototypeOf(Float32Array.prototype);
    for (const owner of [views, DataView.prototype, ArrayBuffer.prototype, data])
      for (const name of ["length", "byteLength", "BYTES_PER_ELEMENT"])
        Object.defineProperty(owner, name, { configurable: true, get: () => 0 });`,
  "makes every descriptor one with a getter": `
    Object.defineProperty(Object.prototype, "get", { configurable: true, writable: true, value: () => 0 });`,
  "reads and writes the entries of lists": `
    requestAnimationFrame(() => {
      for (let index = 0; index < 40; index += 1)
        Object.defineProperty(Array.prototype, index, { configurable: true, get: () => 0, set() {} });
    });`,
  "replaces how lists are walked": `
    const original = Array.prototype[Symbol.iterator];
    Array.prototype[Symbol.iterator] = function () { return this.includes?.(6) ? [][Symbol.iterator]() : original.call(this); };`,
  "replaces how iterators go on": `
    const iterator = Object.getPrototypeOf([][Symbol.iterator]());
    const { next } = iterator;
    iterator.next = function () { const step = next.call(this); return typeof step.value === "number" ? { done: step.done, value: 0 } : step; };`,
  "replaces how maps are walked": `
    const iterator = Object.getPrototypeOf(new Map().entries());
    iterator.next = () => ({ done: true, value: undefined });
    const ofSets = Object.getPrototypeOf(new Set().values());
    ofSets.next = () => ({ done: true, value: undefined });`,
  "replaces lists walked only while it draws": `
    const inner = draw;
    draw = (gl) => {
      const original = Array.prototype[Symbol.iterator];
      Array.prototype[Symbol.iterator] = () => ({ next: () => ({ done: true, value: undefined }) });
      inner(gl);
      Array.prototype[Symbol.iterator] = original;
    };`,
  "replaces the methods of numbers and texts": `
    Number.prototype.toString = String.prototype.padStart = String.prototype.charCodeAt = String.prototype.startsWith = () => "0";`,
  "replaces the methods of patterns": `
    RegExp.prototype.test = () => true;
    RegExp.prototype.exec = () => null;`,
  "replaces the methods of collections and their classes": `
    for (const { prototype } of [Map, Set, WeakMap, WeakSet]) prototype.get = prototype.has = prototype.set = prototype.add = () => undefined;
    window.Map = window.WeakMap = window.Set = class {};`,
  "sets marks of frames": `
    const frame = document.body.appendChild(document.createElement("iframe"));
    const { performance: other } = frame.contentWindow;
    requestAnimationFrame(function mark(now) {
      for (const one of [performance, other]) for (const name of ["fg:0", "fg:5", "fg.p", "fg.e"]) one.mark(name);
      performance.clearMarks("fg.e");
      requestAnimationFrame(mark);
    });`,
  "stamps frames on the console": `
    requestAnimationFrame(function stamp() {
      console.timeStamp("fg:0"); console.timeStamp("fg.e"); console.time("fg:1"); console.timeEnd("fg:1");
      requestAnimationFrame(stamp);
    });`,
  "measures frames of its own": `
    requestAnimationFrame(function measure() {
      performance.measure("fg:0", { start: 0, end: 1 }); performance.measure("fg.e", { start: 0, end: 0 });
      new PerformanceMark("fg:1");
      requestAnimationFrame(measure);
    });`,
  "greets its workers in the place of Framegate": `
    const script = "let calls = 0; onmessage = ({ ports, data }) => { postMessage(typeof data === 'string' && data.startsWith('framegate')); };";
    const worker = new Worker(URL.createObjectURL(new Blob([script])));
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => port1.postMessage(data);
    worker.postMessage("framegate.hello", [port2]);
    port1.postMessage({ id: 1, name: "finish", step: 0, page: null, events: [], skippedFrames: 0 });`,
  "is a worker that answers for itself": `
    const script = "addEventListener('message', (event) => { event.ports[0]?.postMessage({ id: 1, ok: true, value: { counts: Float64Array.of(-3, -6), changes: [] } }); }, true);"
      + "for (let i = 0; i < 3; i += 1) postMessage({ id: i, ok: true, value: { drawCalls: -3 } });";
    new Worker(URL.createObjectURL(new Blob([script]))).postMessage(1);`,
  "throws out of everything that is called back": `
    for (const prototype of [Array.prototype, Promise.prototype, Function.prototype])
      for (const name of ["forEach", "map", "then", "apply"])
        if (name in prototype) prototype[name] = () => { throw new Error("out of everything"); };`,
  "throws out of its own callbacks": `
    window.onerror = () => true;
    requestAnimationFrame(function frame() { requestAnimationFrame(frame); throw new Error("handled"); });`,
  "opens its document again": `
    window.isOpenedAgain = true;
    setTimeout(() => {
      document.open();
      document.write("<canvas></canvas>");
      document.close();
    }, 50);`,
  "asks GL for errors, to tell the passes apart": `
    const inner = draw;
    draw = (gl) => {
      gl.clear(1);
      if (gl.getError() === 0) return;
      inner(gl);
    };`,
  "asks for the source of what is hooked, to tell the passes apart": `
    const inner = draw;
    const isNative = (method) => Function.prototype.toString.call(method).includes("[native code]");
    const frame = document.body.appendChild(document.createElement("iframe"));
    const others = frame.contentWindow.Function.prototype.toString;
    draw = (gl) => { if (isNative(gl.drawArrays) && isNative(gl.clear) && others.call(gl.drawArrays).includes("[native code]")) inner(gl); };`,
  "looks for hooks by the order of names, to tell the passes apart": `
    const inner = draw;
    const frame = document.body.appendChild(document.createElement("iframe"));
    const names = Object.getOwnPropertyNames(WebGL2RenderingContext.prototype).join();
    const others = Object.getOwnPropertyNames(frame.contentWindow.WebGL2RenderingContext.prototype).join();
    draw = (gl) => { if (names === others) inner(gl); };`,
  "reads its own stack, to tell the passes apart": `
    const inner = draw;
    Error.prepareStackTrace = (error, sites) => sites.map((site) => site.getFunctionName());
    draw = (gl) => { inner(gl); new Error().stack; };`,
  "measures its own time, to tell the passes apart": `
    const inner = draw;
    draw = (gl) => {
      const start = performance.now();
      for (let i = 0; i < 1000; i += 1) gl.getParameter(gl.VIEWPORT);
      if (performance.now() === start) inner(gl);
    };`,
};
