import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

const answering = `
  const channel = new BroadcastChannel("news");
  channel.onmessage = ({ data }) => { if (typeof data === "number") channel.postMessage("got " + data); };`;

it("broadcasts reach workers and frames that are idle, whose answers come in the same frame", async () => {
  const { found } = await runPreludePage({
    frames: 12,
    files: { "answering.js": answering, "frame.html": `<script>${answering}</script>` },
    body: '<iframe src="frame.html"></iframe>',
    script: `
      found.heard = [];
      const channel = new BroadcastChannel("news");
      let frame = 0;
      channel.onmessage = ({ data }) => found.heard.push(data + " in " + frame);
      new Worker("answering.js");
      (function next() {
        frame += 1;
        if (frame % 5 === 0) channel.postMessage(frame);
        requestAnimationFrame(next);
      })();`,
  });
  expect(found).toEqual({ heard: [5, 5, 10, 10].map((frame) => `got ${String(frame)} in ${String(frame)}`) });
});

it("broadcasts reach a worker from another one, where the page has no channel", async () => {
  const { found } = await runPreludePage({
    frames: 30,
    files: {
      "sending.js": `const channel = new BroadcastChannel("news"); let count = 0; setInterval(() => channel.postMessage(count++), 200);`,
      "telling.js": `new BroadcastChannel("news").onmessage = ({ data }) => postMessage(data);`,
    },
    script: `
      found.heard = [];
      let frame = 0;
      new Worker("telling.js").onmessage = ({ data }) => found.heard.push(data + " in " + frame);
      new Worker("sending.js");
      (function next() { frame += 1; requestAnimationFrame(next); })();`,
  });
  expect(found).toEqual({ heard: ["0 in 13", "1 in 25"] });
});

it("a broadcast of a frame comes before the answers to requests of that frame, in a worker that makes them", async () => {
  const { found } = await runPreludePage({
    frames: 12,
    files: {
      "a.json": "1",
      "asking.js": `
        const log = [];
        new BroadcastChannel("news").onmessage = ({ data }) => log.push("message " + data);
        let count = 0;
        setInterval(async () => {
          const number = count++;
          await fetch("a.json?" + number);
          log.push("answer " + number);
          postMessage(log.splice(0));
        }, 50);`,
    },
    script: `
      found.heard = [];
      new Worker("asking.js").onmessage = ({ data }) => found.heard.push(...data);
      const channel = new BroadcastChannel("news");
      let frame = 0;
      (function next() { if (++frame % 3 === 0) channel.postMessage(frame); requestAnimationFrame(next); })();`,
  });
  const heard = [3, 6, 9].flatMap((frame, index) => [`message ${String(frame)}`, `answer ${String(index)}`]);
  expect(found).toEqual({ heard });
});
