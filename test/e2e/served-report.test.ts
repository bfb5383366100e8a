import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReportFile } from "../../src/formats/report-file.ts";
import { selectFrame } from "../report-page/open-report.ts";
import { startGameServer } from "./game-server.ts";
import { readPng } from "./read-png.ts";
import { runCommand } from "./run-command.ts";
import { visitServer } from "./visit-server.ts";

let repository = "";
/** Of frame 17, from the run itself. */
let picture: Buffer = Buffer.alloc(0);

const short = ["--frames", "30", "--warmup", "5", "--viewport", "160x90"];

/** A page whose colour tells the frame, and the build by its green. */
function pageOf(green: number): string {
  return `<!doctype html><title>Colours</title>
<style>body { margin: 0 } canvas { display: block }</style><canvas width="160" height="90"></canvas>
<script>
const context = document.querySelector("canvas").getContext("2d");
let frames = 0;
function frame() {
  frames += 1;
  context.fillStyle = "rgb(" + frames + " ${String(green)} 0)";
  context.fillRect(0, 0, 160, 90);
  const server = new URLSearchParams(location.search).get("server");
  if (server !== null && frames === 10) fetch(server);
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
</script>`;
}

function git(...args: readonly string[]): string {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
  return execFileSync("git", [...identity, ...args], { cwd: repository, encoding: "utf8" }).trim();
}

function write(green: number): void {
  writeFileSync(join(repository, "index.html"), pageOf(green));
}

