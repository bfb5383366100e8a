import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("closes dialogs at once, and reports what the first ones said", async () => {
  const { found, finish } = await runPreludePage({
    script: `
      function over() { return alert("Game over"); }
      found = [over(), confirm("Play again?"), prompt("Name", "nobody"), print(), alert(12)];`,
  });
  expect(found).toEqual([null, false, null, null, null]);
  expect(finish.notices).toEqual([
    {
      code: "dialog",
      severity: "warning",
      message: `The page opened 5 dialogs, closed at once: alert("Game over"); confirm("Play again?"), answered no; prompt("Name"), cancelled; and 2 more.`,
      where: expect.stringMatching(/^over \(.*page\.html:\d+:\d+\)$/),
    },
  ]);
});

it("says nothing about dialogs that were never opened, and cuts a long text", async () => {
  const { finish } = await runPreludePage({ script: `found = typeof alert;` });
  expect(finish.notices).toEqual([]);
  const long = await runPreludePage({ script: `alert("a".repeat(5000));` });
  expect(long.finish.notices[0]?.message).toContain(`aaa... (5000 characters)").`);
});
