import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("reports how many lines of a page's console did not reach the browser", async () => {
  const { finish } = await runPreludePage({
    script: `
      for (let line = 0; line < 3000; line += 1) console.log("line", line);
      const task = console.createTask?.("task");
      found = { name: console.log.name, source: String(console.warn), ran: task?.run(() => 5) ?? 5 };`,
  });
  expect(finish.notices).toEqual([expect.objectContaining({ code: "console-left-out", severity: "warning" })]);
  expect(finish.notices[0]?.message).toContain("wrote 3000 lines");
});

it("tells the first errors that a page writes", async () => {
  const { finish } = await runPreludePage({
    script: `
      function report(...values) { console.error(...values); }
      report("cannot load", new TypeError("no level"), 3, { get message() { throw 1; } });
      for (let index = 0; index < 4; index += 1) report("again " + index);`,
  });
  expect(finish.notices).toEqual([
    {
      code: "console-errors",
      severity: "warning",
      message:
        "The page wrote 5 errors to its console: cannot load TypeError: no level 3 [object]; again 0; again 1; and 2 more.",
      where: expect.stringMatching(/^report \(/),
    },
  ]);
});

it("changes nothing that a page can see", async () => {
  const { found, finish } = await runPreludePage({
    script: `
      const task = console.createTask?.("task");
      found = [console.log.name, String(console.warn), task?.run(() => 5) ?? 5, console.log("%s", {})];`,
  });
  expect(found).toEqual(["log", "function warn() { [native code] }", 5, null]);
  expect(finish.notices).toEqual([]);
});

it("converts a label to a string, as the browser does", async () => {
  const { found } = await runPreludePage({
    script: `
      found = [];
      for (const name of ["count", "countReset", "time", "timeLog", "timeEnd"]) {
        console[name]({ toString() { found.push(name); return "label"; } });
        try { console[name]({ toString() { throw new RangeError(name); } }); } catch (error) { found.push(String(error)); }
      }`,
  });
  const both = (name: string): readonly string[] => [name, `RangeError: ${name}`];
  expect(found).toEqual(["count", "countReset", "time", "timeLog", "timeEnd"].flatMap(both));
});

it("counts an assertion as a line only if it fails", async () => {
  const { finish } = await runPreludePage({
    script: `for (let line = 0; line < 3000; line += 1) console.assert(line < 1500, "line");`,
  });
  expect(finish.notices[0]?.message).toContain("wrote 1500 lines");
});
