import { type CellKind, everywhere, inDocuments, neutral } from "../cell.ts";

const shared = { group: "Devices and people", handling: neutral };

export const devices: readonly CellKind[] = [
  {
    ...shared,
    name: "getUserMedia",
    realms: inDocuments,
    code: `const media = navigator.mediaDevices; const refused = (asked) => asked.catch((reason) => { throw reason.name; });
await race({ camera: refused(media.getUserMedia({ audio: true })), screen: refused(media.getDisplayMedia({ video: true })), older: new Promise((_, fail) => navigator.webkitGetUserMedia({ audio: true }, fail, ({ name }) => fail(name))), tick: tick(1) });`,
    shows: /camera failed: NotAllowedError/,
  },
  {
    ...shared,
    name: "speechSynthesis.speak",
    realms: inDocuments,
    code: `const words = new SpeechSynthesisUtterance("x"); speechSynthesis.speak(words); const { error } = await heard(words, "error"); show(error + "@" + globalThis.cellFrame); show(speechSynthesis.speaking);`,
    shows: /synthesis-unavailable@/,
  },
  {
    ...shared,
    name: "speech recognition",
    realms: inDocuments,
    code: `const listener = new webkitSpeechRecognition(); const ended = heard(listener, "end"); listener.onerror = ({ error }) => show(error + "@" + globalThis.cellFrame); listener.start(); await ended; show("ended");`,
    shows: /not-allowed@/,
  },
  {
    ...shared,
    name: "geolocation",
    realms: inDocuments,
    code: `const places = navigator.geolocation; const asked = (ask) => new Promise((resolve, fail) => ask(resolve, ({ code }) => fail(code)));
await race({ place: asked((...calls) => places.getCurrentPosition(...calls)), watch: asked((...calls) => places.watchPosition(...calls)), tick: tick(1) });`,
    shows: /place failed: 1/,
  },
  {
    ...shared,
    name: "Sensors",
    realms: inDocuments,
    code: `if (typeof Accelerometer === "undefined") { show("none"); return; }
// The frame of an embedded page may not use them.
try { const sensor = new Accelerometer(); sensor.start(); const { error } = await heard(sensor, "error"); show([error.name, sensor.activated, globalThis.cellFrame].join()); } catch ({ name }) { show(name); }`,
    shows: /NotReadableError,false|SecurityError|none/,
  },
  {
    ...shared,
    name: "deviceorientation and devicemotion",
    realms: inDocuments,
    code: `const seen = []; for (const type of ["devicemotion", "deviceorientation"]) addEventListener(type, ({ interval, alpha }) => seen.push(type + "@" + globalThis.cellFrame + " " + interval + " " + alpha)); ondeviceorientationabsolute = ({ type, absolute }) => seen.push(type + " " + absolute); await tick(20); show("seen " + seen.join());`,
    shows: /seen devicemotion@0 16 undefined,deviceorientation@0 undefined null,deviceorientationabsolute true$/m,
  },
  {
    ...shared,
    name: "devices that somebody has to choose",
    realms: inDocuments,
    code: `const name = (asked) => asked.then((found) => show(found), (reason) => { throw reason.name; });
await race({ usb: name(navigator.usb.requestDevice({ filters: [] })), serial: name(navigator.serial.requestPort()), hid: name(navigator.hid.requestDevice({ filters: [] })), midi: name(navigator.requestMIDIAccess()), xr: name(navigator.xr.requestSession("immersive-vr")), pipette: name(new EyeDropper().open()), file: name(showOpenFilePicker()), credential: name(navigator.credentials.get({ password: true })), tick: tick(1) });
await race({ usb: navigator.usb.getDevices(), hid: navigator.hid.getDevices(), serial: navigator.serial.getPorts(), notify: Notification.requestPermission(), tick: tick(1) });`,
    shows: /usb failed: NotFoundError/,
  },
  {
    ...shared,
    name: "state of the person and the machine",
    realms: everywhere,
    code: `await race({ idle: new IdleDetector().start().catch((reason) => { throw reason.name; }), pressure: new PressureObserver(() => undefined).observe("cpu").catch((reason) => { throw reason.name; }), tick: tick(1) });`,
    shows: /idle failed: NotAllowedError/,
  },
  {
    ...shared,
    name: "wake lock, orientation and keyboard locks",
    realms: inDocuments,
    code: `const name = (asked) => asked.catch((reason) => { throw reason.name; });
await race({ wake: name(navigator.wakeLock.request("screen")), turn: name(screen.orientation.lock("landscape")), keys: name(navigator.keyboard.lock()), badge: name(navigator.setAppBadge(1)), sink: name(new Audio().setSinkId("")), access: name(document.hasStorageAccess()), keySystem: name(navigator.requestMediaKeySystemAccess("org.w3.clearkey", [{ initDataTypes: ["webm"], audioCapabilities: [{ contentType: "audio/webm; codecs=opus" }] }])), tick: tick(1), later: tick(3) });`,
    shows: /turn failed: NotSupportedError/,
  },
];
