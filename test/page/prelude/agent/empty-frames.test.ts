import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

const worker = "setInterval(() => postMessage(1), 5);";
const child = `<!doctype html><script>
  (function tick() { parent.found.below = (parent.found.below ?? 0) + 1; requestAnimationFrame(tick); })();
</script>`;

const script = `
  const count = (name) => { found[name] = (found[name] ?? 0) + 1; };
  (function tick() {
    count("frames");
    requestAnimationFrame(tick);
    fetch("child.html").then(() => count("loads"));
  })();
  setInterval(() => count("timers"), 5);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { count("messages"); port2.postMessage(0); };
  port2.postMessage(0);
  new Worker("worker.js").onmessage = () => count("worker");
  document.body.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 20 }).onfinish = ({ target }) => {
    count("animations");
    target.play();
  };
  new ResizeObserver(() => { count("observers"); document.body.style.width = found.observers % 9 + 1 + "px"; })
    .observe(document.body);
`;

it("nothing of a page runs in empty frames", async () => {
  const page = {
    script,
    body: '<iframe src="child.html"></iframe>',
    files: { "worker.js": worker, "child.html": child },
  };
  const { found, foundAtEnd } = await runPreludePage({ ...page, pass: "timed", frames: 30, emptyFrames: 30 });
  const names = ["frames", "timers", "messages", "worker", "loads", "animations", "observers", "below"];
  expect(Object.keys(found as object).sort()).toEqual(names.sort());
  expect(foundAtEnd).toEqual(found);
});
