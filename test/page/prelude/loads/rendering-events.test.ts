import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("sends the resize of a frame at the same place, however early the browser lays it out", async () => {
  const logsOf = async (rounds: number): Promise<unknown> => {
    const { found } = await runPreludePage({
      frames: 30,
      script: `
        const log = found.log = [];
        const frame = document.createElement("iframe");
        frame.style.width = "200px";
        document.body.append(frame);
        const inside = frame.contentWindow;
        setTimeout(() => {
          inside.onresize = () => log.push("resize");
          const wide = inside.matchMedia("(min-width: 150px)");
          wide.onchange = () => log.push("change");
          frame.style.width = "100px";
          log.push(inside.innerWidth);
          // Long enough for the browser to be late for a picture, which comes before the next timer then.
          let sum = 0;
          for (let k = 0; k < ${rounds}; k += 1) sum += k % 7;
          setTimeout(() => { log.push("timer"); for (let k = 0; k < ${rounds}; k += 1) sum += k % 7; }, 2);
          setTimeout(() => log.push("later timer"), 4);
          inside.requestAnimationFrame(() => log.push("frame"));
        }, 90);`,
    });
    return found;
  };
  // The page has read the size, so the browser knows of it before the next picture.
  const log = [100, "timer", "later timer", "resize", "change", "frame"];
  expect(await logsOf(1)).toEqual({ log });
  expect(await logsOf(3e7)).toEqual({ log });
});

it("goes on beside a frame out of sight that scrolls", async () => {
  const { found } = await runPreludePage({
    frames: 10,
    settleMs: 5_000,
    files: {
      "below.html": `<!doctype html><body style="height: 2000px"><script>
        parent.found.log.push("begins");
        setTimeout(() => { scrollTo(0, 50); parent.found.log.push("asked"); }, 40);
      </script>`,
    },
    body: '<div style="height: 3000px"></div><iframe src="below.html"></iframe>',
    script: "found.log = []; setTimeout(() => found.log.push('timer'), 120);",
  });
  expect(found).toEqual({ log: ["begins", "asked", "timer"] });
});

it("goes on beside a hidden frame whose document is empty", async () => {
  const { found } = await runPreludePage({
    frames: 20,
    settleMs: 5_000,
    files: { "frame.html": "<p>text" },
    body: '<iframe src="frame.html"></iframe>',
    script: `
      found.log = [];
      onload = () => setTimeout(() => {
        const frame = document.querySelector("iframe");
        frame.style.display = "none";
        setTimeout(() => {
          const { contentDocument, contentWindow } = frame;
          contentDocument.documentElement.remove();
          const range = contentDocument.createRange();
          range.setStart(contentDocument, 0);
          contentWindow.getSelection().addRange(range);
          setTimeout(() => found.log.push("timer"), 100);
        }, 60);
      }, 20);`,
  });
  expect(found).toEqual({ log: ["timer"] });
});
