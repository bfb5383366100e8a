import type { FlameChart, FlameView } from "../formats/flame-view.ts";
import {
  type FrameAnswer,
  framesElementId,
  type ReportView,
  type ServedBuild,
  type ViewFrames,
  viewElementId,
} from "../formats/report-view.ts";
import type { SweepView, ViewSeeds } from "../formats/sweep-view.ts";

/** The data that the page shows at once. */
export function readView(): ReportView {
  // The harness of the same version has written it.
  // eslint-disable-next-line @typescript-eslint/no-unsafe-return
  return JSON.parse(textOf(viewElementId));
}

/** The columns of the frames. */
export async function readFrames(): Promise<ViewFrames> {
  const text = await unpack();
  // As above.
  // eslint-disable-next-line @typescript-eslint/no-unsafe-return
  return JSON.parse(text);
}

/** The data that the page of a flame chart shows at once. */
export function readFlameView(): FlameView {
  // As above.
  // eslint-disable-next-line @typescript-eslint/no-unsafe-return
  return JSON.parse(textOf(viewElementId));
}

/** The frames of a flame chart. */
export async function readFlameChart(): Promise<FlameChart> {
  const text = await unpack();
  // As above.
  // eslint-disable-next-line @typescript-eslint/no-unsafe-return
  return JSON.parse(text);
}

/** Asks the server of the page for a frame of a build. */
export async function askForFrame(build: ServedBuild, frame: number): Promise<FrameAnswer> {
  try {
    const response = await fetch(`${build}/${String(frame)}`, { method: "POST" });
    // As above.
    // eslint-disable-next-line @typescript-eslint/no-unsafe-return
    if (response.ok) return await response.json();
  } catch {
    // There is no server.
  }
  return {
    state: "failed",
    message: "The server of this page has ended.",
    hint: "Start framegate report --serve again, and open the address that it prints.",
  };
}

/** The data that the page of a sweep shows at once. */
export function readSweepView(): SweepView {
  // As above.
  // eslint-disable-next-line @typescript-eslint/no-unsafe-return
  return JSON.parse(textOf(viewElementId));
}

/** The figures of the seeds. */
export async function readSeeds(): Promise<ViewSeeds> {
  const text = await unpack();
  // As above.
  // eslint-disable-next-line @typescript-eslint/no-unsafe-return
  return JSON.parse(text);
}

async function unpack(): Promise<string> {
  const bytes = Uint8Array.from(atob(textOf(framesElementId)), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return await new Response(stream).text();
}

function textOf(id: string): string {
  return document.getElementById(id)?.textContent ?? "";
}
