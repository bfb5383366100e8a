import { hookMethod, type MethodTable } from "./realm-methods.ts";
import type { ContextRegistry } from "./context-registry.ts";

const completionStatus = 0x91b1;
const linkStatus = 0x8b82;
const compileStatus = 0x8b81;
const syncStatus = 0x9114;
const signaled = 0x9119;
const alreadySignaled = 0x911a;
const waitFailed = 0x911d;

/**
 * Answers "is it done yet" with yes. The true answer depends on the speed of the machine, so a game that polls for a
 * shader or a fence would continue in another frame on another run. No result is invented: reading the result of a
 * compilation waits for it, and so does reading the data behind a fence.
 */
export function settleQuestions(prototype: MethodTable, registry: Pick<ContextRegistry, "isContext">): void {
  for (const [name, result] of [
    ["getProgramParameter", linkStatus],
    ["getShaderParameter", compileStatus],
  ] as const) {
    hookMethod(prototype, name, (original) => {
      return function (...parameters) {
        if (parameters[1] === completionStatus) original.call(this, parameters[0], result);
        return original.apply(this, parameters);
      };
    });
  }
  hookMethod(prototype, "getSyncParameter", (original) => {
    return function (...parameters) {
      const value = original.apply(this, parameters);
      // A lost context returns null.
      return parameters[1] === syncStatus && typeof value === "number" && registry.isContext(this) ? signaled : value;
    };
  });
  hookMethod(prototype, "clientWaitSync", (original) => {
    return function (...parameters) {
      const value = original.apply(this, parameters);
      return value === waitFailed || typeof value !== "number" ? value : alreadySignaled;
    };
  });
}
