import { describe, expect, it } from "vitest";
import type { ContextRegistry } from "../../../../src/page/prelude/gl/context-registry.ts";
import type { MethodTable } from "../../../../src/page/prelude/gl/realm-methods.ts";
import { settleQuestions } from "../../../../src/page/prelude/gl/settled-questions.ts";

// Not every browser has the extension, so a context that compiles as slowly as can be stands in for one.
function createSlowContext(): { readonly context: MethodTable; readonly asked: readonly unknown[] } {
  const asked: unknown[] = [];
  let isDone = false;
  const context: MethodTable = {
    getProgramParameter(_program, name) {
      asked.push(name);
      if (name === 0x8b82) isDone = true;
      return name === 0x91b1 ? isDone : true;
    },
    getSyncParameter: () => 0x9118,
    clientWaitSync: () => 0x911b,
  };
  const registry: ContextRegistry = {
    admitDrawing: () => true,
    isContext: () => true,
    isGlCanvas: () => false,
    drawingContexts: () => [],
    drawingContextCount: () => 0,
    rendererName: () => null,
  };
  settleQuestions(context, registry);
  return { context, asked };
}

describe("settleQuestions", () => {
  it("waits for a program to be linked before it says whether it is", () => {
    const { context, asked } = createSlowContext();
    expect(context["getProgramParameter"]?.({}, 0x91b1)).toBe(true);
    expect(asked).toEqual([0x8b82, 0x91b1]);
  });

  it("asks no more than the game where nothing is waited for", () => {
    const { context, asked } = createSlowContext();
    context["getProgramParameter"]?.({}, 0x8b86);
    expect(asked).toEqual([0x8b86]);
  });

  it("says that a fence has passed which has not yet", () => {
    const { context } = createSlowContext();
    expect(context["getSyncParameter"]?.({}, 0x9114)).toBe(0x9119);
    expect(context["clientWaitSync"]?.({}, 0, 0)).toBe(0x911a);
  });
});
