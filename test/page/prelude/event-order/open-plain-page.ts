import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "../../../../harness/browser/find-browser.ts";
import { launchBrowser } from "../../../../harness/browser/launch-browser.ts";
import { loadProject } from "../../../../harness/load/load-project.ts";
import { planRuns } from "../../../../harness/plan/plan-runs.ts";
import { serveSite } from "../../../../harness/serve/serve-site.ts";
import { plainOptions } from "../../../harness/fixtures/perf-options.ts";
import type { PreludePage } from "../open-prelude-page.ts";

/** Opens a test page in Chromium without the prelude, and returns its `found` when `found.isDone` is set. */
export async function openPlainPage({
  script,
  body = "",
  files = {},
}: Pick<PreludePage, "script" | "body" | "files">): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), "framegate-plain-"));
  try {
    const html = `<!doctype html><meta charset="utf-8"><body>${body}<script>globalThis.found = {};\n${script}</script>`;
    for (const [name, content] of Object.entries({ "package.json": "{}", "page.html": html, ...files }))
      writeFileSync(join(folder, name), content);
    const plan = planRuns(await loadProject("page.html", { cwd: folder, tape: null }), plainOptions);
    await using site = await serveSite(plan, join(folder, "cache"), new AbortController().signal);
    const { hostRules, embedUrl } = site;
    if (embedUrl === null) throw new TypeError("The page has no URL.");
    await using browser = await launchBrowser({ browser: await findBrowser(process.env), hostRules });
    const page = await browser.browser.newPage();
    await page.goto(embedUrl);
    await page.waitForFunction("found.isDone === true", { timeout: 0, polling: 100 });
    return await page.evaluate("found");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
