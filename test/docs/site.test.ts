import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { globSync } from "tinyglobby";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBrowser } from "../../harness/browser/find-browser.ts";
import { launchBrowser } from "../../harness/browser/launch-browser.ts";
import { packageRoot } from "../../harness/package-root.ts";

const parent = mkdtempSync(join(tmpdir(), "framegate-site-"));
const site = join(parent, "site");
const build = async (folder: string): Promise<unknown> =>
  await promisify(execFile)(process.execPath, [join(packageRoot, "scripts/site.mjs"), folder], { cwd: parent });

beforeAll(async () => await build(site));
afterAll(() => {
  rmSync(parent, { recursive: true, force: true });
});

const read = (path: string): string => readFileSync(join(site, path), "utf8");

function valuesOf(html: string, attribute: "href" | "src" | "id"): readonly string[] {
  return Array.from(html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, "gu")), ([, value = ""]) => value);
}

describe("the site of the documentation", () => {
  it("has a page for each guide, and its menu leads to all of them", () => {
    const sources = globSync(["*.md", "docs/*.md", "examples/README.md"], { cwd: packageRoot });
    const pages = globSync(["**/*.html"], { cwd: site });
    expect(pages).toHaveLength(sources.length);
    const [, menu = ""] = read("index.html").split('<nav id="menu"');
    const linked = valuesOf(menu, "href").filter((href) => !href.startsWith("#"));
    expect(linked.toSorted()).toEqual(pages.filter((page) => page !== "index.html").toSorted());
  });

  it("has no link, picture or anchor that leads nowhere", () => {
    const pages = globSync(["**/*.html"], { cwd: site });
    const targets = pages.flatMap((page) => {
      const html = read(page);
      return [...valuesOf(html, "href"), ...valuesOf(html, "src")].map((to) => ({ page, to }));
    });
    const inner = targets.filter(({ to }) => !/^[a-z]+:/u.test(to));
    expect(inner.length).toBeGreaterThan(500);
    const broken = inner.filter(({ page, to }) => {
      const [path = "", anchor] = to.split("#");
      const file = path === "" ? page : join(dirname(page), path);
      if (!existsSync(join(site, file))) return true;
      return anchor !== undefined && !valuesOf(read(file), "id").includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it("gives each anchor to one heading only", () => {
    for (const page of globSync(["**/*.html"], { cwd: site })) {
      const ids = valuesOf(read(page), "id");
      expect(new Set(ids).size, page).toBe(ids.length);
    }
  });

  it("opens without an error and without a request that fails, and fits a phone", async () => {
    await using launched = await launchBrowser({ browser: await findBrowser(process.env) });
    const page = await launched.browser.newPage();
    const problems: string[] = [];
    page.on("console", (message) => problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("requestfailed", (request) => problems.push(`${request.url()} failed`));
    await page.setViewport({ width: 390, height: 800 });
    for (const path of ["index.html", "docs/metrics.html"]) {
      await page.goto(pathToFileURL(join(site, path)).href);
      expect(await page.$eval("main h1", (heading) => getComputedStyle(heading).fontWeight)).toBe("700");
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
    }
    expect(problems).toEqual([]);
  });

  it("is built again over an older one, but never over another folder", async () => {
    writeFileSync(join(site, "left.html"), "");
    await build(site);
    expect(existsSync(join(site, "left.html"))).toBe(false);
    writeFileSync(join(parent, "mine.txt"), "mine");
    await expect(build(parent)).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining("holds no site") });
    expect(readFileSync(join(parent, "mine.txt"), "utf8")).toBe("mine");
  });
});
