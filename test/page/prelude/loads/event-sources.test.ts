import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("waits for the answer to an event source, in the frame in which it is made", async () => {
  const { found } = await runPreludePage({
    frames: 9,
    files: { "page.json": "{}" },
    delaysMs: { "page.json": 300 },
    script: `
      let frame = 0;
      requestAnimationFrame(function count() {
        frame += 1;
        if (frame === 3) new EventSource("page.json").onerror = ({ target }) => { found.error = [frame, target.readyState]; };
        requestAnimationFrame(count);
      });`,
  });
  expect(found).toEqual({ error: [3, 2] });
});

it("waits for an event source that connects again, and for none that the page has closed", async () => {
  const { found } = await runPreludePage({
    frames: 400,
    script: `
      const stream = "data:text/event-stream,retry: 1000%0Adata: x%0A%0A";
      found.opened = 0;
      new EventSource(stream).onopen = () => { found.opened += 1; };
      const closed = new EventSource(stream);
      found.closed = 0;
      closed.onerror = () => { found.closed += 1; closed.close(); };`,
  });
  expect(found).toEqual({ opened: 3, closed: 1 });
});
