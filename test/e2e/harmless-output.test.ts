import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { runCommand } from "./run-command.ts";

/** Colours, a link, a bell, bidirectional overrides, an overwritten line, forged lines and commands. */
const hostile =
  "\u001b[31mRED\u001b[8m\u001b]8;;http://evil\u0007link\u001b]8;;\u0007\u009b2J\u202eabc\u200b\u061c\r::error ::forged\n::stop-commands::x\n##[error]z\nReport: elsewhere";
const folder = mkdtempSync(join(tmpdir(), "framegate-e2e-harmless-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const page = "page\u001b[31mRED\u202e\u0007.html";
writeFileSync(
  join(folder, page),
  `<!doctype html><meta charset="utf-8"><title>a</title><canvas></canvas><script>
    const hostile = ${JSON.stringify(hostile)};
    document.title = hostile;
    console.log(hostile);
    console.error(hostile);
    console.warn("::warning ::from a page");
    new Image().src = "picture" + hostile + ".png";
    let frame = 0;
    const step = () => {
      document.querySelector("canvas").getContext("2d").fillRect(frame, 0, 1, 1);
      frame += 1;
      if (frame === 20 && location.search === "?fails") throw new Error(hostile);
      requestAnimationFrame(step);
    };
    step();
  </script>`,
);
// A file name cannot contain a slash.
const project = join(folder, `project${hostile.replaceAll("/", "")}`);
mkdirSync(project);
writeFileSync(
  join(project, `a${hostile.replaceAll("/", "")}.js`),
  "export const r = Math.random(); // \u001b[2J \u202e\n",
);
writeFileSync(join(project, "framegate.game.json"), JSON.stringify({ name: hostile, [hostile]: 1, roots: hostile }));
const tape = {
  tapeVersion: 1,
  stepHz: 60,
  events: [{ t: 0, source: hostile, type: "down" }],
  game: { name: hostile, version: hostile },
};
writeFileSync(join(folder, "hostile.tape.json"), JSON.stringify(tape));

const short = ["--frames", "30", "--warmup", "0", "--repeat", "0"];
const cases: readonly (readonly string[])[] = [
  ["perf", page, ...short],
  ["perf", page, ...short, "--json", "--query", "fails"],
  ["verify", page, "--frames", "30", "--query", "fails"],
  ["check", project],
  ["check", project, "--json"],
  ["scan", project, "--force"],
  ...["json", "sarif", "junit", "github"].map((reporter) => ["scan", project, "--force", "--reporter", reporter]),
  ["tape", "print", "hostile.tape.json"],
  ["tape", "print", "hostile.tape.json", "--json"],
  ["perf", hostile],
  [hostile],
  ["perf", ".", `--${hostile}`, "--verbose"],
  ["init", project],
];

it.each(cases)("is harmless, whatever a game says: %j", async (...args) => {
  for (const colour of ["", "1"]) {
    const { stdout, stderr } = await runCommand(args, { cwd: folder, env: { FORCE_COLOR: colour } });
    const shown = `${stdout}\n${stderr}`;
    expect(shown.length).toBeGreaterThan(20);
    // Strips our own colours, so that only a game's escapes could remain.
    const text = colour === "" ? shown : shown.replaceAll(/\u001b\[(?:[127]|2[27]|3[1-69])m/gu, "");
    expect(text).not.toMatch(/(?![\n\t])\p{Cc}|[\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(shown).not.toMatch(/\u001b\[(?:31mRED|8m)/u);
    const lines = shown.split("\n");
    const commands = lines.filter((line) => line.trimStart().startsWith("::") || line.includes("##["));
    expect(commands.filter((line) => !line.startsWith("::error file=project"))).toEqual([]);
    expect(commands).toHaveLength(args.includes("github") ? 1 : 0);
    expect(lines.filter((line) => line.startsWith("Report: elsewhere"))).toEqual([]);
  }
});

it("is harmless in report files too, which keep their values", async () => {
  const file = join(folder, "scan.sarif");
  await runCommand(["scan", project, "--force", "--reporter", `sarif=${file}`], { cwd: folder });
  const text = readFileSync(file, "utf8");
  expect(text).not.toMatch(/(?!\n)\p{Cc}|[\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(JSON.stringify(JSON.parse(text))).toContain(encodeURIComponent("\u001b[31mRED"));
  const { reports } = await runCommand(["perf", page, ...short, "--query", "fails"], { cwd: folder });
  expect(reports[0]?.report.target).toContain("\u001b[31mRED");
  expect(reports[0]?.report.notices.map(({ message }) => message).join("\n")).toContain(hostile);
});
