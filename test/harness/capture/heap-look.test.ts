import { expect, it } from "vitest";
import { HeapLook } from "../../../harness/capture/heap-look.ts";
import { createFakeSession } from "./fake-session.ts";

const preludeUrl = "http://game.test/prelude.js";

it("searches only the realms with a script of the page that has a word of an engine", async () => {
  let hasWord = false;
  const { session, sent, emit } = createFakeSession((command) =>
    Promise.resolve({ objects: {}, result: command === "Debugger.searchInContent" && hasWord ? [{}] : [] }),
  );
  const look = new HeapLook(session, "secret", preludeUrl);
  const parse = (executionContextId: number, scriptId: string, more = {}): void => {
    emit("Debugger.scriptParsed", { executionContextId, scriptId, url: "", ...more });
  };
  for (const executionContextId of [1, 2, 3]) {
    parse(executionContextId, "prelude", { url: preludeUrl });
    const args = [{ value: "secret" }, { objectId: `looker-${String(executionContextId)}` }];
    emit("Runtime.consoleAPICalled", { executionContextId, args });
  }
  expect(await look.look()).toBe(0);
  expect(sent).toEqual([]);
  parse(2, "game");
  expect(await look.look()).toBe(0);
  expect(sent).toEqual(["Debugger.searchInContent"]);
  hasWord = true;
  parse(2, "engine");
  expect(await look.look()).toBe(1);
  expect(sent).toContain("Runtime.getProperties");
  parse(3, "binary", { scriptLanguage: "WebAssembly" });
  expect(await look.look()).toBe(2);
});
