import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { untilEnded } from "../../../harness/cli/ending.ts";
import { interruptSignal } from "../../../harness/cli/interrupt.ts";
import { FramegateError } from "../../../harness/errors.ts";
import { createFakeProcess } from "./fake-process.ts";

const never = new Promise<never>(() => undefined);

it("returns the exit code of a command that ends by itself", async () => {
  using interruption = interruptSignal(createFakeProcess([]));
  expect(await untilEnded(Promise.resolve(3), interruption, never)).toBe(3);
});

it("does not wait for ever for a command that ignores its interruption", async () => {
  const fake = createFakeProcess([]);
  using interruption = interruptSignal(fake);
  const ended = untilEnded(never, interruption, never);
  fake.emit("SIGTERM");
  await expect(ended).rejects.toMatchObject({ code: "interrupted" });
});

it("lets an interrupted command end with an exit code of its own", async () => {
  const fake = createFakeProcess([]);
  using interruption = interruptSignal(fake);
  const ended = untilEnded(wait(50, 0), interruption, never);
  fake.emit("SIGINT");
  expect(await ended).toBe(0);
});

it("treats every error after an interruption as the interruption", async () => {
  const fake = createFakeProcess([]);
  using interruption = interruptSignal(fake);
  const work = wait(50).then(() => {
    throw new Error("the pipe is closed");
  });
  const ended = untilEnded(work, interruption, never);
  fake.emit("SIGINT");
  await expect(ended).rejects.toMatchObject({ code: "interrupted" });
});

it("throws an uncaught error, after the command was told to end", async () => {
  using interruption = interruptSignal(createFakeProcess([]));
  const stray = new Error("nobody caught me");
  const work = new Promise<number>((resolve) => {
    interruption.signal.addEventListener("abort", () => {
      resolve(0);
    });
  });
  await expect(untilEnded(work, interruption, Promise.resolve(stray))).rejects.toBe(stray);
  expect(interruption.signal.aborted).toBe(true);
});

it("prefers the error of the command, which explains more", async () => {
  using interruption = interruptSignal(createFakeProcess([]));
  const own = new FramegateError("page-crashed", { frame: "frame 3" });
  const work = wait(20).then(() => {
    throw own;
  });
  await expect(untilEnded(work, interruption, Promise.resolve(new Error("stray")))).rejects.toBe(own);
});
