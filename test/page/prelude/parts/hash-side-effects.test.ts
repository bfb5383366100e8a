import { expect, it } from "vitest";
import { type PreludeRun, runPreludePage } from "../open-prelude-page.ts";

const inFrame = (frame: number, code: string): string =>
  `let frame = -1; requestAnimationFrame(function next() { frame += 1; if (frame === ${String(frame)}) { ${code} } requestAnimationFrame(next); });`;

function stepsOf({ parts }: PreludeRun, part: string, realm = "/page.html"): readonly number[] {
  const column = parts.find((one) => one.part === part && one.realm === realm);
  return (column?.steps ?? []).filter((_step, index) => column?.digests[index] !== "");
}

it.each([
  { part: "console", code: `console.log("level", 3)` },
  { part: "console", code: `confirm("Play again?")` },
  { part: "storage", code: `localStorage.setItem("best", 12)` },
  { part: "storage", code: `document.cookie = "best=12"` },
  { part: "dom", code: `document.body.append("text")` },
  { part: "random", code: `Math.random()` },
  { part: "audio", code: `const audio = new AudioContext(); audio.createGain().connect(audio.destination)` },
  { part: "canvas2d", code: `document.createElement("canvas").getContext("2d").fillRect(0, 0, 1, 1)` },
  { part: "gl", code: `document.createElement("canvas").getContext("webgl").clear(16384)` },
])("hashes $code in the frame of its call, as $part", async ({ part, code }) => {
  const run = await runPreludePage({ frames: 6, script: inFrame(3, code) });
  expect(stepsOf(run, part).filter((step) => step >= 0)).toEqual([3]);
});

it("hashes an assertion only in the frame in which it fails", async () => {
  const script = `let frame = -1; requestAnimationFrame(function next() { frame += 1; console.assert(frame !== 3, "third"); requestAnimationFrame(next); });`;
  expect(stepsOf(await runPreludePage({ frames: 6, script }), "console").filter((step) => step >= 0)).toEqual([3]);
});

it("hashes the written values, not only the fact of writing", async () => {
  const digests = async (code: string): Promise<unknown> =>
    (await runPreludePage({ frames: 3, script: inFrame(1, code) })).parts.find(({ part }) => part === "storage");
  const first = await digests(`sessionStorage.setItem("best", "12")`);
  expect(first).toBeDefined();
  expect(await digests(`sessionStorage.setItem("best", "12")`)).toEqual(first);
  expect(await digests(`sessionStorage.setItem("best", "13")`)).not.toEqual(first);
});

it("hashes neighbouring texts as one, since the parser breaks long ones where it pauses", async () => {
  const digests = async (script: string): Promise<unknown> =>
    (await runPreludePage({ frames: 3, script })).parts.find(
      ({ part, realm }) => part === "dom" && realm === "/page.html",
    )?.digests;
  const whole = await digests(`document.body.append("a story");`);
  expect(whole).toEqual([expect.stringMatching(/./)]);
  expect(await digests(`document.body.append("a ", "sto", "ry");`)).toEqual(whole);
  expect(await digests(`document.body.append("a ", document.createElement("b"), "story");`)).not.toEqual(whole);
  expect(await digests(`document.body.append("a ", "sta", "ry");`)).not.toEqual(whole);
});

it("names the worker and the iframe in which a part has changed", async () => {
  const run = await runPreludePage({
    frames: 6,
    script: `new Worker("worker.js");`,
    body: `<iframe src="inner.html"></iframe>`,
    files: {
      "worker.js": `setTimeout(() => { Math.random(); postMessage(0); }, 40)`,
      "inner.html": `<script>${inFrame(2, `document.body.append("text")`)}</script>`,
    },
  });
  expect(stepsOf(run, "random", "/page.html#worker1")).toEqual([-1, 2]);
  expect(stepsOf(run, "dom", "/inner.html")).toEqual([-1, 2]);
});
