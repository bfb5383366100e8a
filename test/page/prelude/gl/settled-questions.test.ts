import { describe, expect, it } from "vitest";
import type { MethodTable } from "../../../../src/page/prelude/gl/realm-methods.ts";
import { settleQuestions, standClocksStill } from "../../../../src/page/prelude/gl/settled-questions.ts";

// Not every browser has the extension, so this context, which compiles as slowly as possible, stands in for one.
interface SlowContext {
  readonly context: MethodTable;
  readonly asked: readonly unknown[];
  readonly endTask: () => void;
}

function createSlowContext(): SlowContext {
  const asked: unknown[] = [];
  let endTask = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    endTask = resolve;
  });
  let isDone = false;
  const context: MethodTable = {
    getProgramParameter(_program, name) {
      asked.push(name);
      if (name === 0x8b82) isDone = true;
      return name === 0x91b1 ? isDone : true;
    },
    fenceSync: () => ({}),
    getSyncParameter: () => 0x9118,
    clientWaitSync: () => 0x911b,
  };
  settleQuestions(context, { isContext: () => true }, async () => {
    await ended;
  });
  return { context, asked, endTask };
}

describe("settleQuestions", () => {
  it("waits until a program is linked before it reports the result", () => {
    const { context, asked } = createSlowContext();
    expect(context["getProgramParameter"]?.({}, 0x91b1)).toBe(true);
    expect(asked).toEqual([0x8b82, 0x91b1]);
  });

  it("makes no additional queries if nothing is pending", () => {
    const { context, asked } = createSlowContext();
    context["getProgramParameter"]?.({}, 0x8b86);
    expect(asked).toEqual([0x8b86]);
  });

  it("reports a pending fence as passed, after the task that made it", async () => {
    const { context, endTask } = createSlowContext();
    const fence = context["fenceSync"]?.(0x9117, 0);
    expect(context["getSyncParameter"]?.(fence, 0x9114)).toBe(0x9118);
    expect(context["clientWaitSync"]?.(fence, 0, 0)).toBe(0x911b);
    endTask();
    await new Promise((resolve) => setTimeout(resolve));
    expect(context["getSyncParameter"]?.(fence, 0x9114)).toBe(0x9119);
    expect(context["clientWaitSync"]?.(fence, 0, 0)).toBe(0x911a);
  });
});

// Not every browser has the extension, so this context, whose GPU takes a time of its own, stands in for one.
function createTimedContext(): MethodTable {
  const context: MethodTable = {
    beginQuery: () => undefined,
    queryCounterEXT: () => undefined,
    getQueryParameter: (_query, name) => (name === 0x8867 ? false : 541),
    getParameter: (name) => (name === 0x8fbb ? true : 541),
  };
  standClocksStill(context);
  return context;
}

describe("standClocksStill", () => {
  it.each([
    ["beginQuery", (query: object) => [0x88bf, query]],
    ["queryCounterEXT", (query: object) => [query, 0x8e28]],
  ] as const)("lets what %s measures take no time, and be known at once", (name, parametersFor) => {
    const context = createTimedContext();
    const query = {};
    context[name]?.(...parametersFor(query));
    expect(context["getQueryParameter"]?.(query, 0x8867)).toBe(true);
    expect(context["getQueryParameter"]?.(query, 0x8866)).toBe(0);
  });

  it("leaves other queries and parameters as they are", () => {
    const context = createTimedContext();
    const query = {};
    context["beginQuery"]?.(0x8c2f, query);
    expect(context["getQueryParameter"]?.(query, 0x8867)).toBe(false);
    expect(context["getQueryParameter"]?.(query, 0x8866)).toBe(541);
    expect(context["getParameter"]?.(0x0d33)).toBe(541);
  });

  it("shows a clock that stands still, and is never disjoint", () => {
    const context = createTimedContext();
    expect(context["getParameter"]?.(0x8e28)).toBe(0);
    expect(context["getParameter"]?.(0x8fbb)).toBe(false);
  });
});
