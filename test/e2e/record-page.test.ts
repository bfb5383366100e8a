import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame, Page } from "puppeteer-core";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";
import type { Recording } from "../../harness/recording.ts";
import type { TapeEvent } from "../../src/formats/tape.ts";
import { createTapeFolder, expectSame, readTape, record, replay, untilPlayed } from "./record-run.ts";
import { type Reaction, runCommand, runJson } from "./run-command.ts";

const folder = createTapeFolder();
const devicePage = "test/games/device-page/index.html";

/** The frame of the page itself. */
function gameFrame(page: Page): Frame {
  const frame = page.frames().find((one) => one.url().startsWith("http://embed."));
  if (frame === undefined) throw new Error("The page is not embedded.");
  return frame;
}

async function statusOf(page: Page): Promise<unknown> {
  const text = await gameFrame(page).$eval("#status", (status) => status.textContent);
  return JSON.parse(text);
}

/** Uses every mouse and keyboard event that this page hears, pointer lock included. */
async function playDevicePage(page: Page, end: () => void): Promise<void> {
  await page.mouse.move(300, 200);
  await page.keyboard.down("ArrowRight");
  await untilPlayed(page);
  await page.keyboard.up("ArrowRight");
  await page.mouse.click(300, 200);
  await untilPlayed(page);
  await page.mouse.move(360, 210, { steps: 4 });
  for (let shot = 0; shot < 3; shot += 1) await page.mouse.click(360, 210);
  // A wheel event arrives after the compositor has handled it, which may be many steps later.
  const turned = await gameFrame(page).evaluateHandle(() => ({
    wheel: new Promise<void>((resolve) => {
      addEventListener("wheel", () => {
        resolve();
      });
    }),
  }));
  await page.mouse.wheel({ deltaY: 120 });
  await turned.evaluate(({ wheel }) => wheel);
  end();
}

const listen = `<script>
  heard = [];
  const tell = (text) => { heard.push(text); document.body.append(text); };
  addEventListener("click", (event) => { tell(["click", event.clientX, event.clientY].join(" ")); });
  addEventListener("keydown", (event) => { tell("keydown " + event.code); });
</script>`;
const attribute = (html: string): string => html.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
const innerPage = `<body style="margin:0">${listen}`;
const middlePage = `<body style="margin:0">${listen}<iframe srcdoc="${attribute(innerPage)}"
  style="position:absolute;left:50px;top:50px;width:100px;height:80px;border:0;transform:scale(2);transform-origin:0 0"></iframe>`;
/** Three nested pages. */
const framesPage = `<!doctype html><body style="margin:0">${listen}<iframe srcdoc="${attribute(middlePage)}"
  style="position:absolute;left:100px;top:100px;width:400px;height:300px;border:4px solid"></iframe>`;

/** Clicks into the middle, turns around, drives, shoots. */
async function playAnything(page: Page, end: () => void): Promise<void> {
  await page.mouse.click(640, 360);
  await untilPlayed(page);
  await page.keyboard.down("ArrowUp");
  await page.keyboard.down("KeyW");
  await page.mouse.move(900, 300, { steps: 10 });
  await untilPlayed(page);
  await page.keyboard.down("ArrowLeft");
  await page.mouse.down();
  await page.mouse.move(700, 380, { steps: 10 });
  await page.mouse.up();
  for (let press = 0; press < 5; press += 1) await page.keyboard.press("Space", { delay: 20 });
  await page.keyboard.up("ArrowUp");
  await page.keyboard.up("KeyW");
  await untilPlayed(page);
  end();
}

function withoutInput(recording: Recording): Recording {
  return { ...recording, tape: { ...recording.tape, events: [] } };
}

function typesOf(events: readonly TapeEvent[]): ReadonlySet<string> {
  return new Set(events.map(({ type }) => type));
}

