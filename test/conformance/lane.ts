import { findBrowser } from "../../harness/browser/find-browser.ts";
import { type LaunchedBrowser, launchBrowser } from "../../harness/browser/launch-browser.ts";
import { noResults, type PageComparison, type PageResult } from "./page-results.ts";
import { pageSize, runDriven, runPlain } from "./run-page.ts";
import type { SuiteServer } from "./suite-server.ts";

const pagesPerBrowser = 60;

/** A browser that runs one page after another. */
export class Lane implements AsyncDisposable {
  readonly #suite: SuiteServer;
  readonly #runs: number;
  #browser: LaunchedBrowser | null = null;
  #pages = 0;

  constructor(suite: SuiteServer, runs: number) {
    this.#suite = suite;
    this.#runs = runs;
  }

  async compare(path: string, known: PageResult | null): Promise<PageComparison> {
    const plain = known ?? (await this.#run(runPlain, path));
    const driven: PageResult[] = [];
    // A page that passes nothing in plain Chromium proves nothing.
    if (Object.values(plain.subtests).includes(0)) {
      for (let run = 0; run < this.#runs; run += 1) driven.push(await this.#run(runDriven, path));
    }
    return { path, plain, driven };
  }

  async #run(run: typeof runPlain, path: string): Promise<PageResult> {
    // A page may leave its browser busy, and a browser may grow.
    if (this.#pages % pagesPerBrowser === 0) await this.#end();
    this.#pages += 1;
    this.#browser ??= await launchBrowser({
      browser: await findBrowser(process.env),
      hostRules: this.#suite.hostRules,
      ...pageSize,
    });
    try {
      const result = await run(this.#browser, this.#suite, path);
      if (result.end === "did not end") await this.#end();
      return result;
    } catch (thrown) {
      await this.#end();
      return noResults(`threw: ${String(thrown)}`);
    }
  }

  async #end(): Promise<void> {
    await this.#browser?.close();
    this.#browser = null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
  }
}