beforeAll(async () => {
  repository = mkdtempSync(join(tmpdir(), "framegate-served-"));
  write(100);
  git("init", "--quiet", "--initial-branch=main");
  git("add", "index.html");
  git("commit", "--quiet", "--message", "green of 100");
  write(200);
  const args = ["perf", "index.html", ...short, "--screenshot", "17", "--baseline", "main", "--time-limit", "1"];
  const { exitCode, stderr } = await runCommand([...args, "--out", "reports"], { cwd: repository });
  expect(exitCode, stderr).toBe(0);
  const [name = ""] = readdirSync(join(repository, "reports"), { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith("frame-17.png"),
  );
  picture = readFileSync(join(repository, "reports", name));
  rmSync(join(repository, "reports", name));
});

afterAll(() => {
  rmSync(repository, { recursive: true, force: true });
});

async function openFrame(page: Page, url: string, frame: number): Promise<void> {
  await page.goto(url);
  await page.waitForSelector("#frame-number");
  await selectFrame(page, frame);
}

/** Presses the button by keyboard, and waits until nothing is being rendered. */
async function showPicture(page: Page): Promise<string> {
  await page.focus(".pictures button");
  await page.keyboard.press("Enter");
  const status = ".pictures [role=status]";
  await page.waitForFunction(
    (selector) => !document.querySelector(selector)?.textContent.includes("Running"),
    {
      timeout: 0,
      polling: 50,
    },
    status,
  );
  return await page.$eval(status, (found) => found.textContent);
}

/** The pictures in the panel. */
async function picturesOf(page: Page): Promise<readonly Buffer[]> {
  const urls = await page.$$eval(".pictures img", (found) => found.map((image) => image.src));
  return urls.map((url) => Buffer.from(url.replace("data:image/png;base64,", ""), "base64"));
}

describe("framegate report --serve", () => {
  it("shows the frame that was asked for, beside that of the baseline", async () => {
    const { exitCode, stderr } = await visitServer(
      ["report", "--serve"],
      { cwd: repository },
      async ({ url, page }) => {
        await openFrame(page, url, 17);
        expect(await picturesOf(page)).toEqual([]);
        expect(await showPicture(page)).toBe("");
        const [ofGame, ofBaseline] = (await picturesOf(page)).map(readPng);
        const taken = readPng(picture);
        expect([ofGame?.width, ofGame?.height]).toEqual([taken.width, taken.height]);
        // Frame 17 of those measured is the 23rd, counted from one behind five of warm-up.
        expect(ofGame?.at(80, 45)).toEqual([23, 200, 0]);
        expect(taken.at(80, 45)).toEqual([23, 200, 0]);
        expect(ofBaseline?.at(80, 45)).toEqual([23, 100, 0]);
        expect(await page.$eval(".pictures", (found) => found.textContent)).toContain(
          `The same of the baseline main (${git("rev-parse", "HEAD").slice(0, 7)})`,
        );
        // The button has handed its focus on.
        await page.keyboard.press("Enter");
        expect(await page.$$eval("dialog[open] img", (images) => images.map((image) => image.naturalWidth))).toEqual([
          160, 160,
        ]);
        await page.keyboard.press("Escape");
        // It is removed by an event.
        await page.waitForFunction(() => document.querySelector("dialog") === null, { timeout: 0, polling: 50 });
        // Another name of this machine may be anybody's.
        const other = await page.goto(url.replace("127.0.0.1", "localhost"));
        expect(other?.status()).toBe(421);
      },
    );
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: expect.stringMatching(/^Colours: http:\/\/127\.0\.0\.1:\d+\/[\da-f-]{36}\/\nCtrl-C ends it\.\n$/u),
    });
    expect(git("worktree", "list").split("\n")).toHaveLength(1);
  });

  it("says that the game has changed, and shows it as it is; and why there is no picture of a game that is gone", async () => {
    write(201);
    await visitServer(["report", "--serve"], { cwd: repository }, async ({ url, page }) => {
      await openFrame(page, url, 17);
      expect(await showPicture(page)).toContain("The game has changed since the report");
      expect(readPng((await picturesOf(page))[0] ?? Buffer.alloc(0)).at(80, 45)).toEqual([23, 201, 0]);
      rmSync(join(repository, "index.html"));
      await openFrame(page, url, 18);
      expect(await showPicture(page)).toMatch(
        /The report is of a run of index\.html, but there is no game there\..*--game/u,
      );
      expect(await picturesOf(page)).toEqual([]);
      // The first is still there, and needs no game.
      await openFrame(page, url, 17);
      expect(await showPicture(page)).toContain("The game has changed since the report");
    });
    write(200);
  });

  it("runs no command out of a report, and says so", async () => {
    const [name = ""] = readdirSync(join(repository, "reports"), { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith("report.json"),
    );
    const file = JSON.parse(readFileSync(join(repository, "reports", name), "utf8")) as ReportFile;
    const options = [...file.report.options, "--baseline-build", "touch built"];
    writeFileSync(join(repository, "forged.json"), JSON.stringify({ ...file, report: { ...file.report, options } }));
    await visitServer(["report", "forged.json", "--serve"], { cwd: repository }, async ({ url, page }) => {
      await openFrame(page, url, 3);
      expect(await showPicture(page)).toContain("a command built it, and no command out of a report is run");
      expect(await picturesOf(page)).toHaveLength(1);
    });
    expect(readdirSync(repository)).not.toContain("built");
  });

  it("leaves nothing behind if it is stopped while a frame is being rendered", async () => {
    let stop: (() => void) | null = null;
    await using server = await startGameServer(() => {
      if (stop === null) return "go on";
      stop();
      return null;
    });
    const run = await runCommand(
      ["perf", "index.html", ...short, ...server.args, "--repeat", "0", "--out", "waiting"],
      {
        cwd: repository,
      },
    );
    expect(run.exitCode, run.stderr).toBe(0);
    const { exitCode } = await visitServer(
      ["report", "waiting", "--serve"],
      { cwd: repository },
      async ({ url, page, command }) => {
        const stopped = new Promise<void>((resolve) => {
          stop = () => {
            // The game may ask for several files, and a second signal would end the command at once.
            stop = () => undefined;
            command.signal("SIGINT");
            resolve();
          };
        });
        await openFrame(page, url, 20);
        const status = showPicture(page);
        await stopped;
        expect(await status).toContain("The server of this page has ended.");
      },
    );
    expect(exitCode).toBe(0);
    expect(existsSync(join(repository, "index.html"))).toBe(true);
  });
});
