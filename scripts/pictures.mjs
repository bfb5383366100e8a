// Makes the README's pictures from a real run: a frame of the example game, and its report in a terminal and as a page.
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import { findBrowser } from "../dist/harness/browser/find-browser.js";
import { launchBrowser } from "../dist/harness/browser/launch-browser.js";

const imageDir = "docs/images";
const frame = 150;
const palette = {
  31: "#ff7b72",
  32: "#7ee787",
  33: "#e3b341",
  34: "#79c0ff",
  35: "#d2a8ff",
  36: "#56d4dd",
  90: "#8b949e",
};

await mkdir(imageDir, { recursive: true });
const outDir = await mkdtemp(join(tmpdir(), "framegate-pictures-"));
try {
  const text = await runPerf(["examples/arena", "--assert-budget", "--out", outDir]);
  await takePicture(text, join(imageDir, "report.png"));
  await takePage(await fileIn(outDir, "report.html"), join(imageDir, "page.png"));
  for (const game of ["arena", "swarm"]) {
    await runPerf([
      `examples/${game}`,
      "--repeat",
      "1",
      "--warmup",
      "0",
      "--frames",
      String(frame + 1),
      "--screenshot",
      String(frame),
      "--out",
      join(outDir, game),
    ]);
    await copyFile(await fileIn(join(outDir, game), ".png"), join(imageDir, `${game}.png`));
  }
} finally {
  await rm(outDir, { recursive: true, force: true });
}

async function fileIn(folder, ending) {
  return join(
    folder,
    (await readdir(folder, { recursive: true })).find((name) => name.endsWith(ending)),
  );
}

/** Runs the command and returns its report with colours, without the progress lines. */
async function runPerf(args) {
  const child = spawn(process.execPath, ["dist/bin/framegate.cjs", "perf", ...args], {
    env: { ...process.env, FORCE_COLOR: "1", CI: "1", COLUMNS: "100" },
    stdio: ["ignore", "inherit", "pipe"],
  });
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    printed += text;
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  if (code > 3) throw new Error(printed);
  return printed.slice(printed.indexOf("\n\n") + 1, printed.indexOf("Report: "));
}

async function takePicture(text, path) {
  // The embedded browser brings only one proportional font. A terminal needs a monospaced system font.
  const browser = { ...(await findBrowser(process.env)), fontPath: null };
  const launched = await launchBrowser({ browser, width: 1000, height: 600, env: process.env });
  const page = await launched.browser.newPage();
  await page.setViewport({ width: 1000, height: 600, deviceScaleFactor: 1.5 });
  await page.setContent(`<body style="margin:0;background:#0d1117"><pre style="display:inline-block;margin:0;padding:20px 28px;color:#e6edf3;
    font:15px/1.45 'DejaVu Sans Mono','Noto Sans Mono',monospace">${toHtml(text)}</pre></body>`);
  const terminal = await page.$("pre");
  await writeFile(path, await terminal.screenshot({ type: "png" }));
  await launched.close();
}

/** The upper part of a report's page, with its worst frame. */
async function takePage(file, path) {
  const launched = await launchBrowser({ browser: await findBrowser(process.env), env: process.env });
  const page = await launched.browser.newPage();
  await page.setViewport({ width: 1280, height: 1400, deviceScaleFactor: 1 });
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector(".uplot");
  await page.keyboard.press("w");
  await writeFile(path, await page.screenshot({ type: "png" }));
  await launched.close();
}

/**
 * Turns terminal colours into spans. Knows only the codes used by the report: colours, bold, dim, inverse and their
 * ends.
 */
function toHtml(text) {
  const style = { color: "", bold: false, dim: false, inverse: false };
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .split(/\u001b\[([\d;]*)m/u)
    .map((part, index) => {
      if (index % 2 === 1) {
        for (const code of part.split(";").map(Number)) applyCode(style, code);
        return "";
      }
      return part === "" ? "" : `<span style="${cssOf(style)}">${part}</span>`;
    })
    .join("");
}

function applyCode(style, code) {
  if (code === 0) Object.assign(style, { color: "", bold: false, dim: false, inverse: false });
  else if (code === 1) style.bold = true;
  else if (code === 2) style.dim = true;
  else if (code === 7) style.inverse = true;
  else if (code === 22) Object.assign(style, { bold: false, dim: false });
  else if (code === 27) style.inverse = false;
  else if (code === 39) style.color = "";
  else if (palette[code] !== undefined) style.color = palette[code];
}

function cssOf({ color, bold, dim, inverse }) {
  const shown = color === "" ? "#e6edf3" : color;
  return [
    inverse ? `background:${shown};color:#0d1117` : `color:${shown}`,
    bold ? "font-weight:bold" : "",
    dim ? "opacity:.6" : "",
  ].join(";");
}
