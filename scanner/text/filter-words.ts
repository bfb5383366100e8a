/** Names of the global object that hardly anything else is called. */
export const globalObjects: readonly string[] = ["globalThis", "window", "global"];
/** Names of the global object that are also names of much else. */
export const doubtfulObjects: readonly string[] = ["self", "top", "parent", "frames"];
/** Members of documents and frames that are global objects. */
export const views: readonly string[] = ["defaultView", "contentWindow"];
/** What runs a text as code. */
export const evaluators: readonly string[] = ["eval", "Function"];
/** What runs a text as code where it is given one in place of a function. */
export const runners: readonly string[] = ["setTimeout", "setInterval", "setImmediate", "execScript"];
/** Members through which one gets back to an object, or calls it. */
export const reflective: readonly string[] = ["constructor", "prototype", "__proto__", "bind", "call", "apply"];

/** Members of `require` that load modules, or lead to what does. */
export const loadingMembers: readonly string[] = ["main", "constructor", "bind", "call", "apply"];
