import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findBrowser, findBrowserWithWindow } from "../../../harness/browser/find-browser.ts";

// No embedded browser runs on this CPU, so the search goes on.
const elsewhere = { platform: "linux", arch: "riscv64" };
let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "framegate-find-"));
});

afterEach(async () => {
  await rm(home, { recursive: true });
});

describe("findBrowser", () => {
  it("takes the browser that FRAMEGATE_BROWSER names before all others", async () => {
    const named = await placeExecutable("mine", "chrome");
    const other = await placeExecutable("other", "chrome");
    const found = await findBrowser({ FRAMEGATE_BROWSER: named, PUPPETEER_EXECUTABLE_PATH: other });
    expect(found).toEqual({
      executablePath: named,
      source: "FRAMEGATE_BROWSER",
      libraryPath: null,
      fontPath: null,
      headlessShell: false,
    });
  });

  it("takes the browser that PUPPETEER_EXECUTABLE_PATH names before the embedded one", async () => {
    const named = await placeExecutable("chrome-headless-shell");
    expect(await findBrowser({ PUPPETEER_EXECUTABLE_PATH: named })).toMatchObject({
      executablePath: named,
      source: "PUPPETEER_EXECUTABLE_PATH",
      headlessShell: true,
    });
  });

  it.each(["FRAMEGATE_BROWSER", "PUPPETEER_EXECUTABLE_PATH"])(
    "refuses a path in %s that does not exist",
    async (variable) => {
      const path = join(home, "nowhere");
      await expect(findBrowser({ [variable]: path, PATH: home })).rejects.toMatchObject({
        code: "browser-path-missing",
        exitCode: 6,
        where: path,
        message: expect.stringContaining(variable),
      });
    },
  );

  it("refuses a named file that is not executable, and a folder", async () => {
    const file = join(home, "text");
    await writeFile(file, "");
    await expect(findBrowser({ FRAMEGATE_BROWSER: file })).rejects.toMatchObject({ code: "browser-path-missing" });
    await expect(findBrowser({ FRAMEGATE_BROWSER: home })).rejects.toMatchObject({ code: "browser-path-missing" });
  });

  it("skips headless shells if a window is needed", async () => {
    const shell = await placeExecutable("bin", "chrome-headless-shell");
    const installed = await placeExecutable("bin", "chromium");
    const env = { PATH: dirname(installed), HOME: home };
    expect(await findBrowser(env, elsewhere)).toMatchObject({ executablePath: shell, headlessShell: true });
    expect(await findBrowser(env, { ...elsewhere, headed: true })).toMatchObject({
      executablePath: installed,
      headlessShell: false,
    });
  });

  it("reports that only headless shells were found if a window is needed", async () => {
    const shell = await placeExecutable("bin", "chrome-headless-shell");
    // The only system without fixed paths.
    await expect(findBrowser({ HOME: home }, { platform: "win32", arch: "x64", headed: true })).rejects.toMatchObject({
      code: "browser-without-window",
      exitCode: 6,
      hint: expect.stringContaining("FRAMEGATE_BROWSER"),
    });
    await expect(findBrowser({ FRAMEGATE_BROWSER: shell }, { headed: true })).rejects.toMatchObject({
      code: "browser-without-window",
    });
  });

  it("needs a display for a window on Linux, X11 or Wayland, and looks for that first", async () => {
    const shell = await placeExecutable("bin", "chrome-headless-shell");
    const named = { FRAMEGATE_BROWSER: shell, HOME: home };
    for (const nowhere of [{}, { DISPLAY: "", WAYLAND_DISPLAY: "" }]) {
      await expect(findBrowserWithWindow({ ...named, ...nowhere }, { platform: "linux" })).rejects.toMatchObject({
        code: "no-display",
        exitCode: 6,
      });
    }
    const elsewhereFound = { code: "browser-without-window" };
    await expect(findBrowserWithWindow({ ...named, DISPLAY: ":0" }, { platform: "linux" })).rejects.toMatchObject(
      elsewhereFound,
    );
    await expect(
      findBrowserWithWindow({ ...named, WAYLAND_DISPLAY: "wayland-0" }, { platform: "linux" }),
    ).rejects.toMatchObject(elsewhereFound);
    await expect(findBrowserWithWindow(named, { platform: "darwin" })).rejects.toMatchObject(elsewhereFound);
  });

  it("treats an empty variable as unset", async () => {
    const installed = await placeExecutable("bin", "chromium");
    const env = { FRAMEGATE_BROWSER: "", PATH: dirname(installed), HOME: home };
    expect(await findBrowser(env, elsewhere)).toMatchObject({ executablePath: installed, source: "system" });
  });

  it("prefers puppeteer's cache to the system, the headless shell to the full browser, and the pinned build to a newer one", async () => {
    const system = await placeExecutable("bin", "chromium");
    const env = { HOME: home, PATH: dirname(system) };
    const machine = { platform: "darwin", arch: "arm64" };
    expect((await findBrowser(env, machine)).source).toBe("system");

    const application = [
      "chrome-mac-arm64",
      "Google Chrome for Testing.app",
      "Contents",
      "MacOS",
      "Google Chrome for Testing",
    ];
    const full = await placeExecutable(".cache/puppeteer/chrome/mac_arm-150.0.1.2", ...application);
    expect(await findBrowser(env, machine)).toMatchObject({
      executablePath: full,
      source: "puppeteer-cache",
      headlessShell: false,
    });

    const shellOf = async (version: string): Promise<string> =>
      await placeExecutable(
        `.cache/puppeteer/chrome-headless-shell/mac_arm-${version}/chrome-headless-shell-mac-arm64/chrome-headless-shell`,
      );
    const older = await shellOf("99.0.0.0");
    expect(await findBrowser(env, machine)).toMatchObject({ executablePath: older, headlessShell: true });
    const newer = await shellOf("150.0.1.10");
    expect((await findBrowser(env, machine)).executablePath).toBe(newer);
    const pinned = await shellOf("147.0.7727.15");
    expect((await findBrowser(env, machine)).executablePath).toBe(pinned);
  });

  it("does not run a file of the current folder because the PATH has a relative entry", async () => {
    const env = { HOME: home, PATH: ".:bin", PUPPETEER_CACHE_DIR: home };
    const system = { ...elsewhere, platform: "darwin" };
    await expect(findBrowser(env, system)).rejects.toMatchObject({ code: "browser-not-found" });
  });

  it("lists where it looked when there is no browser at all", async () => {
    await expect(findBrowser({ HOME: home, PATH: home }, { ...elsewhere, platform: "win32" })).rejects.toMatchObject({
      code: "browser-not-found",
      exitCode: 6,
      message: expect.stringContaining(join(home, ".cache", "puppeteer")),
    });
  });
});

async function placeExecutable(...parts: readonly string[]): Promise<string> {
  const path = join(home, ...parts);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "#!/bin/sh\n");
  await chmod(path, 0o755);
  return path;
}
