import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../harness/package-root.ts";
import type { Place } from "./fault.ts";

/** A page that draws a moving box on a 2D canvas, with more script around it. */
export function movingPage(script = ""): string {
  return `<!doctype html><title>Box</title><canvas width="64" height="64"></canvas><script>
const context = document.querySelector("canvas").getContext("2d");
let frame = 0;
function draw() {
  frame += 1;
  context.fillStyle = "rgb(" + frame % 256 + ",0,0)";
  context.fillRect(frame % 64, 0, 8, 8);
  requestAnimationFrame(draw);
}
requestAnimationFrame(draw);
${script}
</script>`;
}

/** Prepares a game of one page, `index.html`. */
export function page(script = ""): (place: Place) => unknown {
  return ({ write }) => write("index.html", movingPage(script));
}

/** Prepares a game of one root with an entry in plain JavaScript, next to the packages of this repository. */
export function rootsGame(entry: string, manifest: object = {}): (place: Place) => unknown {
  return ({ folder, write }) => {
    symlinkSync(join(packageRoot, "node_modules"), join(folder, "node_modules"));
    write("main.js", entry);
    const roots = [{ id: "main", adapter: "threejs", entry: "main.js" }];
    write(
      "framegate.game.json",
      JSON.stringify({
        manifestVersion: 2,
        name: "Faulty",
        version: "1.0.0",
        engine: { version: "0.1.0" },
        roots,
        ...manifest,
      }),
    );
  };
}

/** A short run of the page, as JSON. */
export const shortRun = ["perf", "index.html", "--frames", "20", "--warmup", "0", "--repeat", "1", "--json"] as const;

/** A run of the page that lasts for minutes, for a fault in the middle. */
export const longRun = [
  "perf",
  "index.html",
  "--frames",
  "100000",
  "--warmup",
  "0",
  "--repeat",
  "1",
  "--json",
] as const;
