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
 * Answers "is it done yet" with yes. The true answer depends on how fast the machine is, and a game that waits for a
 * shader or a fence goes on in another frame on another run. Nothing is made up: asking for the result of a compilation
 * waits for it, and data behind a fence is waited for when it is read.
 */
export function settleQuestions(prototype: MethodTable, registry: ContextRegistry): void {
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
      // Null is the answer of a context that is lost.
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
