import { describe, expect, it } from "vitest";
import { planReporters, type PlannedReporter } from "../../../harness/cli/plan-reporters.ts";

type Name = "list" | "json" | "junit" | "markdown";

function plan(...reporter: readonly string[]): readonly PlannedReporter<Name>[] {
  const names: readonly Name[] = ["list", "json", "junit", "markdown"];
  return planReporters<Name>({ reporter }, { names, command: "framegate perf" });
}

describe("the reporters of a command", () => {
  it("default to a list", () => {
    expect(plan()).toEqual([{ name: "list", file: null }]);
  });

  it("come with a list, unless one of them is on the terminal", () => {
    expect(plan("junit=a.xml")).toEqual([
      { name: "list", file: null },
      { name: "junit", file: "a.xml" },
    ]);
    expect(plan("junit")).toEqual([{ name: "junit", file: null }]);
  });

  it("may be several in one argument", () => {
    expect(plan("list,junit=a.xml,markdown=c.md")).toEqual([
      { name: "list", file: null },
      { name: "junit", file: "a.xml" },
      { name: "markdown", file: "c.md" },
    ]);
  });

  it("are refused if they would mix on stdout, or are unknown", () => {
    expect(() => plan("junit", "markdown")).toThrow("--reporter junit=FILE");
    expect(() => plan("junit=a.xml,markdwn")).toThrow('no reporter "markdwn"');
    expect(() => plan("list,html")).toThrow('no reporter "html"');
  });
});
