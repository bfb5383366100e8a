import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "../../../../harness/browser/find-browser.ts";
import { launchBrowser } from "../../../../harness/browser/launch-browser.ts";
import type { GamePage } from "../../../../harness/capture/game-page.ts";
import { openGamePage } from "../../../../harness/capture/open-game-page.ts";
import { withinLimit } from "../../../../harness/capture/within-limit.ts";
import { loadProject } from "../../../../harness/load/load-project.ts";
import { planRuns } from "../../../../harness/plan/plan-runs.ts";
import { serveSite } from "../../../../harness/serve/serve-site.ts";
import type { FinishReport, HostConfig, PreludeConfig } from "../../../../src/formats/page-port.ts";
import { plainOptions } from "../../../harness/fixtures/perf-options.ts";

export interface ForgingRun {
  readonly drawCalls: readonly number[];
  readonly triangles: readonly number[];
  readonly bufferUploadBytes: readonly number[];
  /** The reason why the run stopped early; null if it did not. */
  readonly stopped: string | null;
  readonly notices: FinishReport["notices"];
  /** Errors that the page received. */
  readonly errors: readonly unknown[];
}

/** An honest page: three draws of two triangles in each frame, and an upload of three numbers. `forge` runs before it. */
function pageOf(forge: string): string {
  return `<!doctype html><meta charset="utf-8"><body><script>
    var errors = [];
    addEventListener("error", ({ message }) => errors.push(message));
    function prepare(gl) {
      const program = gl.createProgram();
      for (const [type, source] of [
        [gl.VERTEX_SHADER, "void main() { gl_Position = vec4(0.0, 0.0, 0.0, 1.0); }"],
        [gl.FRAGMENT_SHADER, "void main() { gl_FragColor = vec4(1.0); }"],
      ]) {
        const shader = gl.createShader(type);
        gl.shaderSource(shader, source);
        gl.compileShader(shader);
        gl.attachShader(program, shader);
      }
      gl.linkProgram(program);
      gl.useProgram(program);
      gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ARRAY_BUFFER, 12, gl.DYNAMIC_DRAW);
    }
    var data = new Float32Array(3);
    var draw = (gl) => gl.drawArrays(4, 0, 6);
    var getGl = (canvas) => canvas.getContext("webgl2");
  </script><script>{${forge}}</script><script>
    const canvas = document.body.appendChild(document.createElement("canvas"));
    const gl = getGl(canvas);
    prepare(gl);
    requestAnimationFrame(function frame() {
      for (let index = 0; index < 3; index += 1) draw(gl);
      // One of the pages removes all methods.
      gl.bufferSubData?.(gl.ARRAY_BUFFER, 0, data);
      requestAnimationFrame(frame);
    });
  </script>`;
}

const width = 320;
const height = 180;
export const forgingFrames = 12;
// For hangs. A page takes less than a second.
const hungMs = 15_000;

export interface ForgingSite extends AsyncDisposable {
  run(name: string): Promise<ForgingRun>;
}

/** Serves the pages, and opens one browser for all of them. */
export async function openForgingSite(
  pages: Readonly<Record<string, string>>,
  pass: "count" | "timed" = "count",
): Promise<ForgingSite> {
  const folder = mkdtempSync(join(tmpdir(), "framegate-forging-"));
  writeFileSync(join(folder, "package.json"), "{}");
  const names = Object.keys(pages);
  for (const [index, forge] of Object.values(pages).entries()) {
    writeFileSync(join(folder, `page${String(index)}.html`), pageOf(forge));
  }
  const plan = planRuns(await loadProject("page0.html", { cwd: folder, tape: null }), {
    ...plainOptions,
    frames: forgingFrames,
    warmup: 0,
  });
  const site = await serveSite(plan, join(folder, "cache"), new AbortController().signal);
  const { hostRules, hostUrl: url, pageScripts } = site;
  const found = await findBrowser(process.env);
  const browser = await launchBrowser({ browser: found, hostRules, width, height });
  const prelude: PreludeConfig = {
    ...{ seed: 1, stepHz: 60, pass, raster: "skip", rendersBoot: false, rendersCanvases: false },
    ...{
      locksPointer: false,
      countsWasm: false,
      trapRandom: false,
      settleMs: 10_000,
      bootMs: 10_000,
      inspect: null,
      recordsFrames: false,
      engines: null,
    },
  };
  const empty = {
    inputMap: null,
    tape: { version: 1, stepHz: 60, events: [] },
    lastPictureStep: null,
    allowsDebug: false,
    fillsWindow: false,
  } as const;
  return {
    async run(name) {
      const embedUrl = site.embedUrl?.replace("page0", `page${String(names.indexOf(name))}`) ?? null;
      await using game = await openGamePage(browser, { url, width, height, pageScripts, prelude, limitMs: 60_000 });
      const run = runOne(game, { width, height, bootMs: 10_000, embedUrl, ...empty });
      const ended = withinLimit(run, hungMs, () => new Error("The page hangs."));
      return await ended.catch((thrown: unknown) => ({ ...nothing, stopped: String(thrown) }));
    },
    [Symbol.asyncDispose]: async () => {
      await browser[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const nothing = { drawCalls: [], triangles: [], bufferUploadBytes: [], notices: [], errors: [] };

async function runOne(game: GamePage, config: HostConfig): Promise<ForgingRun> {
  const mount = await game.mount(config);
  if (!mount.ok) return { ...nothing, stopped: `${mount.code}: ${mount.error.message}` };
  const { drawCalls, triangles, bufferUploadBytes, stopped } = await game.step(forgingFrames);
  if (stopped !== null) return { ...nothing, stopped: `${stopped.code}: ${stopped.error.message}` };
  const frame = game.page.frames().find((one) => one.url() === config.embedUrl);
  const errors: unknown = await frame?.evaluate("errors").catch(() => []);
  const { notices } = await game.finish();
  const heard = Array.isArray(errors) ? errors : [];
  return { drawCalls, triangles, bufferUploadBytes, stopped: null, notices, errors: heard };
}
