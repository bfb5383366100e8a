import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { describe, expect, it } from "vitest";
import { findBrowser } from "../../../harness/browser/find-browser.ts";
import type { FoundBrowser } from "../../../harness/browser/find-browser.ts";
import { launchBrowser } from "../../../harness/browser/launch-browser.ts";

const browser = await findBrowser(process.env);

describe("launchBrowser", () => {
  it("starts a browser that draws WebGL 2 in software and knows neither the machine's language nor its time zone", async () => {
    await using launched = await launchBrowser({
      browser,
      env: { ...process.env, LANG: "de_DE.UTF-8", TZ: "Asia/Tokyo" },
    });
    const page = await launched.browser.newPage();
    const facts = await page.evaluate(() => {
      const gl = document.createElement("canvas").getContext("webgl2");
      const info = gl?.getExtension("WEBGL_debug_renderer_info");
      const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
      return {
        renderer: String(gl?.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? 0)),
        locale,
        timeZone,
        size: [innerWidth, innerHeight],
      };
    });
    expect(facts).toMatchObject({ locale: "en-US", timeZone: "UTC", size: [1280, 720] });
    expect(facts.renderer).toMatch(/SwiftShader/);
  });

  it("renders text with a size", async () => {
    await using launched = await launchBrowser({ browser });
    const page = await launched.browser.newPage();
    expect(await page.evaluate(widthOf, "40px sans-serif", "Framegate")).toBeGreaterThan(100);
  });

  it.runIf(browser.source === "embedded")(
    "has letters as wide as those of the fonts that most pages name",
    async () => {
      await using launched = await launchBrowser({ browser });
      const page = await launched.browser.newPage();
      // In units of the font's design, of which these three have 2048.
      const widths = [
        ["Arial", "W", 1933],
        ["Helvetica", "W", 1933],
        ["sans-serif", "i", 455],
        ["'Times New Roman'", "W", 1933],
        ["serif", "i", 569],
        ["'Courier New'", "W", 1229],
        ["monospace", "i", 1229],
      ] as const;
      for (const [family, letter, width] of widths) {
        expect(await page.evaluate(widthOf, `2048px ${family}`, letter), family).toBe(width);
      }
    },
  );

  it.runIf(browser.source === "embedded")("draws signs that are no letters, and emoji in colour", async () => {
    await using launched = await launchBrowser({ browser });
    const page = await launched.browser.newPage();
    const drawn = await page.evaluate(() => {
      const draw = (sign: string): readonly number[] => {
        const context = new OffscreenCanvas(64, 64).getContext("2d");
        if (context === null) return [];
        context.font = "40px monospace";
        context.fillText(sign, 8, 48);
        return [...context.getImageData(0, 0, 64, 64).data];
      };
      const missing = String(draw("\u{10fffd}"));
      return [..."☰☽♠⠿😀"].map((sign) => {
        const data = draw(sign);
        return [String(data) !== missing, data.some((red, at) => at % 4 === 0 && red !== data[at + 1])];
      });
    });
    const isBlack = [true, false];
    expect(drawn).toEqual([isBlack, isBlack, isBlack, isBlack, [true, true]]);
  });

  it.runIf(browser.source === "embedded")("has the characters of Chinese, Japanese and Korean", async () => {
    await using launched = await launchBrowser({ browser });
    const page = await launched.browser.newPage();
    const drawn = await page.evaluate(() => {
      const draw = (sign: string): string => {
        const context = new OffscreenCanvas(64, 64).getContext("2d");
        if (context === null) return "";
        context.font = "40px Arial";
        context.fillText(sign, 8, 48);
        return String(context.getImageData(0, 0, 64, 64).data);
      };
      const missing = draw("\u{10fffd}");
      return [..."开開ゲー게임。"].filter((sign) => draw(sign) === missing);
    });
    expect(drawn).toEqual([]);
    // A character of Chinese and Japanese is as wide as it is high.
    expect(await page.evaluate(widthOf, "40px Arial", "开始ゲーム")).toBeCloseTo(200, 2);
  });

  it("reports its version and flags, none of which names a folder of the machine", async () => {
    await using launched = await launchBrowser({
      browser,
      jsFlags: ["--single-threaded"],
      hostRules: "MAP a.localhost 127.0.0.1:9",
    });
    expect(launched.version).toMatch(/Chrom\w+\/\d+\./);
    expect(launched.flags).toContain("--js-flags=--single-threaded");
    expect(launched.flags).toContain("--host-resolver-rules=MAP a.localhost 127.0.0.1:9");
    expect(launched.flags.filter((flag) => flag.includes(tmpdir()))).toEqual([]);
  });

  it("leaves no folder and no process when it is closed, even twice", async () => {
    const launched = await launchBrowser({ browser });
    const [folder] = runFolders();
    expect(chromiumProcesses(folder ?? "")).not.toEqual([]);
    await launched.close();
    await launched.close();
    expect(runFolders()).toEqual([]);
    await untilGone(folder ?? "");
  });

  it("says how the browser exited, and cleans up after it", async () => {
    const launched = await launchBrowser({ browser });
    const [folder = ""] = runFolders();
    const gone = new Promise<string>((resolve) => {
      launched.onDisconnected(resolve);
    });
    process.kill(mainProcess(folder), "SIGKILL");
    expect(await gone).toBe("was ended by SIGKILL");
    expect(runFolders()).toEqual([]);
    await untilGone(folder);
    await launched.close();
  });

  it("does not report a disconnection that was asked for", async () => {
    const launched = await launchBrowser({ browser });
    const reports: string[] = [];
    launched.onDisconnected((how) => reports.push(how));
    await launched.close();
    await new Promise(setImmediate);
    expect(reports).toEqual([]);
  });

  it("kills the browser when the signal is aborted", async () => {
    const controller = new AbortController();
    const launched = await launchBrowser({ browser, signal: controller.signal });
    const gone = new Promise((resolve) => {
      launched.onDisconnected(resolve);
    });
    controller.abort();
    expect(await gone).toBe("was ended by SIGKILL");
    expect(runFolders()).toEqual([]);
  });

  it("is interrupted, not failed, when the signal is aborted while it starts", async () => {
    const controller = new AbortController();
    const launching = launchBrowser({ browser, signal: controller.signal });
    setImmediate(() => {
      controller.abort();
    });
    await expect(launching).rejects.toMatchObject({ code: "interrupted", exitCode: 130 });
    expect(runFolders()).toEqual([]);
  });

  it("quotes the browser's last output if it does not start", async () => {
    const broken: FoundBrowser = { ...browser, executablePath: process.execPath };
    await expect(launchBrowser({ browser: broken })).rejects.toMatchObject({
      code: "browser-launch-failed",
      message: expect.stringMatching(/exited with code 9[\s\S]*bad option/),
    });
    expect(runFolders()).toEqual([]);
  });

  it("names a file that is not executable", async () => {
    const broken: FoundBrowser = { ...browser, executablePath: import.meta.filename };
    await expect(launchBrowser({ browser: broken })).rejects.toMatchObject({
      code: "browser-launch-failed",
      exitCode: 6,
    });
    expect(runFolders()).toEqual([]);
  });

  it("runs two independent browsers at once", async () => {
    await using first = await launchBrowser({ browser });
    {
      await using second = await launchBrowser({ browser });
      expect(second.browser.connected).toBe(true);
    }
    expect(await first.browser.pages()).toHaveLength(1);
  });

  it.each(["exit", "SIGTERM", "SIGKILL"] as const)("ends the browser when our process ends by %s", async (ending) => {
    const script = await bundleForNode("launch-and-wait.ts");
    const child = spawn(process.execPath, [script, ending], { stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(child, "exit");
    const folder = await firstLine(child.stdout);
    expect(folder).toContain("framegate-browser-");
    if (ending !== "exit") child.kill(ending);
    await ended;
    await untilGone(folder);
    // A process killed by SIGKILL cannot remove its folder; a later launch does, even that of another process.
    if (ending === "exit") expect(existsSync(folder)).toBe(false);
    else rmSync(folder, { recursive: true, force: true });
  });
});

/** Compiles a script of this folder into dist/, where it finds the packages, and returns its path. */
async function bundleForNode(name: string): Promise<string> {
  const outDir = join(import.meta.dirname, "../../../dist/test-processes");
  const entry = join(import.meta.dirname, name);
  await build({
    configFile: false,
    logLevel: "error",
    build: { ssr: entry, outDir, emptyOutDir: false, target: "node20", minify: false },
  });
  return join(outDir, name.replace(/\.ts$/, ".js"));
}

/** Browser folders of this process. */
function runFolders(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`framegate-browser-${String(process.pid)}-`));
}

/** The kernel reaps a killed process in its own time, which may take a while on a loaded machine. */
async function untilGone(folder: string): Promise<void> {
  await expect.poll(() => chromiumProcesses(folder), { timeout: 60_000 }).toEqual([]);
}

function chromiumProcesses(folder: string): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => commandLine(pid).includes(`--user-data-dir=`) && commandLine(pid).includes(folder))
    .map(Number);
}

function mainProcess(folder: string): number {
  const main = chromiumProcesses(folder).find((pid) => !commandLine(String(pid)).includes("--type="));
  if (main === undefined) throw new Error("the browser is not running");
  return main;
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  let text = "";
  for await (const chunk of stream) {
    text += String(chunk);
    if (text.includes("\n")) break;
  }
  return text.split("\n")[0] ?? "";
}

function widthOf(font: string, text: string): number {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return 0;
  context.font = font;
  return context.measureText(text).width;
}
