import { deflateRawSync } from "node:zlib";
import type { FlameChart, FlameView } from "../../src/formats/flame-view.ts";
import { framesElementId, type ReportView, type ViewFrames, viewElementId } from "../../src/formats/report-view.ts";
import type { SweepView, ViewSeeds } from "../../src/formats/sweep-view.ts";
import { harmlessText } from "./terminal-text.ts";

/** The template's placeholder for a report. */
export const htmlMarker = "<!-- The report. -->";

/** Contents of the page of a report. */
export interface HtmlReport {
  readonly view: ReportView;
  readonly frames: ViewFrames;
}

/** Contents of the page of a flame chart. */
export interface HtmlFlames {
  readonly view: FlameView;
  readonly frames: FlameChart;
}

/** Contents of the page of a sweep. */
export interface HtmlSweep {
  readonly view: SweepView;
  readonly frames: ViewSeeds;
}

/** A page: one self-contained file. */
export function renderHtml({ view, frames }: HtmlReport | HtmlFlames | HtmlSweep, template: string): string {
  const [before = "", after = null, ...others] = template.split(htmlMarker);
  if (after === null || others.length > 0) throw new Error("The template has one place for a report.");
  const data = [
    `<title>${escapeHtml(`${view.badge}: ${view.title}`)}</title>`,
    `<script type="application/json" id="${viewElementId}">${jsonForScript(view)}</script>`,
    `<script type="text/plain" id="${framesElementId}">${packJson(frames)}</script>`,
  ];
  return `${before}${data.join("\n")}${after}`;
}

const noRequests = "default-src 'none';";

/** The template of a page that may ask its own server, and no other. */
export function allowRequests(template: string): string {
  if (!template.includes(noRequests)) throw new Error("The template allows no requests.");
  return template.replace(noRequests, `${noRequests} connect-src 'self';`);
}

/** JSON that cannot close a script element, open a comment, or move a terminal's cursor. */
export function jsonForScript(value: unknown): string {
  return harmlessText(JSON.stringify(value))
    .replaceAll("<", String.raw`\u003c`)
    .replaceAll(">", String.raw`\u003e`)
    .replaceAll("&", String.raw`\u0026`);
}

function packJson(value: unknown): string {
  return deflateRawSync(Buffer.from(JSON.stringify(value)), { level: 9 }).toString("base64");
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
