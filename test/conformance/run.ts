import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { packageRoot } from "../../harness/package-root.ts";
import {
  done,
  folderOf,
  isRandom,
  missesOf,
  type PageComparison,
  type PageResult,
  scoreFolders,
} from "./page-results.ts";
import { Lane } from "./lane.ts";
import { serveSuite } from "./suite-server.ts";

// Runs pages of the web-platform-tests in plain Chromium and under the prelude, and compares. The suite is not in this
// repository: --wpt names a checkout. The list names its commit in the first line.

const { values } = parseArgs({
  options: {
    wpt: { type: "string" },
    pages: { type: "string", default: join(packageRoot, "test/conformance/pages.txt") },
    /** Only pages whose path contains this. */
    only: { type: "string", default: "" },
    /** Takes the results of plain Chromium from a file that --json wrote. */
    plain: { type: "string" },
    json: { type: "string" },
    runs: { type: "string", default: "2" },
    jobs: { type: "string", default: "2" },
  },
});

if (values.wpt === undefined) {
  process.stderr.write(
    "No suite. Pass a checkout of web-platform-tests/wpt: npm run conformance -- --wpt FOLDER [--pages LIST] [--only TEXT] [--json FILE]\n",
  );
  process.exitCode = 2;
} else {
  await compare(values.wpt);
}

async function compare(folder: string): Promise<void> {
  const lines = (await readFile(values.pages, "utf8")).split("\n");
  const paths = lines.filter((line) => line.startsWith("/") && line.includes(values.only));
  const known = values.plain === undefined ? new Map<string, PageResult>() : await readPlain(values.plain);
  await using suite = await serveSuite(folder);
  const compared: PageComparison[] = [];
  const waiting = paths.toReversed();
  const work = async (): Promise<void> => {
    await using lane = new Lane(suite, Number(values.runs));
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      compared.push(await lane.compare(path, known.get(path) ?? null));
      if (process.stderr.isTTY) process.stderr.write(`\r${String(compared.length)} of ${String(paths.length)}`);
      if (values.json !== undefined && compared.length % 50 === 0) await save(values.json, compared);
    }
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
  compared.sort((a, b) => (a.path < b.path ? -1 : 1));
  if (values.json !== undefined) await save(values.json, compared);
  print(compared);
}

async function readPlain(file: string): Promise<Map<string, PageResult>> {
  const pages: readonly PageComparison[] = JSON.parse(await readFile(file, "utf8"));
  return new Map(pages.map(({ path, plain }) => [path, plain]));
}

async function save(file: string, pages: readonly PageComparison[]): Promise<void> {
  await writeFile(file, JSON.stringify(pages));
}

function print(pages: readonly PageComparison[]): void {
  for (const page of pages) {
    const ends = [...new Set(page.driven.map(({ end }) => end))].filter(
      (end) => end !== done && end !== page.plain.end,
    );
    for (const end of ends) say(`END   ${page.path} ${end}`);
    if (isRandom(page)) say(`RANDOM ${page.path}`);
    for (const name of missesOf(page)) {
      const message = page.driven.map(({ messages }) => messages[name]).find((text) => text !== undefined) ?? "";
      say(`MISS  ${page.path} | ${name} | ${message.slice(0, 160).replaceAll("\n", " ")}`);
    }
  }
  const scores = scoreFolders(pages, folderOf);
  for (const { folder, pages: count, plain, driven } of scores) {
    say(`${share(driven, plain)}  ${String(driven)} of ${String(plain)}  ${folder} (${String(count)} pages)`);
  }
  const plain = scores.reduce((total, score) => total + score.plain, 0);
  const driven = scores.reduce((total, score) => total + score.driven, 0);
  say(`${share(driven, plain)}  ${String(driven)} of ${String(plain)} subtests of ${String(pages.length)} pages`);
}

function share(part: number, whole: number): string {
  return whole === 0 ? "   -  " : `${((100 * part) / whole).toFixed(1).padStart(5)}%`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
