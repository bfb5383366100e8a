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

it("says what a module's awaited error says, and where it was made", async () => {
  const modules = {
    "digest.js": 'await crypto.subtle.digest("none", new Uint8Array(2));',
    "font.js": 'await new FontFace("Missing", "url(missing.woff)").load();',
    "json.js": 'await fetch("garbage.bin").then((response) => response.json());',
    "form.js": 'await (await fetch("garbage.bin")).formData();',
    "broken.js": 'await import("./unreadable.js");',
    "thrown.js": 'throw new DOMException("No more lives.", "AbortError");',
  };
  const { finish } = await runPreludePage({
    frames: 3,
    files: { ...modules, "garbage.bin": "garbage", "unreadable.js": "}{" },
    body: Object.keys(modules)
      .map((file) => `<script type="module" src="${file}"></script>`)
      .join(""),
    script: 'setTimeout(() => { throw new DOMException("Too late.", "TimeoutError"); }, 1);',
  });
  const told = finish.notices
    .filter(({ code }) => code === "uncaught-error")
    .map(({ message, where }) => `${message} at ${where ?? "?"}`.replaceAll(/http:\/\/[^/]+/gu, ""));
  expect(told.toSorted()).toEqual([
    "Uncaught AbortError: No more lives. at /page.html",
    "Uncaught NetworkError: A network error occurred. at /page.html",
    "Uncaught NotSupportedError: Failed to execute 'digest' on 'SubtleCrypto': Algorithm: Unrecognized name at /digest.js:1:21",
    `Uncaught SyntaxError: Unexpected token 'g', "garbage" is not valid JSON at /json.js:1:56`,
    "Uncaught SyntaxError: Unexpected token '}' at /unreadable.js:1:1",
    "Uncaught TimeoutError: Too late. at ?",
    "Uncaught TypeError: Failed to fetch at /form.js:1:36",
  ]);
});
