/** Names of the global object that hardly anything else has. */
export const globalObjects: readonly string[] = ["globalThis", "window", "global"];
/** Names of the global object that many other things have too. */
export const doubtfulObjects: readonly string[] = ["self", "top", "parent", "frames"];
/** Members of documents and frames that are global objects. */
export const views: readonly string[] = ["defaultView", "contentWindow"];
/** Functions that run a string as code. */
export const evaluators: readonly string[] = ["eval", "Function"];
/** Functions that run a string as code if they get one instead of a function. */
export const runners: readonly string[] = ["setTimeout", "setInterval", "setImmediate", "execScript"];
/** Members that lead back to an object or call it. */
export const reflective: readonly string[] = ["constructor", "prototype", "__proto__", "bind", "call", "apply"];

/** Members of `require` that load modules, or lead to one that does. */
export const loadingMembers: readonly string[] = ["main", "constructor", "bind", "call", "apply"];
