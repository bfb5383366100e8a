import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { distDir, flamePagePath, packageRoot, reportPagePath, sweepPagePath } from "../package-root.ts";
import { htmlMarker } from "../report/html.ts";
import { harmlessText } from "../report/terminal-text.ts";
import { licensesOf } from "./bundle-licenses.ts";

interface PageScript {
  readonly code: string;
  readonly licenses: string;
}

/**
 * The charts would fail in a browser whose language is not a valid language tag, and no figure here depends on the
 * locale.
 */
const withoutLocale: Plugin = {
  name: "without-locale",
  transform: {
    filter: { id: /uPlot\.esm\.js$/u },
    handler: (code) => replaceOnce(code, "nav.language", '"en-US"'),
  },
};

/** One classic script: a page opened from disk cannot load modules. */
async function bundleScript(name: string, plugins: readonly Plugin[]): Promise<PageScript> {
  const bundle = await rolldown({
    input: join(distDir, `src/report-page/${name}.js`),
    platform: "browser",
    plugins: [...plugins],
    logLevel: "warn",
  });
  const { output } = await bundle.generate({ format: "iife", minify: true });
  await bundle.close();
  const [chunk, ...others] = output;
  if (others.length > 0) throw new Error("A page is one script.");
  return { code: chunk.code.trim(), licenses: licensesOf(chunk.moduleIds) };
}

function readStyle(ofCharts: string): string {
  const own = readFileSync(join(packageRoot, "src/report-page/report-page.css"), "utf8");
  return `${ofCharts}${own.replaceAll(/\/\*.*?\*\//gu, "").replaceAll(/\s+/gu, " ")}`.trim();
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/**
 * Fails for text that would close its element, and for characters that a terminal report escapes: the hash would no
 * longer match.
 */
function requireHarmless(text: string, end: RegExp): string {
  if (end.test(text)) throw new Error(`A part of the page has ${String(end)} in it.`);
  if (harmlessText(text) !== text) throw new Error("A part of the page has characters that a terminal obeys.");
  return text;
}

function replaceOnce(text: string, place: string, part: string): string {
  const [before = "", after = null, ...others] = text.split(place);
  if (after === null || others.length > 0) throw new Error(`A part of the page does not have ${place} once.`);
  return `${before}${part}${after}`;
}

const outline = readFileSync(join(packageRoot, "src/report-page/report-page.html"), "utf8");

/** Writes the template of a page. */
function writePage(path: string, { code, licenses }: PageScript, style: string): void {
  const parts = [
    ["SCRIPT_HASH", hashOf(code)],
    ["STYLE_HASH", hashOf(style)],
    ["<!-- The style. -->", `<style>${requireHarmless(style, /<\/style/iu)}</style>`],
    ["<!-- The script. -->", `<script>${requireHarmless(code, /<\/script|<!--/iu)}</script>`],
    ["<!-- The licenses. -->", licenses === "" ? "" : `<!--\n${requireHarmless(licenses, /-->/u)}-->`],
  ] as const;
  const page = parts.reduce((text, [place, part]) => replaceOnce(text, place, part), outline);
  replaceOnce(page, htmlMarker, "");
  writeFileSync(path, page);
}

mkdirSync(dirname(reportPagePath), { recursive: true });
const styleOfCharts = readFileSync(join(packageRoot, "node_modules/uplot/dist/uPlot.min.css"), "utf8");
const report = await bundleScript("report-page", [withoutLocale]);
writePage(reportPagePath, report, readStyle(styleOfCharts));
writePage(sweepPagePath, await bundleScript("sweep-page", [withoutLocale]), readStyle(styleOfCharts));
writePage(flamePagePath, await bundleScript("flame-page", []), readStyle(""));
writeFileSync(join(dirname(reportPagePath), "third-party-licenses.txt"), report.licenses);
