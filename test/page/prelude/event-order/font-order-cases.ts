import type { OrderCase } from "./order-cases.ts";

/** A font with a square for the letter "a", made for this test. */
const font =
  "AAEAAAAKAIAAAwAgT1MvMnZYdbkAAACsAAAAYGNtYXAADACUAAABDAAAACxnbHlmAvYE7AAAATgAAAAkaGVhZGEKQtoAAAFcAAAANmhoZWEFFgGTAAABlAAAACRobXR4BLAAAAAAAbgAAAAIbG9jYQAAACQAAAHAAAAADG1heHAABAAGAAABzAAAACBuYW1lAEcQnQAAAewAAAA4cG9zdAADAAAAAAIkAAAAIAADAlgBkAAFAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAABub25lAEAAYQBhAyD/OAAAAyAAyAAAAAEAAAAAAfQB9AAAACAAAAAAAAEAAwABAAAADAAEACAAAAAEAAQAAQAAAGH//wAAAGH///+gAAEAAAAAAAEAAAAAAfQB9AADAAABAQEBAAAB9AAA/gwAAAAAAfQAAAAAAAEAAAABAAAAAAAAXw889QADA+gAAAAAAAAAAAAAAAAAAAAAAAAAAAH0AfQAAAAIAAIAAQAAAAAAAQAAAyD/OAAAAlgAAAAAAfQAAQAAAAAAAAAAAAAAAAAAAAICWAAAAlgAAAAAAAAAAAAAAAAAJAABAAAAAgAEAAEAAAAAAAIAAAAAAAAAAAAAAAAAAAAAAAAABAA2AAMAAQQJAAEAAgAAAAMAAQQJAAIAAgAAAAMAAQQJAAQAAgAAAAMAAQQJAAYAAgAAAGEAAwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==";

/** Makes faces, each of a URL of its own, because the browser has the font of a URL at once from the second time on. */
const withFonts = `const FONT = "${font}"; const url = (n) => "url(data:font/ttf;x=" + n + ";base64," + FONT + ")"; const sleep = (ms) => new Promise((go) => setTimeout(go, ms)); const face = (n, s = url(n)) => { const f = new FontFace(n, s); document.fonts.add(f); return f; }; const types = ["loading", "loadingdone", "loadingerror"]; const hear = () => { for (const n of types) document.fonts["on" + n] = (e) => { log(n + " " + e.fontfaces.map((f) => f.family).join("+") + " " + document.fonts.status + " " + e.isTrusted); queueMicrotask(() => log("m " + n)); }; }; const off = () => { for (const n of types) document.fonts["on" + n] = null; document.fonts.clear(); end(); }; const p = (q, n) => q.then(() => { log(n); queueMicrotask(() => log(n + " m")); }, (e) => log(n + " " + e.name));`;

