import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

const script = `
  window.found = [];
  async function read(reader, isLater) {
    const response = await fetch("garbage.bin");
    if (isLater) for (let frame = 0; frame < 3; frame += 1) await new Promise((done) => { requestAnimationFrame(done); });
    try {
      await response[reader]();
    } catch (error) {
      const [title, ...calls] = error.stack.split("\\n");
      found.push([reader, error instanceof Error, error.message, title, calls.map((call) => call.trim().split(" ")[1])]);
    }
  }
  for (const isLater of [false, true]) for (const reader of ["json", "formData"]) read(reader, isLater);`;

it("a body that is no JSON or form fails with the same error, arrived or not", async () => {
  const files = { "garbage.bin": "garbage" };
  const { found } = await runPreludePage({ script, files, frames: 12, delaysMs: { "garbage.bin": 50 } });
  const notJson = `Unexpected token 'g', "garbage" is not valid JSON`;
  const json = ["json", true, notJson, `SyntaxError: ${notJson}`, ["read"]];
  const form = ["formData", true, "Failed to fetch", "TypeError: Failed to fetch", ["read"]];
  expect(found).toEqual([json, form, json, form]);
});
