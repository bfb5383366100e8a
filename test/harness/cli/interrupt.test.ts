import { expect, it } from "vitest";
import { interruptSignal } from "../../../harness/cli/interrupt.ts";
import { createFakeProcess } from "./fake-process.ts";

it.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)("aborts on %s, once however often it comes, and knows its exit code", (name, code) => {
  const fake = createFakeProcess([]);
  using interrupt = interruptSignal(fake);
  let count = 0;
  interrupt.signal.addEventListener("abort", () => {
    count += 1;
  });
  expect([interrupt.signal.aborted, interrupt.exitCode()]).toEqual([false, null]);
  fake.emit(name);
  fake.emit(name);
  expect([interrupt.signal.aborted, count, interrupt.exitCode()]).toEqual([true, 1, code]);
});

it("leaves the process as it was when it is disposed of", () => {
  const fake = createFakeProcess([]);
  const interrupt = interruptSignal(fake);
  interrupt[Symbol.dispose]();
  fake.emit("SIGINT");
  expect([fake.listenerCount(), interrupt.signal.aborted]).toEqual([0, false]);
});