/** Fonts, and the events of their sets. */
export const fontOrderCases: readonly OrderCase[] = [
  {
    name: "fonts: a face that loads, its promise before the end of the set",
    script: `(async () => { ${withFonts} hear(); const a = face("FA"); p(a.load(), "a"); p(document.fonts.ready, "ready"); log(document.fonts.status); await a.loaded; log("st " + document.fonts.status); await document.fonts.ready; log("again"); await sleep(30); off(); })();`,
  },
  {
    name: "fonts: the promise of a set, read before and after a load begins",
    script: `(async () => { ${withFonts} hear(); p(document.fonts.ready, "ready0"); const a = face("FB"); p(document.fonts.ready, "ready"); p(a.load(), "a"); p(document.fonts.ready, "ready2"); log(document.fonts.status); await sleep(60); off(); })();`,
  },
  {
    name: "fonts: three faces that load one after the other",
    script: `(async () => { ${withFonts} hear(); for (const n of ["CA","CB","CC"]) { const f = face(n); await f.load(); log(n + " " + document.fonts.status); } await document.fonts.ready; log("ready " + document.fonts.status); await sleep(30); off(); })();`,
  },
  {
    name: "fonts: a load in the handler of one that fails",
    script: `(async () => { ${withFonts} hear(); const f = face("EA", "url(none1.woff)"); const g = face("EB"); await f.load().catch(() => p(g.load(), "g")); log("caught " + document.fonts.status); await document.fonts.ready; log("ready"); await sleep(30); off(); })();`,
  },
  {
    name: "fonts: a load in the listener of the end",
    script: `(async () => { ${withFonts} hear(); const f = face("GA"), g = face("GB"); document.fonts.addEventListener("loadingdone", () => { log("second " + document.fonts.status); p(g.load(), "g"); log("now " + document.fonts.status); }, { once: true }); p(f.load(), "f"); await sleep(80); off(); })();`,
  },
  {
    name: "fonts: two listeners of each event",
    script: `(async () => { ${withFonts} for (const k of [1, 2]) for (const n of types) document.fonts.addEventListener(n, (e) => { log(n + k); queueMicrotask(() => log("m" + k)); }, { once: true }); const a = face("HA"), b = face("HB", "url(none2.woff)"); p(a.load(), "a"); p(b.load(), "b"); p(document.fonts.ready, "ready"); await sleep(80); off(); })();`,
  },
  {
    name: "fonts: loads by a set, one of which fails",
    script: `(async () => { ${withFonts} hear(); face("IA"); face("IA2", "url(none3.woff)"); p(document.fonts.load("12px IA"), "load"); p(document.fonts.load("12px IA2"), "load2"); p(document.fonts.ready, "ready"); await sleep(80); off(); })();`,
  },
  {
    name: "fonts: a face of a style sheet that layout needs",
    script: `(async () => { ${withFonts} hear(); const st = document.createElement("style"); st.textContent = "@font-face { font-family: JA; src: " + url("JA") + " }"; document.head.append(st); const d = document.createElement("div"); d.style.fontFamily = "JA"; d.textContent = "abc"; document.body.append(d); d.offsetWidth; log(document.fonts.status); p(document.fonts.ready, "ready"); for (const f of document.fonts) p(f.loaded, f.family); await sleep(80); d.remove(); st.remove(); off(); })();`,
  },
  {
    name: "fonts: a face that is no font",
    script: `(async () => { ${withFonts} hear(); const a = face("MA", "url(data:font/ttf;base64,AAAA)"); p(a.load(), "a"); p(document.fonts.ready, "ready"); await sleep(80); off(); })();`,
  },
  {
    name: "fonts: promises that were read before the loads",
    script: `(async () => { ${withFonts} hear(); const a = face("ZA"), b = face("ZB", "url(none8.woff)"); p(a.loaded, "a"); p(b.loaded, "b"); await sleep(30); log("later"); p(a.load(), "al"); await 0; p(b.load(), "bl"); p(document.fonts.ready, "ready"); await sleep(120); off(); })();`,
  },
  {
    name: "fonts: a promise that was read before layout needs the face",
    script: `(async () => { ${withFonts} hear(); const st = document.createElement("style"); st.textContent = "@font-face { font-family: ZC; src: " + url("ZC") + " }"; document.head.append(st); const d = document.createElement("div"); d.style.fontFamily = "ZC"; d.textContent = "abc"; for (const f of document.fonts) p(f.loaded, f.family); await sleep(30); log("later"); document.body.append(d); await sleep(120); d.remove(); st.remove(); off(); })();`,
  },
  {
    name: "fonts: those of a frame",
    script: `(async () => { ${withFonts} const i = document.createElement("iframe"); document.body.append(i); const D = i.contentDocument, W = i.contentWindow; for (const n of types) D.fonts.addEventListener(n, (e) => log(n + " " + D.fonts.status + " " + e.fontfaces.length)); const a = new W.FontFace("XA", url("XA")), b = new W.FontFace("XB", "url(none9.woff)"); D.fonts.add(a); D.fonts.add(b); p(a.load(), "a"); p(b.load(), "b"); p(D.fonts.ready, "ready"); await sleep(120); i.remove(); off(); })();`,
  },
  {
    name: "fonts: those of a worker",
    script: `(async () => { ${withFonts} const w = new Worker(URL.createObjectURL(new Blob(["(" + async function (FONT) { const log = (x) => postMessage(x); const url = (n) => "url(data:font/ttf;x=" + n + ";base64," + FONT + ")"; for (const n of ["loading", "loadingdone", "loadingerror"]) fonts["on" + n] = (e) => log(n + " " + fonts.status + " " + e.fontfaces.length + e.isTrusted); const a = new FontFace("WA", url("WA")), b = new FontFace("WB", "url(data:font/ttf;base64,AAAA)"); fonts.add(a); fonts.add(b); a.load().then(() => log("a")); b.load().catch((e) => log("b " + e.name)); await fonts.ready; log("ready"); log("end"); } + ')("' + FONT + '")']))); await new Promise((go) => { w.onmessage = (e) => { if (e.data === "end") go(); else log(e.data); }; }); off(); })();`,
  },
  {
    name: "promises of faces that have ended, beside microtasks",
    script: `(async () => { const answer = (name, read) => new Promise((go) => { read().then(() => log(name), (error) => log(name + " " + error.name)); queueMicrotask(() => log("microtask")); setTimeout(go, 5); });
      const bad = () => new FontFace("ZA", new ArrayBuffer(16)); await answer("bytes", () => bad().loaded); await answer("load of bytes", () => bad().load()); const late = bad(); await new Promise((go) => setTimeout(go, 20)); await answer("bytes later", () => late.loaded); await answer("both", () => Promise.race([late.load(), late.loaded])); log(late.loaded === late.load());
      await answer("syntax", () => new FontFace("ZB", "nonsense").loaded); await answer("weight", () => new FontFace("ZC", "url(none.woff)", { weight: "nonsense" }).load()); await answer("no local font", () => new FontFace("ZD", "local(no such font)").load()); const asked = new FontFace("ZE", "local(no such font)"); const loaded = asked.loaded; await answer("asked before", () => (asked.load().catch(() => log("load")), loaded)); })().then(end);`,
  },
  {
    name: "a face that fails, asked for by itself and through the set",
    script: `const test = (ask) => new Promise((done) => { const name = "Order" + ask.length + ask[0]; const face = new FontFace(name, "url(missing-" + name + ".woff2)"); document.fonts.add(face); const asks = { loaded: () => face.loaded, own: () => face.load(), set: () => document.fonts.load("12px " + name) }; for (const one of ask) asks[one]().catch(({ name }) => log(one + " " + name)); document.fonts.onloadingerror = () => { log("error"); document.fonts.onloadingerror = null; document.fonts.delete(face); setTimeout(done, 20); }; }); test(["set", "loaded"]).then(() => test(["own", "set"])).then(() => test(["set", "own", "loaded"])).then(end);`,
  },
];
