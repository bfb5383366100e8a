import { inflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { jsonForScript, renderHtml } from "../../../harness/report/html.ts";
import { htmlFrames, noFrames } from "../../../harness/report/html-frames.ts";
import { htmlFailure, htmlView } from "../../../harness/report/html-view.ts";
import { harmlessText } from "../../../harness/report/terminal-text.ts";
import { makeLongReport } from "../fixtures/long-report.ts";

const template = "<head><!-- The report. --></head><body></body>";
const evil = `</script><!-- <script> ]]> & \u2028 \u001b[31m "quoted"`;

function contentOf(html: string, id: string): string {
  return new RegExp(`id="${id}">([^<]*)</script>`, "u").exec(html)?.[1] ?? "";
}

describe("renderHtml", () => {
  it("keeps what a game says inside of its element, and as it was said", () => {
    const view = htmlFailure({ game: "x", code: evil, message: "y" });
    const html = renderHtml({ view, frames: noFrames }, template);
    expect(JSON.parse(contentOf(html, "report-view"))).toEqual(view);
    // The title, the two of data, and nothing of the game's.
    expect(html.match(/<(?!\/)/gu)).toHaveLength(5);
    expect(html).not.toContain("<!--");
  });

  it("has nothing in it that a terminal or a build server obeys", () => {
    const view = htmlFailure({ game: `${evil}\n::error ::forged`, code: evil, message: "##[error]z" });
    const html = renderHtml({ view, frames: noFrames }, template);
    expect(harmlessText(html)).toBe(html);
  });

  it("needs the one place for a report", () => {
    const report = { view: htmlFailure({ game: "x", code: "y", message: "z" }), frames: noFrames };
    expect(() => renderHtml(report, "<head></head>")).toThrow("one place");
    expect(() => renderHtml(report, template + template)).toThrow("one place");
  });

  it("holds 20,000 frames with noise in every column in less than 3 MB", () => {
    const file = makeLongReport(20_000);
    const phases = file.report.runs[1]?.times?.phaseCpuMs ?? null;
    const html = renderHtml({ view: htmlView(file, []), frames: htmlFrames(file.report, phases) }, template);
    expect(html.length).toBeLessThan(3_000_000);
    const bytes = inflateRawSync(Buffer.from(contentOf(html, "report-frames"), "base64"));
    expect(JSON.parse(bytes.toString())).toMatchObject({ work: file.report.perFrame.work });
  });
});

describe("jsonForScript", () => {
  it("is the same value, without a character that markup has a use for", () => {
    const text = jsonForScript({ [evil]: evil });
    expect(JSON.parse(text)).toEqual({ [evil]: evil });
    expect(text).not.toMatch(/[<>&\u2028\u001b]/u);
  });
});

describe("htmlFrames", () => {
  const { report } = makeLongReport(150);

  it("has the lowest and the highest repeat of each frame, in microseconds", () => {
    const { times } = htmlFrames(report, null);
    const repeats = report.runs.flatMap((run) => run.times?.cpuMs[17] ?? []);
    expect(repeats).toHaveLength(5);
    expect(times?.band?.lowUs[17]).toBe(Math.round(Math.min(...repeats) * 1000));
    expect(times?.band?.highUs[17]).toBe(Math.round(Math.max(...repeats) * 1000));
    expect(times?.phases).toEqual([]);
  });

  it("has no band for a single repeat, and no times for a run without one", () => {
    const single = { ...report, runs: report.runs.slice(0, 2) };
    expect(htmlFrames(single, null).times?.band).toBeNull();
    const untimed = { ...report, perFrame: { ...report.perFrame, cpuMs: [] } };
    expect(htmlFrames(untimed, null).times).toBeNull();
  });
});

describe("htmlView", () => {
  it("has the frames that were run, where a game stopped early", () => {
    const { report, verdict } = makeLongReport(150);
    const asked = { ...report, frames: { ...report.frames, measured: 600 } };
    expect(htmlView({ report: asked, verdict }, []).frameCount).toBe(150);
  });

  it("says how to find functions if the run did not look into them", () => {
    const { report, verdict } = makeLongReport(150);
    const [functions] = htmlView({ report: { ...report, profile: null, work: null }, verdict }, []).sections;
    expect(JSON.stringify(functions)).toContain("framegate perf --why");
  });
});
