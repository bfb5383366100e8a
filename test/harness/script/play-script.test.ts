import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { playScript, ScriptFault } from "../../../harness/script/play-script.ts";
import type { ScriptCall } from "../../../harness/script/script-messages.ts";

const folder = mkdtempSync(join(tmpdir(), "framegate-script-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

type Call = Pick<ScriptCall, "name" | "parameters">;

interface Played {
  readonly calls: readonly Call[];
  readonly printed: string;
  /** Undefined if the script succeeded. */
  readonly failure: unknown;
}

/** Plays a script with a game that has no key "Missing". */
async function play(
  text: string,
  changes: { readonly idleMs?: number; readonly signal?: AbortSignal } = {},
): Promise<Played> {
  const path = join(mkdtempSync(join(folder, "run-")), "play.mjs");
  writeFileSync(path, text);
  const calls: Call[] = [];
  let printed = "";
  const failure: unknown = await playScript(
    { name: "play.mjs", path },
    {
      perform: async ({ name, parameters }) => {
        calls.push({ name, parameters });
        await Promise.resolve();
        if (parameters[0] === "Missing") throw new ScriptFault("There is no such key.");
      },
      onPrint: (more) => {
        printed += more;
      },
      signal: changes.signal ?? new AbortController().signal,
      idleMs: changes.idleMs ?? 60_000,
    },
  ).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { calls, printed, failure };
}

describe("playScript", () => {
  it("executes calls in order, even those not awaited, and passes output on", async () => {
    const { calls, printed, failure } = await play(`export default async (game) => {
  await game.waitFor("#start");
  console.log("started");
  game.press("KeyA");
  game.click({ x: 1, y: 2 });
};`);
    expect(failure).toBeUndefined();
    expect(printed).toBe("started\n");
    expect(calls).toEqual([
      { name: "waitFor", parameters: ["#start"] },
      { name: "press", parameters: ["KeyA"] },
      { name: "click", parameters: [{ x: 1, y: 2 }] },
    ]);
  });

  it("lets a script catch its own errors", async () => {
    const { calls, failure } = await play(`export default async (game) => {
  await game.press("Missing").catch(({ message }) => game.press(message));
};`);
    expect(failure).toBeUndefined();
    expect(calls.at(-1)?.parameters).toEqual(["There is no such key."]);
  });

  it.each([
    ["throws", "export default () => {\n  null.speed;\n};", "play.mjs:2:8"],
    ["calls wrongly", 'export default async (game) => {\n  await game.press("Missing");\n};', "play.mjs:2:14"],
    ["does not await a wrong call", 'export default (game) => {\n  game.press("Missing");\n};', "play.mjs:2:8"],
    ["cannot be parsed", "export default () => {\n  const speed = ;\n};", "play.mjs:2:17"],
    ["imports what is not there", 'import "./nowhere.mjs";\nexport default () => {};', "play.mjs"],
    ["has no default export", "export const play = 1;", "play.mjs"],
    [
      "ends its process",
      "export default async (game) => {\n  await game.waitFrames(1);\n  process.exit();\n};",
      "play.mjs:2:14",
    ],
  ])("names the position in a script that %s", async (_how, text, where) => {
    const { failure } = await play(text);
    expect(failure).toMatchObject({ code: "script-failed", where });
  });

  it("ends a script that runs or waits endlessly, after its last call", async () => {
    const [endless, waiting] = await Promise.all([
      play("export default async (game) => {\n  await game.press('KeyA');\n  for (;;);\n};", { idleMs: 3000 }),
      play("export default () => new Promise(() => setInterval(() => {}, 9));", { idleMs: 3000 }),
    ]);
    expect(endless.failure).toMatchObject({ code: "script-hung", where: "play.mjs:2:14" });
    expect(waiting.failure).toMatchObject({ code: "script-hung", where: "play.mjs" });
  });

  it("ends a script when it is interrupted", async () => {
    const { failure } = await play("export default () => { for (;;); };", { signal: AbortSignal.abort() });
    expect(failure).toMatchObject({ code: "interrupted" });
  });
});
