import { afterAll, beforeAll, expect, it } from "vitest";
import { bundle } from "../../bundle.ts";
import type { Added } from "./added-by.ts";
import type {} from "./commands-page.ts";
import { type InstrumentBrowser, launchInstrumentBrowser } from "./open-page.ts";
import type {} from "./instrument-page.ts";

let browser: InstrumentBrowser;
let commands: string;

beforeAll(async () => {
  [browser, commands] = await Promise.all([
    launchInstrumentBrowser(),
    bundle(new URL("commands-page.ts", import.meta.url)),
  ]);
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
});

const ofBoth: Readonly<Record<string, Added>> = {
  "two programs are built": { glCommands: 20, shaderCompiles: 6 },
  "programs are used: two switches": { glCommands: 4, programSwitches: 2 },
  "uniforms get 16, 3 + 3, 6 of 8, and without a location no values": {
    ...{ glCommands: 6, programSwitches: 1, uniformBytes: 28 * 4 },
  },
  "textures are bound in two units: four changes": { glCommands: 8, textureBinds: 4 },
  "a texture of 8 x 4 texels is left empty": { glCommands: 1, textureBytes: 32 * 4 },
  "a quarter of it is uploaded": { glCommands: 1, textureUploadBytes: 8 * 4 },
  "it gets 4 x 2, 2 x 1 and 1 x 1 more": { glCommands: 1, textureBytes: (8 + 2 + 1) * 4 },
  "a canvas of 16 x 8 takes its place in 2 bytes a texel": {
    ...{ glCommands: 1, textureBytes: 128 * 2 - 32 * 4, textureUploadBytes: 128 * 2 },
  },
  "six faces of 2 x 2": { glCommands: 8, textureBytes: 6 * 4 * 4, textureUploadBytes: 6 * 4 * 4 },
  "buffers get 12 floats, 3 of them again, and 6 indices": {
    ...{ glCommands: 5, bufferBytes: 48 + 12, bufferUploadBytes: 48 + 12 + 12 },
  },
  "a buffer is made anew without data": { glCommands: 1, bufferBytes: 100 - 48 },
  "deleted buffers are free": { glCommands: 3, liveBuffers: -2, bufferBytes: -(100 + 12) },
  "framebuffers are switched twice": { glCommands: 4, framebufferSwitches: 2 },
  "a depth of 10 x 10 in 2 bytes": { glCommands: 2, renderbufferBytes: 200 },
  "questions are no commands": {},
  "a call that throws is none": {},
  "what is deleted is free, and bound no more": {
    ...{ glCommands: 5, liveTextures: -2, textureBytes: -(256 + 44 + 96), renderbufferBytes: -200 },
  },
};

const ofSecond: Readonly<Record<string, Added>> = {
  "storage of 16 x 16 with 5 levels in 8 bytes": {
    ...{ glCommands: 2, textureBinds: 1, textureBytes: (256 + 64 + 16 + 4 + 1) * 8 },
  },
  "a volume of 4 x 4 x 4 with 3 levels": { glCommands: 2, textureBinds: 1, textureBytes: 64 + 8 + 1 },
  "3 layers of 4 x 4, which keep their number in each level": {
    ...{ glCommands: 3, textureBinds: 1, textureBytes: (16 + 4 + 1) * 3 * 2, textureUploadBytes: 16 * 3 * 2 },
  },
  "texels of a buffer are no upload": { glCommands: 4, bufferBytes: 64, bufferUploadBytes: 64 },
  "10 of 16 numbers from the third on": { glCommands: 2, bufferBytes: 40, bufferUploadBytes: 40 },
  "each vertex array has indices of its own": { glCommands: 7, bufferBytes: 30 - 64 + 500 },
  "what is bound to an index is bound to the target": { glCommands: 2, bufferUploadBytes: 16 },
  "a picture with 4 samples": { glCommands: 2, renderbufferBytes: 1600 },
  "reading and drawing are switched apart": { glCommands: 5, framebufferSwitches: 4 },
  "a lost context has nothing": {
    ...{ glCommands: 3, liveTextures: -4, textureBytes: -(2728 + 73 + 126), renderbufferBytes: -1600 },
    ...{ liveBuffers: -3, bufferBytes: -(40 + 30 + 500) },
  },
};

it.each([
  ["webgl", "forward", ofBoth],
  ["webgl", "drop", ofBoth],
  ["webgl2", "discard", { ...ofBoth, ...ofSecond }],
] as const)("the commands of %s come to the same as by hand in mode %s", async (type, mode, expected) => {
  const page = await browser.open({ mode, hashed: true }, [commands]);
  expect(await page.evaluate((given) => countSteps(given), type)).toEqual(expected);
  await page.close();
});
