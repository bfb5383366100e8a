import { describe, expect, it } from "vitest";
import { renderError } from "../../../harness/cli/error-text.ts";
import { harmlessSink } from "../../../harness/cli/harmless-sink.ts";
import { FramegateError } from "../../../harness/errors.ts";
import { createFakeProcess, type FakeProcess } from "./fake-process.ts";

const unreadable = new FramegateError(
  "file-unreadable",
  { path: "a.json", reason: "permission is denied" },
  { cause: new Error("EACCES: permission denied, open 'a.json'") },
);

function render(
  thrown: unknown,
  options: { readonly json?: boolean; readonly verbose?: boolean; readonly isTTY?: boolean } = {},
): FakeProcess {
  const { json = false, verbose = false, isTTY = false } = options;
  const fake = createFakeProcess([], { isTTY });
  const io = {
    stdout: fake.stdout,
    stderr: harmlessSink(() => fake.stderr, { forPeople: true }),
    stdin: fake.stdin,
    env: {},
    cwd: "/",
    signal: new AbortController().signal,
  };
  renderError(thrown, io, { json, verbose });
  return fake;
}

describe("an error of ours", () => {
  it("is its code, message, place and hint on the standard error", () => {
    const missing = new FramegateError("setup-missing", { rootId: "main", exports: "start", where: "src/main.ts:1:1" });
    const { stdoutText, stderrText } = render(missing);
    expect(stdoutText).toBe("");
    expect(stderrText).toMatchInlineSnapshot(`
      "error setup-missing: The entry of root "main" exports start, and no function as setup or default.
        at src/main.ts:1:1
        Export it: export function setup(ctx) { ... }
      "
    `);
  });

  it("does not repeat a place that the message contains", () => {
    expect(render(unreadable).stderrText.match(/a\.json/g)).toHaveLength(1);
  });

  it("has no line for an unknown place", () => {
    expect(render(new FramegateError("interrupted", {})).stderrText.split("\n")).toHaveLength(3);
  });

  it("with --json is exactly one object on the standard output as well", () => {
    const { stdoutText, stderrText } = render(unreadable, { json: true });
    expect(stdoutText).toMatchInlineSnapshot(`
      "{
        "error": {
          "code": "file-unreadable",
          "message": "Cannot read a.json: permission is denied.",
          "where": "a.json",
          "hint": "Check that it is a readable UTF-8 file."
        }
      }
      "
    `);
    expect(stderrText).toBe(render(unreadable).stderrText);
  });

  it("shows stacks only when asked, with each cause", () => {
    expect(render(unreadable).stderrText).not.toMatch(/^ {4}at /m);
    const { stderrText } = render(unreadable, { verbose: true });
    expect(stderrText).toMatch(/^ {4}at /m);
    expect(stderrText).toMatch(/^caused by Error: EACCES/m);
  });

  it("has colours in a terminal, and none in JSON", () => {
    const { stdoutText, stderrText } = render(unreadable, { json: true, isTTY: true });
    expect(stderrText).toContain("\u001b[31m");
    expect(stdoutText).not.toContain("\u001b");
  });
});

describe("anything else that is thrown", () => {
  it("is a fault of Framegate, and says how to report it", () => {
    expect(render(new TypeError("undefined is not a function")).stderrText).toMatchInlineSnapshot(`
      "error internal: undefined is not a function
        This is a fault in Framegate. Run again with --verbose and report what it prints.
      "
    `);
  });

  it("need not be an error", () => {
    const { stdoutText } = render("a string", { json: true, verbose: true });
    expect(JSON.parse(stdoutText)).toMatchObject({ error: { code: "internal", message: "a string", where: null } });
  });
});
