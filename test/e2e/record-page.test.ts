import type { Frame, Page } from "puppeteer-core";
import { describe, expect, it } from "vitest";
import type { TapeEvent } from "../../src/formats/tape.ts";
import { finalHashes, record, replay, untilPlayed } from "./record-run.ts";

const devicePage = "test/games/device-page/index.html";

/** The frame in which the page itself runs. */
function gameFrame(page: Page): Frame {
  const frame = page.frames().find((one) => one.url().startsWith("http://embed."));
  if (frame === undefined) throw new Error("The page is not embedded.");
  return frame;
}

async function statusOf(page: Page): Promise<unknown> {
  const text = await gameFrame(page).$eval("#status", (status) => status.textContent);
  return JSON.parse(text);
}

/** By everything that a mouse and a keyboard can do to this page, the lock of the pointer included. */
async function playDevicePage(page: Page, end: () => void): Promise<void> {
  await page.mouse.move(300, 200);
  await page.keyboard.down("ArrowRight");
  await untilPlayed(page);
  await page.keyboard.up("ArrowRight");
  await page.mouse.click(300, 200);
  await untilPlayed(page);
  await page.mouse.move(360, 210, { steps: 4 });
  for (let shot = 0; shot < 3; shot += 1) await page.mouse.click(360, 210);
  await page.mouse.wheel({ deltaY: 120 });
  await untilPlayed(page);
  end();
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
    expect(recording.failure).toBeNull();
    expect(status).toMatchObject({ x: expect.any(Number), shots: 3, angle: expect.closeTo(0.6) });
    expect(typesOf(recording.tape.events)).toEqual(new Set(["key", "mouse_move", "mouse_button", "wheel"]));
    const report = await replay(devicePage, recording);
    const hashes = finalHashes(report);
    expect(hashes).toEqual(hashes.map(() => recording.finalStateHash));
    const idle = finalHashes(await replay(devicePage, { ...recording, tape: { ...recording.tape, events: [] } }));
    expect(idle).not.toContain(recording.finalStateHash);
  });
});
