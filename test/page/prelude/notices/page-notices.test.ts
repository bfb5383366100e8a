import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("reports errors and rejections that the page has not handled, and no others", async () => {
  const { finish } = await runPreludePage({
    frames: 3,
    script: `
      addEventListener("unhandledrejection", (event) => { if (event.reason === "expected") event.preventDefault(); });
      Promise.reject("expected");
      Promise.reject(new TypeError("unexpected"));
      new Audio("missing.ogg").play();
      setTimeout(() => { throw new Error("boom"); }, 1);
      reportError(new Error("ResizeObserver loop completed with undelivered notifications."));`,
  });
  const told = finish.notices.map(({ code, message }) => `${code}: ${message}`);
  expect(told).toContain("unhandled-rejection: TypeError: unexpected");
  expect(told).toContain("uncaught-error: Uncaught Error: boom");
  expect(told.filter((text) => text.includes("expected") && !text.includes("unexpected"))).toEqual([]);
  // A game without its music still plays.
  const warned = finish.notices.filter(({ severity }) => severity === "warning").map(({ message }) => message);
  expect(warned).toEqual(["NotSupportedError: The element has no supported sources."]);
});

it("names the page's call where the browser throws within a method that the prelude passes on", async () => {
  const { finish } = await runPreludePage({
    frames: 3,
    files: {
      "game.js": `
        function goFull() { document.body.requestFullscreen(); }
        setTimeout(goFull, 1);
        setTimeout(function play() { new AudioContext().createGain().connect(); }, 2);`,
    },
    body: '<script src="game.js"></script>',
    script: "",
  });
  const told = finish.notices.map(({ code, where }) => `${code} ${where ?? ""}`.replaceAll(/http:\/\/[^/]+/gu, ""));
  expect(told.toSorted()).toEqual([
    "uncaught-error play (/game.js:4:70)",
    "unhandled-rejection goFull (/game.js:2:43)",
  ]);
});
