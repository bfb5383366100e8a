import type { OrderCase } from "./order-cases.ts";

/** Makes silent sound files, and an audio element `a` whose events `hear` logs. */
const withAudio = `const wavUrl = (ms) => { const n = 8 * ms; const d = new DataView(new ArrayBuffer(44 + n)); const s = (o, t) => [...t].forEach((c, i) => d.setUint8(o + i, c.charCodeAt(0))); s(0, "RIFF"); d.setUint32(4, 36 + n, true); s(8, "WAVEfmt "); d.setUint32(16, 16, true); d.setUint16(20, 1, true); d.setUint16(22, 1, true); d.setUint32(24, 8000, true); d.setUint32(28, 8000, true); d.setUint16(32, 1, true); d.setUint16(34, 8, true); s(36, "data"); d.setUint32(40, n, true); new Uint8Array(d.buffer, 44).fill(128); return URL.createObjectURL(new Blob([d.buffer], { type: "audio/wav" })); }; const a = new Audio(); a.muted = true; const hear = (...skip) => { for (const t of ["loadstart", "play", "playing", "pause", "ended", "timeupdate", "waiting", "canplay", "canplaythrough", "loadeddata", "loadedmetadata", "seeking", "seeked", "emptied", "abort", "error"]) if (!skip.includes(t)) a.addEventListener(t, () => { log(t); queueMicrotask(() => log("m")); }); }; const ready = (then, ms = 3000) => { a.addEventListener("canplaythrough", () => setTimeout(then, 20), { once: true }); a.src = wavUrl(ms); };`;

/** `told` logs the state of `a` in the events that begin a load. */
const withTold = `const told = () => { for (const t of ["abort", "emptied", "ratechange", "loadstart", "play"]) a.addEventListener(t, () => { log(t + " " + a.networkState + a.readyState); queueMicrotask(() => log("m " + a.networkState)); }); }; const sleep = (ms) => new Promise((go) => setTimeout(go, ms));`;

/** Makes an audio context `c`, whose events `hear` logs. */
const withContext = `const c = new AudioContext(); const hear = (x = c, n = "") => { x.onstatechange = () => { log(n + "event " + x.state); queueMicrotask(() => log(n + "m")); }; }; const running = (then) => { c.resume().then(() => setTimeout(then, 60)); }; const p = (q, n) => q.then(() => { log(n); queueMicrotask(() => log(n + " m")); }, (e) => log(n + " " + e.name));`;

