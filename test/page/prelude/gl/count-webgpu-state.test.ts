import { createServer } from "node:http";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundle } from "../../bundle.ts";
import type { Added } from "./added-by.ts";
import { type InstrumentBrowser, launchInstrumentBrowser } from "./open-page.ts";
import type {} from "./webgpu-commands-page.ts";

// WebGPU needs an origin that the browser trusts.
const server = createServer((_request, response) => response.end("<!doctype html>"));
let browser: InstrumentBrowser;
let commands: string;

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  [browser, commands] = await Promise.all([
    launchInstrumentBrowser(),
    bundle(new URL("webgpu-commands-page.ts", import.meta.url)),
    once(server, "listening"),
  ]);
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  server.close();
});

const expected: Readonly<Record<string, Added>> = {
  "a module and its pipeline are compiled": { glCommands: 2, shaderCompiles: 2 },
  "a buffer gets 12 of its 48 bytes, and 8 of 16 from the third number on": {
    ...{ glCommands: 4, bufferUploadBytes: 12 + 8, liveBuffers: 1, bufferBytes: 48 },
  },
  "a mapped range counts once it is unmapped": {
    ...{ glCommands: 2, bufferUploadBytes: 32, liveBuffers: 1, bufferBytes: 64 },
  },
  "destroyed buffers are free, even twice": { glCommands: 4, liveBuffers: -2, bufferBytes: -(48 + 64) },
  "8 x 4 texels with 4 levels, of which the second gets 4 x 2": {
    ...{ glCommands: 2, textureUploadBytes: 8 * 4, liveTextures: 1, textureBytes: (32 + 8 + 2 + 1) * 4 },
  },
  "a volume of 4 x 4 x 4 with 3 levels, and 3 layers with 2": {
    ...{ glCommands: 2, liveTextures: 2, textureBytes: 64 + 8 + 1 + (16 + 4) * 3 * 4 },
  },
  "4 samples, and depth with a stencil": { glCommands: 2, liveTextures: 2, textureBytes: 16 * 4 * 4 + 16 * 4 },
  "a picture of 16 x 8 has the format of its texture": {
    ...{ glCommands: 2, textureUploadBytes: 128 * 8, liveTextures: 1, textureBytes: 128 * 8 },
  },
  "destroyed textures are free": {
    ...{ glCommands: 6, liveTextures: -6, textureBytes: -(172 + 73 + 240 + 256 + 64 + 1024) },
  },
  "two passes begin with nothing set": {
    ...{ glCommands: 9, framebufferSwitches: 2, programSwitches: 2, textureBinds: 4 },
  },
  "what is set already is no switch": {
    ...{ glCommands: 9, framebufferSwitches: 1, programSwitches: 2, textureBinds: 4 },
  },
  "a bundle sets its own, twice, and leaves nothing set": {
    ...{ glCommands: 6, framebufferSwitches: 1, programSwitches: 4, textureBinds: 4 },
  },
  "a destroyed device has nothing": { glCommands: 1, liveTextures: -3, textureBytes: -(4 + 4 + 64) },
};

it.for(["forward", "drop", "discard"] as const)(
  "the commands of WebGPU come to the same as by hand in mode %s",
  async (mode, context) => {
    const page = await browser.open({ mode, hashed: true }, [commands]);
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    await page.goto(`http://127.0.0.1:${String(port)}/`);
    const added = await page.evaluate(async () => await countWebGpuSteps());
    await page.close();
    // Some builds of Chromium, and some systems, offer no adapter.
    context.skip(added === null, "this browser offers no adapter of WebGPU");
    expect(added).toEqual(expected);
  },
);
