import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("lets the browser check the argument of the call that locks the orientation, before it is refused", async () => {
  const { found, finish } = await runPreludePage({
    frames: 10,
    script: `
      found.names = [];
      for (const given of [["any"], [], ["upside-down"], [null]])
        screen.orientation.lock(...given).catch(({ name }) => found.names.push(name));`,
  });
  expect(found).toEqual({ names: ["TypeError", "TypeError", "TypeError", "NotSupportedError"] });
  expect(finish.notices.map(({ code, where }) => [code, String(where)])).toEqual([
    ["device", expect.stringContaining("page.html:")],
  ]);
});

it("lets a video without a picture be the page's error, when it asks for a window of its own", async () => {
  const { found, finish } = await runPreludePage({
    frames: 10,
    script: `
      document.createElement("video").requestPictureInPicture().catch(({ name }) => { found.name = name; });`,
  });
  expect(found).toEqual({ name: "InvalidStateError" });
  expect(finish.notices).toEqual([]);
});
