import { expect, it } from "vitest";
import { HeapLook } from "../../../harness/capture/heap-look.ts";
import { createFakeSession } from "./fake-session.ts";

const preludeUrl = "http://game.test/prelude.js";

it("searches only the realms that have loaded a script of the page", async () => {
  const { session, sent, emit } = createFakeSession(() => Promise.resolve({ objects: {}, result: [] }));
  const look = new HeapLook(session, "secret", preludeUrl);
  for (const executionContextId of [1, 2, 3]) {
    emit("Debugger.scriptParsed", { executionContextId, url: preludeUrl });
    const args = [{ value: "secret" }, { objectId: `looker-${String(executionContextId)}` }];
    emit("Runtime.consoleAPICalled", { executionContextId, args });
  }
  expect(await look.look()).toBe(0);
  expect(sent).toEqual([]);
  emit("Debugger.scriptParsed", { executionContextId: 2, url: "" });
  expect(await look.look()).toBe(1);
  expect(sent).toContain("Runtime.getProperties");
});
