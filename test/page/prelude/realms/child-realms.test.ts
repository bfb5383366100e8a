import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("steps all nested iframes once per frame, on the same clock", async () => {
  const inner = `<script>let frames = 0; requestAnimationFrame(function next(timeMs) { frames += 1; top.postMessage; parent.postMessage(["inner", frames, timeMs], "*"); requestAnimationFrame(next); });</script>`;
  const outer = `<script>onmessage = ({ data }) => parent.postMessage(data, "*");</script><iframe src="inner.html"></iframe>`;
  const { found } = await runPreludePage({
    frames: 3,
    body: `<iframe src="outer.html"></iframe>`,
    files: { "inner.html": inner, "outer.html": outer },
    script: `found.told = []; addEventListener("message", ({ data }) => found.told.push(data));`,
  });
  const { told } = found as { told: [string, number, number][] };
  expect(told.slice(0, 2)).toEqual([
    ["inner", 1, 1000 / 60],
    ["inner", 2, 2000 / 60],
  ]);
});

it("continues when iframes come and go, some before they have loaded", async () => {
  const { found } = await runPreludePage({
    frames: 20,
    script: `
      found.frames = 0;
      function add(html) { const frame = document.createElement("iframe"); frame.srcdoc = html; document.body.append(frame); return frame; }
      const gone = document.createElement("iframe"); document.body.append(gone); gone.remove();
      add("<p>stays</p>");
      const later = add("<script>requestAnimationFrame(function f() { requestAnimationFrame(f); })</" + "script>");
      requestAnimationFrame(function next() {
        found.frames += 1;
        if (found.frames === 5) later.remove();
        if (found.frames > 8) add("<p>one more</p>").remove();
        requestAnimationFrame(next);
      });`,
  });
  expect(found).toEqual({ frames: 20 });
});

it("does not let the page answer in a frame's place, nor reach Framegate's own messages", async () => {
  const { found, finish } = await runPreludePage({
    frames: 3,
    body: `<iframe id="below" srcdoc="<script>parent.found.inFrame = 'framegateHeartbeat' in window</script>"></iframe>`,
    script: `
      found.names = Object.getOwnPropertyNames(window).filter((name) => /framegate/i.test(name));
      found.heard = [];
      addEventListener("message", ({ data }) => found.heard.push(data));
      found.told = [];
      const real = window.postMessage;
      window.postMessage = function (...parameters) { found.told.push(parameters[0]); return real.apply(this, parameters); };
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => port1.postMessage({ id: data.id, ok: true, value: { drawCalls: 0 } });
      parent.postMessage("framegate.hello " + "0".repeat(36), "*", [port2]);`,
  });
  expect(found).toEqual({ names: [], heard: [], told: [], inFrame: false });
  expect(finish.notices).toEqual([
    expect.objectContaining({ code: "forged-figures", severity: "failure", where: expect.stringContaining("embed") }),
  ]);
});

it("does not wait for a frame whose sandbox runs no scripts", async () => {
  const { found } = await runPreludePage({
    frames: 4,
    body: '<iframe sandbox="allow-same-origin" src="inside.html"></iframe>',
    files: { "inside.html": "<p>text</p>" },
    script: `found.frames = 0; requestAnimationFrame(function next() { found.frames += 1; found.text = frames[0].document.body.textContent; requestAnimationFrame(next); });
      setTimeout(() => { found.timer = true; }, 20);`,
  });
  expect(found).toEqual({ frames: 4, text: "text", timer: true });
});

it("lets the page dispatch message events of its own", async () => {
  const { found } = await runPreludePage({
    frames: 2,
    script: `
      found.heard = []; found.errors = [];
      addEventListener("error", ({ message }) => found.errors.push(message));
      addEventListener("message", (event) => found.heard.push(event.constructor.name));
      dispatchEvent(new Event("message")); dispatchEvent(new CustomEvent("message")); dispatchEvent(new MessageEvent("message"));`,
  });
  expect(found).toEqual({ heard: ["Event", "CustomEvent", "MessageEvent"], errors: [] });
});

it("drives frames in the order in which the page has made them, whichever loads first", async () => {
  const frame = `<script>
    onmessage = ({ data }) => parent.postMessage(name + " " + data, "*");
    requestAnimationFrame(function next() { parent.postMessage(name, "*"); });
  </script>`;
  for (const delaysMs of [{ "one.html": 300 }, { "two.html": 300 }]) {
    const { found } = await runPreludePage({
      frames: 3,
      delaysMs,
      files: { "one.html": frame, "two.html": frame },
      body: `<iframe name="one" src="one.html"></iframe>`,
      script: `
        found.told = [];
        addEventListener("message", ({ data }) => found.told.push(data));
        const second = document.createElement("iframe");
        second.name = "two";
        second.sandbox = "allow-scripts";
        second.src = "two.html";
        document.body.append(second);
        addEventListener("load", () => { frames[0].postMessage("asked", "*"); frames[1].postMessage("asked", "*"); });`,
    });
    expect(found).toEqual({ told: ["one asked", "two asked", "one", "two"] });
  }
});
