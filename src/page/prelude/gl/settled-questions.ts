import { hookMethod, type Method, type MethodTable } from "./realm-methods.ts";
import type { ContextRegistry } from "./context-registry.ts";
import type { RealPrimitives } from "../native/real-clock.ts";

const completionStatus = 0x91b1;
const linkStatus = 0x8b82;
const compileStatus = 0x8b81;
const syncStatus = 0x9114;
const signaled = 0x9119;
const unsignaled = 0x9118;
const alreadySignaled = 0x911a;
const timeoutExpired = 0x911b;
const waitFailed = 0x911d;
const timeElapsed = 0x88bf;
const timestamp = 0x8e28;
const gpuDisjoint = 0x8fbb;
const queryResult = 0x8866;
const queryResultAvailable = 0x8867;

/**
 * Answers "is it done yet" with yes, for a fence after the task that made it, as the browser promises. The true answer
 * depends on the speed of the machine, so a game that polls for a shader or a fence would continue in another frame on
 * another run. No result is invented: reading the result of a compilation waits for it, and so does reading the data
 * behind a fence.
 */
export function settleQuestions(
  prototype: MethodTable,
  registry: Pick<ContextRegistry, "isContext">,
  endOfTask: RealPrimitives["endOfTask"],
): void {
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
  settleFences(prototype, registry, endOfTask);
  standClocksStill(prototype);
}

function settleFences(
  prototype: MethodTable,
  registry: Pick<ContextRegistry, "isContext">,
  endOfTask: RealPrimitives["endOfTask"],
): void {
  /** The fences of the current task. */
  const fresh = new WeakSet<object>();
  const isFresh = (fence: unknown): boolean => typeof fence === "object" && fence !== null && fresh.has(fence);
  hookMethod(prototype, "fenceSync", (original) => {
    return function (...parameters) {
      const fence = original.apply(this, parameters);
      if (typeof fence !== "object" || fence === null) return fence;
      fresh.add(fence);
      void endOfTask().then(() => fresh.delete(fence));
      return fence;
    };
  });
  hookMethod(prototype, "getSyncParameter", (original) => {
    return function (...parameters) {
      const value = original.apply(this, parameters);
      // A lost context returns null.
      if (parameters[1] !== syncStatus || typeof value !== "number" || !registry.isContext(this)) return value;
      return isFresh(parameters[0]) ? unsignaled : signaled;
    };
  });
  hookMethod(prototype, "clientWaitSync", (original) => {
    return function (...parameters) {
      const value = original.apply(this, parameters);
      if (value === waitFailed || typeof value !== "number") return value;
      return isFresh(parameters[0]) ? timeoutExpired : alreadySignaled;
    };
  });
}

/** Queries of time, which no other query can become. */
const timeQueries = new WeakSet<object>();

/**
 * Lets a context's GPU take no time, as the virtual clock stands still during a task. Also for the prototype of the
 * extension with time queries, where WebGL 1 has all of their methods.
 */
export function standClocksStill(prototype: MethodTable): void {
  const noteTime = (original: Method): Method =>
    function (...parameters) {
      const query = parameters.find((parameter) => typeof parameter === "object" && parameter !== null);
      if (query !== undefined && query !== null && parameters.some(isTime)) timeQueries.add(query);
      return original.apply(this, parameters);
    };
  const readNone = (original: Method): Method =>
    function (...parameters) {
      const value = original.apply(this, parameters);
      const [query, name] = parameters;
      if (typeof query !== "object" || query === null || !timeQueries.has(query)) return value;
      if (name === queryResultAvailable && typeof value === "boolean") return true;
      return name === queryResult && typeof value === "number" ? 0 : value;
    };
  for (const name of ["beginQuery", "beginQueryEXT", "queryCounterEXT"]) hookMethod(prototype, name, noteTime);
  for (const name of ["getQueryParameter", "getQueryObjectEXT"]) hookMethod(prototype, name, readNone);
  hookMethod(prototype, "getParameter", (original) => {
    return function (...parameters) {
      const value = original.apply(this, parameters);
      if (parameters[0] === timestamp && typeof value === "number") return 0;
      return parameters[0] === gpuDisjoint && typeof value === "boolean" ? false : value;
    };
  });
}

function isTime(parameter: unknown): boolean {
  return parameter === timeElapsed || parameter === timestamp;
}
