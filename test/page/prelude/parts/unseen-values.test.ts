import { beforeAll, describe, expect, it } from "vitest";
import { type PreludeRun, runPreludePage } from "../open-prelude-page.ts";

/** Code that stores the number `v` somewhere, and the part that must detect it. */
type Place = readonly [part: string, what: string, code: string];

// Each runs in its own frame. Its objects that must be loaded first are created by `prepared`.
const places: readonly Place[] = [
  ["dom", "an attribute", `div.setAttribute("data-x", v)`],
  ["dom", "an attribute deep in what is added", `div.innerHTML = "<p><b><i title='" + v + "'></i></b></p>"`],
  ["dom", "the end of a long text", `div.textContent = "x".repeat(5000) + v`],
  [
    "dom",
    "the content of a blob that an attribute names",
    `div.setAttribute("src", URL.createObjectURL(new Blob([v])))`,
  ],
  ["dom", "a shadow tree", `div.attachShadow({ mode: "closed" }).innerHTML = "<p>" + v`],
  ["dom", "the value of an input", `input.value = v`],
  ["dom", "a checked box", `input.checked = v > 1`],
  ["dom", "a selected option", `select.selectedIndex = v`],
  ["dom", "a scroll position", `div.scrollTop = v`],
  ["dom", "a scroll to a place", `scrollTo({ top: v })`],
  ["dom", "a rule of a style sheet", `sheet.insertRule("p { left: " + v + "px }")`],
  ["dom", "the style of a rule", `sheet.cssRules[0].style.top = v + "px"`],
  [
    "dom",
    "a style sheet that is made by a script",
    `const s = new CSSStyleSheet(); s.replaceSync("b { left: " + v + "px }")`,
  ],
  ["canvas2d", "a picture's address", `flat.drawImage(picture, 0, 0)`],
  ["canvas2d", "an ImageBitmap's source", `flat.drawImage(bitmap, 0, 0)`],
  ["canvas2d", "which canvas is drawn", `flat.drawImage(v > 1 ? one : other, 0, 0)`],
  ["canvas2d", "the pixels of an ImageData", `flat.putImageData(pixels, 0, 0)`],
  ["canvas2d", "the members of a point", `flat.beginPath(); flat.roundRect(0, 0, 9, 9, { x: v, y: 1 })`],
  ["gl", "a buffer's content", `gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([v]), gl.STATIC_DRAW)`],
  ["gl", "a texture's source", `gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, picture)`],
  ["audio", "an option of a node", `new GainNode(sound, { gain: v })`],
  ["audio", "a value of a parameter", `sound.createGain().gain.value = v`],
  ["audio", "the samples of a buffer", `samples.getChannelData(0)[7] = v; sound.createBufferSource().buffer = samples`],
  ["audio", "the volume of a player", `new Audio().volume = v / 10`],
  ["storage", "an item that is set as a property", `localStorage.best = v`],
  ["storage", "an item that is set", `sessionStorage.setItem("best", v)`],
  [
    "storage",
    "a member of a record",
    `base.transaction("all", "readwrite").objectStore("all").put({ deep: { x: v } }, 1)`,
  ],
  ["storage", "a cookie", `document.cookie = "best=" + v`],
  ["console", "a member of an object", `console.log("player", { at: [0, { x: v }] })`],
];

const prepared = `
  const div = document.querySelector("div"), input = document.querySelector("input"), select = document.querySelector("select");
  const { sheet } = document.querySelector("style");
  const canvas = () => Object.assign(document.createElement("canvas"), { width: 8, height: 8 });
  const [one, other] = [canvas(), canvas()];
  const flat = canvas().getContext("2d"), gl = canvas().getContext("webgl");
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  flat.drawImage(one, 0, 0);
  flat.drawImage(other, 0, 0);
  const picture = new Image();
  picture.src = "data:image/svg+xml," + encodeURIComponent("<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'><!--" + v + "--></svg>");
  const pixels = new ImageData(8, 8);
  pixels.data[5] = v;
  let bitmap = null, base = null;
  createImageBitmap(pixels).then((made) => { bitmap = made; });
  const opening = indexedDB.open("base");
  opening.onupgradeneeded = () => opening.result.createObjectStore("all");
  opening.onsuccess = () => { base = opening.result; };
  const sound = new AudioContext(), samples = sound.createBuffer(1, 64, 44100);
`;

const firstStep = 10;

async function run(value: number): Promise<PreludeRun> {
  const actions = places.map(([, , code]) => `() => { ${code} }`).join(",\n");
  const script = `const v = ${String(value)}; ${prepared}
    const actions = [${actions}];
    let frame = -1;
    requestAnimationFrame(function next() {
      frame += 1;
      actions[frame - ${String(firstStep)}]?.();
      requestAnimationFrame(next);
    });`;
  const body = `<style>p { top: 0 }</style><div></div><input><select><option>0<option>1<option>2<option>3</select>`;
  return await runPreludePage({ script, body, frames: firstStep + places.length + 2 });
}

/** The digest of the part in the frame of the place with that index. */
function digestOf({ parts }: PreludeRun, part: string, index: number): string | undefined {
  const column = parts.find((one) => one.part === part && one.realm === "/page.html");
  return column?.digests[column.steps.indexOf(firstStep + index)];
}

let first: PreludeRun;
let again: PreludeRun;
let other: PreludeRun;

beforeAll(async () => {
  first = await run(1);
  again = await run(1);
  other = await run(2);
  const thrown = [first, again, other].flatMap(({ finish }) => finish.notices);
  expect(thrown.filter(({ severity }) => severity === "failure")).toEqual([]);
}, 240_000);

describe.each(places.map(([part, what], index) => ({ part, what, index })))("$part: $what", ({ part, index }) => {
  it("is in the hash of its frame, and the same in every run", () => {
    const digest = digestOf(first, part, index);
    expect(digest).toMatch(/^[0-9a-f]{16}$/u);
    expect(digestOf(again, part, index)).toBe(digest);
    expect(digestOf(other, part, index)).not.toBe(digest);
  });
});

it("sees nothing else change between equal runs", () => {
  expect(again.stateHash).toBe(first.stateHash);
});