describe("a page that knows nothing of Framegate, played by hand", () => {
  it("hears its devices, and comes to the same state when its tape is played", async () => {
    let status: unknown = null;
    const recording = await record({
      game: devicePage,
      stepsMax: null,
      async play(page, end) {
        await playDevicePage(page, () => undefined);
        status = await statusOf(page);
        end();
      },
    });
    expect(status).toMatchObject({ x: expect.any(Number), shots: 3, angle: expect.closeTo(0.6) });
    expect(typesOf(recording.tape.events)).toEqual(new Set(["key", "mouse_move", "mouse_button", "wheel"]));
    expectSame(await replay(devicePage, recording), recording);
    const idle = await replay(devicePage, withoutInput(recording));
    expect(idle.perFrame.stateHash.at(-1)).not.toBe(recording.frameHash);
  });

  // Their cameras, balls and ships turn, so the input shows in the draws.
  it.each([
    "cannon/demos/raycastVehicle.html",
    "cannon/examples/threejs_fps.html",
    "cannon/examples/worker.html",
    "p2/examples/canvas/asteroids.html",
    "p2/demos/topDownVehicle.html",
  ])("is one that ships in a package as it is: %s", async (path) => {
    const game = `node_modules/${path}`;
    const recording = await record({ game, stepsMax: null, play: playAnything });
    expectSame(await replay(game, recording), recording);
  });

  it("gets device events in the nested frame they hit, recorded in coordinates of the whole page", async () => {
    const game = join(folder, "frames.html");
    writeFileSync(join(folder, "package.json"), "{}");
    writeFileSync(game, framesPage);
    const heard: unknown[] = [];
    const recording = await record({
      game,
      stepsMax: null,
      async play(page, end) {
        await page.mouse.click(20, 20);
        // The middle frame is at 100 and has a border of 4. The inner one is at 50 in it, scaled by 2.
        await page.mouse.click(100 + 4 + 50 + 2 * 15, 100 + 4 + 50 + 2 * 10);
        await untilPlayed(page);
        await page.keyboard.press("KeyX");
        await untilPlayed(page);
        for (const frame of page.frames())
          heard.push(await frame.evaluate(() => Reflect.get(globalThis, "heard") as unknown));
        end();
      },
    });
    expect(heard.slice(1)).toEqual([["click 20 20"], [], ["click 15 10", "keydown KeyX"]]);
    const places = recording.tape.events.flatMap((event) =>
      event.type === "mouse_button" && event.pressed ? [[event.x, event.y]] : [],
    );
    expect(places).toEqual([
      [20, 20],
      [184, 174],
    ]);
    expectSame(await replay(game, recording), recording);
  });
});

describe("framegate record page.html", () => {
  const page = join(packageRoot, devicePage);

  it("writes a tape named after the page into the working folder, and replaces none", async () => {
    const cwd = mkdtempSync(join(folder, "cwd-"));
    const args = ["record", page, "--headless", "--frames", "10", "--seed", "7"];
    const first = await runJson(args, { cwd });
    expect(first).toMatchObject({ exitCode: 0, json: { tape: "index.tape.json", frames: 10, events: 0, seed: 7 } });
    expect(readTape(join(cwd, "index.tape.json"))).toEqual({ version: 1, stepHz: 60, seed: 7, events: [] });
    expect(first.stderr).toContain(
      `Replay: framegate perf ${page} --seed 7 --frames 10 --warmup 0 --tape index.tape.json`,
    );
    expect(await runJson(args, { cwd })).toMatchObject({ exitCode: 2, json: { error: { code: "tape-exists" } } });
  });

  it.each(["SIGINT", "SIGTERM"] as const)("ends and writes the tape whole on %s", async (signal) => {
    const out = join(folder, `${signal}.tape.json`);
    const act: Reaction["act"] = (command) => {
      command.signal(signal);
    };
    const { exitCode, stderr } = await runCommand(["record", page, "--headless", "--out", out], {
      reactions: [{ text: "playing", act }],
    });
    expect(exitCode, stderr).toBe(0);
    expect(readTape(out).version).toBe(1);
  });

  it("names the loop of a page that never ends, and keeps the tape that leads there", async () => {
    const out = join(folder, "stuck.tape.json");
    const args = [
      "record",
      "test/games/failing-pages/never-ends.html",
      "--headless",
      "--out",
      out,
      "--frame-timeout",
      "3000",
    ];
    const { exitCode, json } = await runJson(args);
    expect({ exitCode, code: json.error?.code }).toEqual({ exitCode: 5, code: "recording-cut-short" });
    expect(json.error?.message).toContain("at spin");
    expect(json.error?.where).toContain("never-ends.html:");
    expect(readTape(out).version).toBe(1);
  });
});

describe("a window that is minimized while it is played", () => {
  it.each([devicePage, "test/games/tumbling-boxes"])("is left and taken up again on the tape: %s", async (game) => {
    const recording = await record({
      game,
      stepsMax: null,
      async play(page, end) {
        await page.keyboard.down("ArrowRight");
        await untilPlayed(page);
        const session = await page.createCDPSession();
        const { windowId } = await session.send("Browser.getWindowForTarget");
        await session.send("Browser.setWindowBounds", { windowId, bounds: { windowState: "minimized" } });
        await session.send("Browser.setWindowBounds", { windowId, bounds: { windowState: "normal" } });
        await untilPlayed(page);
        await page.keyboard.up("ArrowRight");
        await untilPlayed(page);
        end();
      },
    });
    // A browser that shows a page again has forgotten the position of the scripted mouse.
    const types = recording.tape.events.map(({ type }) => type).filter((type) => type !== "mouse_move");
    // A restored window may lose the focus once more.
    expect(types.join(" ")).toMatch(/^key(?: blur focus)+ key$/);
    expectSame(await replay(game, recording), recording);
  });
});
