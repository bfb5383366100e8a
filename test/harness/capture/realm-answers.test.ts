import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RealmAnswers } from "../../../harness/capture/realm-answers.ts";
import { silence } from "./fake-session.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const silent = { evaluate: async (): Promise<unknown> => await silence };

it("waits for a realm that does not answer once, until the limit", async () => {
  const answers = new RealmAnswers();
  let isDone = false;
  const first = answers.wait([silent], 10_000).then(() => (isDone = true));
  await vi.advanceTimersByTimeAsync(9_999);
  expect(isDone).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await first;
  // No time passes any more.
  await answers.wait([silent], 10_000);
});

it("waits for a realm that answers, whether or not another one does", async () => {
  const answers = new RealmAnswers();
  const first = answers.wait([silent], 10_000);
  await vi.advanceTimersByTimeAsync(10_000);
  await first;
  let asked = 0;
  const slow = {
    evaluate: async (): Promise<unknown> => {
      asked += 1;
      return await new Promise((resolve) => setTimeout(resolve, 5_000));
    },
  };
  let isDone = false;
  const second = answers.wait([slow, silent], 10_000).then(() => (isDone = true));
  await vi.advanceTimersByTimeAsync(4_999);
  expect([asked, isDone]).toEqual([1, false]);
  await vi.advanceTimersByTimeAsync(1);
  await second;
});

it("does not wait for a realm that has gone", async () => {
  const gone = { evaluate: async (): Promise<unknown> => await Promise.reject(new Error("It has gone.")) };
  await new RealmAnswers().wait([gone], 10_000);
});
