import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { main } from "../../../harness/cli/main.ts";
import { addPerfFlags, type PerfFlags } from "../../../harness/cli/perf-flags.ts";
import { watchPerf } from "../../../harness/cli/perf-watch.ts";
import { createGameFolder } from "../fixtures/game-folder.ts";
import { makeReport } from "../fixtures/make-report.ts";
import { makeSamples } from "../fixtures/make-samples.ts";
import { createFakeProcess } from "./fake-process.ts";

it.each([
  { args: ["a", "b"], problem: "--watch watches one game, and there are 2." },
  { args: ["http://localhost:1"], problem: "a running server has its own" },
  { args: ["a", "--json"], problem: "Write it to a file: --reporter json=FILE" },
  { args: ["a", "--reporter", "junit"], problem: "Write it to a file: --reporter junit=FILE" },
  { args: ["a", "--baseline", "b.json", "--update-baseline"], problem: "--watch makes many" },
])("a watch of $args is refused before anything runs", async ({ args, problem }) => {
  await using folder = await createGameFolder({ "a/index.html": "", "b/index.html": "" });
  const fake = createFakeProcess(["perf", "--watch", ...args], { cwd: folder.path });
  expect(await main(fake)).toBe(2);
  expect(fake.stderrText).toContain(problem);
});

describe("the end of a watch", () => {
  /** Watches a page until it waits for the first change, and returns the message of the error that ends it. */
  async function endOfWatch(run: Parameters<typeof watchPerf>[3]): Promise<string> {
    await using folder = await createGameFolder({ "index.html": "" });
    const interruption = new AbortController();
    const endAtWait = (text: string): void => {
      if (text.includes("Ctrl-C ends it")) interruption.abort();
    };
    const { stdin } = createFakeProcess([]);
    const io = { stdin, stdout: { write: endAtWait }, stderr: { write: endAtWait }, env: {}, cwd: folder.path };
    const flags = addPerfFlags(new Command()).parse([], { from: "user" }).opts<PerfFlags>();
    try {
      return await watchPerf("index.html", { flags, reporters: [] }, { ...io, signal: interruption.signal }, run);
    } catch (thrown) {
      return thrown instanceof Error ? thrown.message : String(thrown);
    }
  }

  it("says that the reports of its runs are written", async () => {
    const run = async (): ReturnType<Parameters<typeof watchPerf>[3]> => makeReport(makeSamples(["count"]));
    expect(await endOfWatch(run)).toBe("Interrupted after one run. Its report is written.");
  });

  it("says nothing of reports if no run has written one", async () => {
    const run = async (): Promise<never> => {
      throw new Error("The page is gone.");
    };
    expect(await endOfWatch(run)).not.toContain("written");
  });
});