/** Media elements and audio contexts. */
export const mediaOrderCases: readonly OrderCase[] = [
  {
    name: "an audio context made late: its time begins at zero, for its sounds and parameters too",
    script: `setTimeout(async () => { const context = new AudioContext(); log(context.currentTime); await context.resume(); const sound = context.createOscillator(), gain = context.createGain(); sound.connect(gain).connect(context.destination); gain.gain.setValueAtTime(1, 0); gain.gain.linearRampToValueAtTime(0, 20); sound.onended = () => { log("ended " + (context.currentTime > 0.28 && context.currentTime < 2)); log("value " + (gain.gain.value > 0.8 && gain.gain.value < 1)); context.close().then(end); }; sound.start(); sound.stop(0.3); setTimeout(() => log("timer"), 20); }, 120);`,
  },
  {
    name: "media: play, its promise, a timer",
    script: `${withAudio} ready(() => { hear("timeupdate"); a.play().then(() => { log("resolved"); a.pause(); log("p " + a.paused); setTimeout(end, 60); }); log("paused " + a.paused); Promise.resolve().then(() => log("then")); setTimeout(() => log("t0")); });`,
  },
  {
    name: "media: play twice, and while it plays",
    script: `${withAudio} ready(() => { hear("timeupdate"); a.play().then(() => log("one")); a.play().then(() => log("two")); setTimeout(() => { a.play().then(() => { log("three"); queueMicrotask(() => log("mm")); a.pause(); setTimeout(end, 60); }); log("asked"); }, 40); });`,
  },
  {
    name: "media: play, pause, play in one task",
    script: `${withAudio} ready(() => { hear("timeupdate"); a.play().then(() => log("one"), (e) => log("one " + e.name)); a.pause(); a.play().then(() => log("two"), (e) => log("two " + e.name)); setTimeout(() => { a.pause(); setTimeout(end, 40); }, 40); });`,
  },
  {
    name: "media: play before the data has come",
    script: `${withAudio} hear("timeupdate"); a.src = wavUrl(3000); a.play().then(() => { log("resolved"); setTimeout(() => { a.pause(); setTimeout(end, 40); }, 60); }); log("paused " + a.paused); Promise.resolve().then(() => log("then"));`,
  },
  {
    name: "media: play and pause before the data has come",
    script: `${withAudio} hear("timeupdate"); a.src = wavUrl(3000); a.play().then(() => log("resolved"), (e) => log(e.name)); log(a.paused); a.pause(); log(a.paused); Promise.resolve().then(() => log("then")); setTimeout(end, 200);`,
  },
  {
    name: "media: play, then another source",
    script: `${withAudio} hear("timeupdate"); a.src = wavUrl(3000); a.play().then(() => log("resolved"), (e) => log(e.name)); a.src = wavUrl(200); log(a.paused); Promise.resolve().then(() => log("then")); setTimeout(() => { a.pause(); setTimeout(end, 50); }, 150);`,
  },
  {
    name: "media: play a missing file",
    script: `${withAudio} hear("timeupdate"); a.src = "missing.wav"; a.play().then(() => log("resolved"), (e) => { log(e.name); log("paused " + a.paused); setTimeout(end, 40); }); log("paused " + a.paused);`,
  },
  {
    name: "media: play without a source",
    script: `${withAudio} hear(); a.play().then(() => log("resolved"), (e) => log(e.name)); log(a.paused); setTimeout(() => { log(a.paused); a.pause(); log(a.paused); setTimeout(end, 30); }, 40);`,
  },
  {
    name: "media: the end, and play after it",
    script: `${withAudio} ready(() => { hear("timeupdate"); a.currentTime = 0.25; a.addEventListener("seeked", () => { a.play().then(() => log("resolved")); }, { once: true }); a.addEventListener("ended", () => { log(a.paused + " " + a.ended); a.play().then(() => { log("again"); a.pause(); setTimeout(end, 40); }); log(a.paused + " " + a.ended); }, { once: true }); }, 300);`,
  },
  {
    name: "media: a seek while it is paused",
    script: `${withAudio} ready(() => { hear(); a.currentTime = 0.1; log(a.seeking); Promise.resolve().then(() => log("then")); setTimeout(end, 100); });`,
  },
  {
    name: "media: autoplay",
    script: `${withAudio} hear("timeupdate"); a.autoplay = true; a.src = wavUrl(3000); log(a.paused); a.addEventListener("playing", () => { log("is " + a.paused); setTimeout(() => { a.pause(); setTimeout(end, 40); }, 50); });`,
  },
  {
    name: "media: pause in the listener of playing",
    script: `${withAudio} ready(() => { hear("timeupdate"); a.onplaying = () => { a.pause(); log("paused"); }; a.play().then(() => log("resolved"), (e) => log(e.name)); setTimeout(end, 100); });`,
  },
  {
    name: "media: pause in the listener of play",
    script: `${withAudio} ready(() => { hear("timeupdate"); a.onplay = () => { a.pause(); log("paused"); }; a.play().then(() => log("resolved"), (e) => log(e.name)); setTimeout(end, 100); });`,
  },
  {
    name: "media: load while it plays",
    script: `${withAudio} ready(() => { hear("timeupdate"); a.play().then(() => { log("resolved"); a.load(); log(a.paused); setTimeout(end, 100); }); });`,
  },
  {
    name: "media: load right after play",
    script: `${withAudio} ready(() => { hear("timeupdate"); a.play().then(() => log("resolved"), (e) => log(e.name)); a.load(); log(a.paused); Promise.resolve().then(() => log("then")); setTimeout(() => { a.pause(); end(); }, 150); });`,
  },
  {
    name: "media: a seek, then play",
    script: `${withAudio} ready(() => { hear("timeupdate"); a.currentTime = 0; log(a.readyState + " " + a.seeking); a.play().then(() => { log("resolved"); a.pause(); setTimeout(end, 60); }); log(a.paused); });`,
  },
  {
    name: "media: a seek before the data has come",
    script: `${withAudio} hear("timeupdate"); a.currentTime = 0.1; log(a.currentTime); a.src = wavUrl(3000); log(a.seeking); setTimeout(() => { log(a.currentTime.toFixed(2)); end(); }, 150);`,
  },
  {
    name: "media: pause, a seek to the start, play",
    script: `${withAudio} ready(() => { hear("timeupdate"); a.play(); setTimeout(() => { log("again"); a.pause(); a.currentTime = 0; a.play(); setTimeout(() => { a.pause(); setTimeout(end, 50); }, 80); }, 60); });`,
  },
  {
    name: "media: two elements that play",
    script: `${withAudio} const b = new Audio(wavUrl(200)); b.muted = true; b.oncanplaythrough = () => ready(() => { for (const [n, x] of [["a", a], ["b", b]]) for (const t of ["play", "playing"]) x.addEventListener(t, () => log(n + t)); a.play().then(() => log("ar")); b.play().then(() => log("br")); setTimeout(end, 80); });`,
  },
  {
    name: "media: play in a chain of promises",
    script: `${withAudio} ready(async () => { hear("timeupdate"); await a.play(); log("one"); a.pause(); await a.play(); log("two"); await a.play(); log("three"); a.pause(); setTimeout(end, 50); });`,
  },
  {
    name: "audio context: suspend, resume and close, each awaited",
    script: `${withContext} running(async () => { hear(); await c.suspend(); log("s " + c.state); await c.resume(); log("r " + c.state); await c.close(); log("c " + c.state); setTimeout(end, 60); });`,
  },
  {
    name: "audio context: suspend and resume in one task",
    script: `${withContext} running(() => { hear(); p(c.suspend(), "s"); p(c.resume(), "r"); log(c.state); Promise.resolve().then(() => log("then")); setTimeout(() => { c.close().then(end); }, 150); });`,
  },
  {
    name: "audio context: suspend and close in one task",
    script: `${withContext} running(() => { hear(); p(c.suspend(), "s"); p(c.close(), "c"); log(c.state); Promise.resolve().then(() => log("then")); setTimeout(end, 150); });`,
  },
  {
    name: "audio context: resume while it runs",
    script: `${withContext} running(() => { hear(); p(c.resume(), "r"); log(c.state); Promise.resolve().then(() => log("then")); setTimeout(() => { c.close().then(end); }, 100); });`,
  },
  {
    name: "audio context: suspend twice",
    script: `${withContext} running(() => { hear(); p(c.suspend(), "s1"); p(c.suspend(), "s2"); Promise.resolve().then(() => log("then")); setTimeout(() => { p(c.suspend(), "s3"); log(c.state); setTimeout(() => c.close().then(end), 60); }, 100); });`,
  },
  {
    name: "audio context: calls after close",
    script: `${withContext} running(() => { hear(); p(c.close(), "c1"); log(c.state); p(c.close(), "c2"); p(c.resume(), "r"); p(c.suspend(), "s"); Promise.resolve().then(() => log("then")); setTimeout(() => { p(c.close(), "c3"); p(c.resume(), "r2"); p(c.suspend(), "s2"); log(c.state); setTimeout(end, 60); }, 100); });`,
  },
  {
    name: "audio context: suspend a new context",
    script: `${withContext} hear(); log(c.state); p(c.suspend(), "s"); log(c.state); Promise.resolve().then(() => log("then")); setTimeout(() => { log(c.state); p(c.resume(), "r"); setTimeout(() => c.close().then(end), 60); }, 150);`,
  },
  {
    name: "audio context: resume a new context",
    script: `${withContext} hear(); log(c.state); p(c.resume(), "r"); log(c.state); Promise.resolve().then(() => log("then")); setTimeout(() => c.close().then(end), 150);`,
  },
  {
    name: "audio context: close a new context",
    script: `${withContext} hear(); p(c.close(), "c"); log(c.state); Promise.resolve().then(() => log("then")); setTimeout(end, 150);`,
  },
  {
    name: "audio context: resume twice",
    script: `${withContext} running(async () => { await c.suspend(); hear(); p(c.resume(), "r1"); p(c.resume(), "r2"); log(c.state); setTimeout(() => { log(c.state); c.close().then(end); }, 100); });`,
  },
  {
    name: "audio context: suspend, resume and suspend in one task",
    script: `${withContext} running(() => { hear(); p(c.suspend(), "s1"); p(c.resume(), "r1"); p(c.suspend(), "s2"); setTimeout(() => { log(c.state); c.close().then(end); }, 150); });`,
  },
  {
    name: "audio context: offline: its end",
    script: `${withContext} const o = new OfflineAudioContext(1, 800, 8000); hear(o, "o "); o.oncomplete = () => { log("complete " + o.state); queueMicrotask(() => log("cm")); }; p(o.startRendering(), "rendered"); log(o.state); setTimeout(() => { log(o.state); c.close().then(end); }, 150);`,
  },
  {
    name: "audio context: offline: suspended and resumed",
    script: `${withContext} const o = new OfflineAudioContext(1, 800, 8000); hear(o, "o "); o.suspend(0.03).then(() => { log("sus " + o.state); p(o.resume(), "res"); }); p(o.startRendering(), "rendered"); setTimeout(() => { log(o.state); c.close().then(end); }, 150);`,
  },
  {
    name: "media: its state at each event of a load, and a rate that a load resets",
    script: `${withAudio} for (const t of ["loadstart", "loadedmetadata", "emptied", "ratechange"]) a.addEventListener(t, () => log(t + " " + (a.readyState > 0) + " " + a.playbackRate)); a.src = wavUrl(200); log("set " + a.networkState); queueMicrotask(() => log("microtask " + a.networkState)); a.addEventListener("canplaythrough", () => { a.playbackRate = 2; log("faster"); setTimeout(() => { a.src = wavUrl(100); setTimeout(end, 100); }, 50); }, { once: true });`,
  },
  {
    name: "media: a source that the page feeds, then another one",
    script: `const feed = (name) => { const s = new MediaSource(); for (const t of ["sourceopen", "sourceclose"]) s.addEventListener(t, () => { log(name + t); queueMicrotask(() => log("m")); }); return URL.createObjectURL(s); }; const v = document.createElement("video"); for (const t of ["loadstart", "abort", "emptied"]) v.addEventListener(t, () => { log(t); queueMicrotask(() => log("m")); }); v.src = feed(""); log("set"); queueMicrotask(() => log("microtask")); setTimeout(() => { v.src = feed("other "); log("set"); setTimeout(end, 60); }, 60);`,
  },
  {
    name: "media: a loop, whose turns are seeks",
    script: `${withAudio} ready(() => { a.loop = true; let turns = 0; hear("timeupdate"); a.addEventListener("seeked", () => { turns += 1; log("turn " + a.ended + " " + a.paused); if (turns === 2) { a.pause(); setTimeout(end, 60); } }); a.play().then(() => log("resolved")); }, 200);`,
  },
  {
    name: "media: a loop that is left",
    script: `${withAudio} ready(() => { a.setAttribute("loop", ""); hear("timeupdate"); a.onseeked = () => { log(a.readyState); a.removeAttribute("loop"); }; a.onended = () => { log(a.currentTime === a.duration); setTimeout(end, 40); }; a.play(); }, 200);`,
  },
  {
    name: "media: pause as a loop turns, and play in it",
    script: `${withAudio} ready(() => { a.loop = true; hear("timeupdate"); a.addEventListener("seeking", () => { a.pause(); log(a.seeking); a.play().then(() => { log("again"); a.pause(); setTimeout(end, 60); }, (e) => log(e.name)); }, { once: true }); a.play(); }, 200);`,
  },
  {
    name: "media: the end, then a loop from it",
    script: `${withAudio} ready(() => { hear("timeupdate"); a.addEventListener("ended", () => { a.loop = true; log(a.ended + " " + a.paused); a.play().then(() => log("resolved")); log(a.seeking + " " + a.currentTime); let turns = 0; a.onseeked = () => { turns += 1; if (turns === 2) { a.pause(); setTimeout(end, 60); } }; }, { once: true }); a.play(); }, 150);`,
  },
  {
    name: "media: a loop by hand, in the listener of its end",
    script: `${withAudio} ready(() => { hear("timeupdate"); let ends = 0; a.onended = () => { ends += 1; if (ends === 3) { setTimeout(end, 40); return; } a.currentTime = 0; a.play().then(() => log("again")); }; a.onplay = () => log(a.readyState > 0); a.play(); }, 120);`,
  },
  {
    name: "media: a pool of sounds, and a copy for each shot",
    script: `${withAudio} const u = wavUrl(120), pool = [new Audio(u), new Audio(u)]; let loaded = 0; const fire = (x, n, then) => { x.onended = () => { log(n + " ended " + x.paused); then(); }; x.play().then(() => log(n + " plays")); }; const copy = (n) => { const k = pool[0].cloneNode(); log(k.readyState + " " + k.paused); fire(k, "copy " + n, n < 2 ? () => copy(n + 1) : end); }; for (const x of pool) x.addEventListener("canplaythrough", () => { loaded += 1; if (loaded === 2) fire(pool[0], "first", () => fire(pool[1], "second", () => copy(1))); }, { once: true });`,
  },
  {
    name: "media: three copies that play at once",
    script: `${withAudio} ready(() => { const copies = [1, 2, 3].map(() => a.cloneNode()); let left = 3; copies.forEach((x, i) => { x.onplay = () => log("play " + i); x.onended = () => { left -= 1; if (left === 0) { log("all"); end(); } }; x.play(); }); }, 150);`,
  },
  {
    name: "media: a seek beyond the end as it plays",
    script: `${withAudio} ready(() => { hear("timeupdate"); a.onended = () => setTimeout(end, 40); a.play().then(() => { a.currentTime = 99; log(a.currentTime + " " + a.ended + " " + a.paused); }); a.addEventListener("seeked", () => log(a.ended + " " + a.paused)); }, 2000);`,
  },
  {
    name: "media: places that an element does not have",
    script: `${withAudio} ready(() => { a.currentTime = -1; log(a.currentTime); for (const x of [NaN, Infinity]) try { a.currentTime = x; } catch (e) { log(e.name); } a.addEventListener("seeked", () => { a.currentTime = 9; log(a.currentTime + " " + a.ended); a.onseeked = () => { log(a.currentTime + " " + a.ended); end(); }; }, { once: true }); }, 2000);`,
  },
  {
    name: "media: two seeks in one task, and a seek as it plays",
    script: `${withAudio} ready(() => { hear(); a.currentTime = 1; a.currentTime = 2; a.addEventListener("canplaythrough", () => { a.play().then(() => { setTimeout(() => { a.currentTime = 0.5; a.addEventListener("seeked", () => setTimeout(() => { a.pause(); setTimeout(end, 40); }, 40), { once: true }); }, 40); }); }, { once: true }); });`,
  },
  {
    name: "media: rates and volumes beside the playback",
    script: `${withAudio} ready(() => { hear("timeupdate"); for (const t of ["ratechange", "volumechange"]) a.addEventListener(t, () => log(t)); a.playbackRate = 2; a.volume = 0.3; a.volume = 0.3; a.muted = false; a.play(); a.defaultPlaybackRate = 2; a.playbackRate = 2; a.addEventListener("playing", () => { a.playbackRate = 0.5; setTimeout(() => { a.volume = 1; a.pause(); a.muted = true; setTimeout(end, 40); }, 40); }); });`,
  },
  {
    name: "media: a rate moves no element",
    script: `${withAudio} ready(() => { a.play().then(() => setTimeout(() => { const before = a.currentTime; a.playbackRate = 8; log(a.currentTime - before < 0.2); a.playbackRate = 1; log(a.currentTime - before < 0.4); a.pause(); end(); }, 400)); }, 9000);`,
  },
  {
    name: "media: an element that starts itself, before its own events",
    script: `${withAudio} for (const t of ["loadstart", "loadedmetadata", "loadeddata", "canplay", "play", "playing", "canplaythrough"]) a.addEventListener(t, () => log(t + " " + a.paused)); a.autoplay = true; a.loop = true; a.src = wavUrl(200); a.onseeked = () => { a.pause(); setTimeout(end, 50); };`,
  },
  {
    name: "audio: the time of a context stands while it is suspended",
    script: `${withContext} const d = new AudioContext(); hear(); running(() => { const before = c.currentTime; c.suspend().then(() => { const t = c.currentTime, u = d.currentTime; log(t >= before); setTimeout(() => { log(c.currentTime === t); log(d.currentTime > u); log(c.getOutputTimestamp().contextTime <= t); c.resume().then(() => { setTimeout(() => { log(c.currentTime > t); c.close().then(() => { const at = c.currentTime; setTimeout(() => { log(c.currentTime === at); d.close(); end(); }, 60); }); }, 150); }); }, 150); }); });`,
  },
  {
    name: "audio: sounds wait while their context is suspended",
    script: `${withContext} running(() => { const sound = (n, s) => { const o = c.createOscillator(); o.connect(c.destination); o.onended = () => log("ended " + n); o.start(); o.stop(c.currentTime + s); return o; }; sound("long", 0.3); sound("short", 0.1); c.suspend().then(() => { const o = sound("stopped", 1); o.stop(); setTimeout(() => { log("resume"); c.resume(); setTimeout(() => { c.close(); end(); }, 700); }, 500); }); });`,
  },
  {
    name: "audio: a ramp waits while its context is suspended",
    script: `${withContext} running(() => { const g = c.createGain(); g.connect(c.destination); c.suspend().then(() => setTimeout(() => c.resume().then(() => { g.gain.setValueAtTime(0, c.currentTime); g.gain.linearRampToValueAtTime(1, c.currentTime + 0.6); setTimeout(() => { c.suspend().then(() => { const v = g.gain.value; log(v > 0 && v < 1); setTimeout(() => { log(g.gain.value === v); c.resume(); setTimeout(() => { log(g.gain.value); c.close(); end(); }, 750); }, 80); }); }, 200); }), 150)); });`,
  },
  {
    name: "audio: the times of an offline context",
    script: `const c = new OfflineAudioContext(1, 8000, 8000); log(c.currentTime); c.suspend(0.3).then(() => { log(c.currentTime.toFixed(3) + " " + c.state); c.resume(); }); c.startRendering().then(() => setTimeout(() => { log(c.currentTime.toFixed(3) + " " + c.state); end(); }, 20));`,
  },
  {
    name: "media: play on the start of its load",
    script: `${withAudio} hear("timeupdate"); a.addEventListener("loadstart", () => { a.play().then(() => { log("resolved"); setTimeout(() => { a.pause(); setTimeout(end, 40); }, 40); }); log("asked"); }, { once: true }); a.src = wavUrl(3000);`,
  },
  {
    name: "media: play on its data",
    script: `${withAudio} hear("timeupdate"); a.addEventListener("loadeddata", () => { a.play().then(() => { log("resolved"); setTimeout(() => { a.pause(); setTimeout(end, 40); }, 40); }); log("asked"); }, { once: true }); a.src = wavUrl(3000);`,
  },
  {
    name: "media: play on the word that it can",
    script: `${withAudio} hear("timeupdate"); a.addEventListener("canplay", () => { a.play().then(() => { log("resolved"); setTimeout(() => { a.pause(); setTimeout(end, 40); }, 40); }); log("asked"); }, { once: true }); a.src = wavUrl(3000);`,
  },
  {
    name: "media: the state in which an element is emptied",
    script: `(async () => { ${withAudio} ${withTold} told(); a.src = wavUrl(200); a.load(); log(a.networkState); await sleep(120); a.playbackRate = 2; await sleep(20); a.src = wavUrl(300); log("again " + a.networkState + a.readyState); await sleep(120); a.removeAttribute("src"); a.load(); log("empty " + a.networkState); setTimeout(() => log("timer " + a.networkState)); await sleep(60); a.load(); await sleep(30); log("end " + a.networkState); end(); })();`,
  },
  {
    name: "media: another source, played in the same task",
    script: `(async () => { ${withAudio} ${withTold} told(); a.src = wavUrl(3000); setTimeout(() => log("timer " + a.networkState)); await sleep(120); a.src = wavUrl(3000); a.play().catch(() => 0); log(a.networkState + " " + a.paused); await sleep(120); a.pause(); await sleep(30); end(); })();`,
  },
  {
    name: "media: a source that a message replaces",
    script: `(async () => { ${withAudio} ${withTold} told(); a.src = wavUrl(3000); const { port1, port2 } = new MessageChannel(); await new Promise((go) => { port1.onmessage = go; port2.postMessage(0); }); log("later " + a.networkState); a.src = wavUrl(3000); a.src = wavUrl(2000); await sleep(120); end(); })();`,
  },
  {
    name: "media: a missing source after another",
    script: `(async () => { ${withAudio} ${withTold} told(); a.src = "missing.wav"; await sleep(120); log(a.networkState); a.setAttribute("src", "missing-too.wav"); log(a.networkState); await sleep(120); end(); })();`,
  },
  {
    name: "media: a source set as the element is emptied",
    script: `(async () => { ${withAudio} ${withTold} told(); a.src = wavUrl(200); await sleep(100); a.addEventListener("emptied", () => { a.src = wavUrl(300); log("set"); }, { once: true }); a.load(); await sleep(120); end(); })();`,
  },
  {
    name: "an offline context that a timer of the page lets go on, twice",
    script: `const context = new OfflineAudioContext(1, 1280, 8000); const source = new ConstantSourceNode(context); source.connect(context.destination); source.start(); context.onstatechange = () => log("state " + context.state); const stop = (at) => context.suspend(at).then(() => { log("suspended " + context.currentTime); setTimeout(() => { log("resume"); context.resume().then(() => log("resumed")); }, 30); }); stop(0.032); stop(0.096); context.startRendering().then(({ length }) => log("rendered " + length)); context.oncomplete = () => { log("complete"); setTimeout(end, 20); };`,
  },
  {
    name: "an offline context: its end before a decode, a timer and a message that its listeners and its promise ask for",
    script: `const wav = () => { const bytes = new DataView(new ArrayBuffer(1644)); const text = (at, letters) => [...letters].forEach((letter, index) => bytes.setUint8(at + index, letter.charCodeAt(0))); text(0, "RIFF"); bytes.setUint32(4, 1636, true); text(8, "WAVEfmt "); bytes.setUint32(16, 16, true); bytes.setUint16(20, 1, true); bytes.setUint16(22, 1, true); bytes.setUint32(24, 8000, true); bytes.setUint32(28, 16000, true); bytes.setUint16(32, 2, true); bytes.setUint16(34, 16, true); text(36, "data"); bytes.setUint32(40, 1600, true); return bytes.buffer; }; const tasks = (name) => { setTimeout(() => log(name + " timer")); const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { log(name + " message"); port1.close(); }; port2.postMessage(0); queueMicrotask(() => log(name + " microtask")); }; const render = (name, hears) => { const context = new OfflineAudioContext(1, 1024, 8000); context.addEventListener("statechange", () => { log(name + " " + context.state); }); hears(context); return context.startRendering().then(({ length }) => { log(name + " rendered " + length); return context; }); }; (async () => { const first = await render("first", (context) => { context.oncomplete = ({ renderedBuffer, isTrusted }) => { log("complete " + renderedBuffer.length + isTrusted); tasks("complete"); }; }); tasks("rendered"); log(first.state); await new Promise((then) => setTimeout(then, 30)); const second = await render("second", (context) => { for (const listener of ["one", "two"]) context.addEventListener("complete", () => { log(listener); queueMicrotask(() => log(listener + " microtask")); }); }); second.decodeAudioData(wav()).then(({ length }) => { log("decoded " + length); setTimeout(end, 50); }); })();`,
  },
  {
    name: "an offline context that a timer lets go on, and that is asked to begin twice",
    script: `const c = new OfflineAudioContext(1, 12800, 12800); const s = new ConstantSourceNode(c); s.connect(c.destination); s.start(); c.oncomplete = () => { log("complete"); setTimeout(end, 20); }; c.suspend(0.5).then(() => { log("suspended"); setTimeout(() => c.resume().then(() => log("goes on")), 30); }); c.startRendering().then(() => log("promise")); c.startRendering().catch(({ name }) => log("twice " + name));`,
  },
  {
    name: "an element that loads a broken source again, and then none",
    script: `const video = document.createElement("video"); for (const type of ["loadstart", "emptied", "abort", "timeupdate", "ratechange", "error"]) video["on" + type] = () => { log(type); queueMicrotask(() => log("microtask")); }; const wait = (ms) => new Promise((go) => setTimeout(go, ms)); (async () => { video.src = "data:video/mp4;base64,AAAA"; video.load(); await wait(100); video.playbackRate = 2; video.load(); log("again"); await wait(100); video.removeAttribute("src"); video.load(); log("none"); await wait(100); video.load(); await wait(50); end(); })();`,
  },
];
