import type { Step } from "./random-programs.ts";

/** Real milliseconds of a program: longer than its chain of timers and frames. */
const programMs = 320;

/** Animation frames that a program takes under the prelude, with the pause before it. */
export const framesPerProgram = 24;

export const programFiles: Readonly<Record<string, string>> = {
  "program-frame.html": "<!doctype html><body></body>",
};

/** How each mechanism starts a callback. Those of the frame begin with an f. */
const mechanisms = `const mechanisms = {
  micro: (go) => queueMicrotask(go),
  then: (go) => Promise.resolve().then(go),
  deep: (go) => Promise.resolve().then(() => {}).then(() => {}).then(go),
  timer: (go) => setTimeout(go),
  later: (go) => setTimeout(go, 40),
  raf: (go) => requestAnimationFrame(go),
  port: (go) => channel(window, go),
  shared: (go, id) => { posted.set(id, go); poster.postMessage(id); },
  message: (go, id) => { posted.set(id, go); postMessage(id, "*"); },
  task: (go) => scheduler.postTask(go),
  urgent: (go) => scheduler.postTask(go, { priority: "user-blocking" }),
  continue: (go) => scheduler.yield().then(go),
  toggle: (go) => toggle(window, go),
  popover: (go) => { const node = add(window, "<p popover>x</p>"); once(node, "toggle", go); node.showPopover(); },
  dialog: (go) => { const node = add(window, "<dialog open>x</dialog>"); once(node, "close", go); node.close(); },
  select: (go) => select(window, go),
  scroll: (go) => scroll(window, go),
  observer: (go) => { const node = document.createElement("p"); new MutationObserver(go).observe(node, { attributes: true }); node.id = "a"; },
  resize: (go) => { const seen = new ResizeObserver(() => { seen.disconnect(); go(); }); seen.observe(add(window, "<p>x</p>")); },
  animation: (go) => { add(window, "<p>x</p>").animate([], 20).onfinish = go; },
  hash: (go, id) => { posted.set("#" + id, go); location.hash = id; },
  fmicro: (go) => inner.queueMicrotask(go),
  ftimer: (go) => inner.setTimeout(go),
  fraf: (go) => inner.requestAnimationFrame(go),
  fmessage: (go, id) => { posted.set(id, go); inner.postMessage(id, "*"); },
  fparent: (go, id) => { posted.set(id, go); inner.eval("parent.postMessage(" + JSON.stringify(id) + ", '*')"); },
  fport: (go) => channel(inner, go),
  ftask: (go) => inner.scheduler.postTask(go),
  ftoggle: (go) => toggle(inner, go),
  fselect: (go) => select(inner, go),
  fscroll: (go) => scroll(inner, go),
};`;

/**
 * The script of a page that runs programs one after the other, and stores their logs in `found`. Each begins `pauseMs`
 * after a frame.
 */
export function programScript(programs: readonly (readonly Step[])[], pauseMs: number): string {
  return `
  const programs = ${JSON.stringify(programs)};
  found.logs = [];
  addEventListener("load", async () => {
    const frame = document.createElement("iframe");
    frame.src = "program-frame.html";
    frame.style.cssText = "width: 200px; height: 100px";
    await new Promise((go) => { frame.onload = go; document.body.append(frame); });
    const add = (view, html) => {
      const holder = view.document.createElement("div");
      holder.innerHTML = html;
      view.document.body.append(holder);
      return holder.firstChild;
    };
    const posted = new Map();
    const received = ({ data }) => posted.get(data)?.();
    addEventListener("message", received);
    addEventListener("hashchange", ({ newURL }) => posted.get(new URL(newURL).hash)?.());
    frame.contentWindow.addEventListener("message", received);
    for (const program of programs) {
      const lines = [];
      found.logs.push(lines);
      await new Promise((go) => requestAnimationFrame(() => setTimeout(go, ${String(pauseMs)})));
      const inner = frame.contentWindow;
      const { port1: shared, port2: poster } = new MessageChannel();
      shared.onmessage = received;
      const once = (target, type, go) => target.addEventListener(type, go, { once: true });
      const channel = (view, go) => {
        const { port1, port2 } = new view.MessageChannel();
        port1.onmessage = () => { go(); port1.close(); };
        port2.postMessage(1);
      };
      const toggle = (view, go) => { const node = add(view, "<details>x</details>"); once(node, "toggle", go); node.open = true; };
      const select = (view, go) => { const node = add(view, "<input value=abc>"); once(node, "select", go); node.select(); };
      const scroll = (view, go) => {
        const node = add(view, "<div style='height: 20px; overflow: scroll'><p style='height: 900px'></div>");
        once(node, "scroll", go);
        node.scrollTop = 9;
      };
      ${mechanisms}
      const start = (steps) => {
        for (const { id, mechanism, children } of steps)
          mechanisms[mechanism](() => { lines.push(id); start(children); }, id);
      };
      start(program);
      await new Promise((go) => setTimeout(go, ${String(programMs)}));
      shared.close();
      posted.clear();
      for (const view of [window, inner]) for (const node of view.document.querySelectorAll("body > div")) node.remove();
    }
    found.isDone = true;
  });`;
}
