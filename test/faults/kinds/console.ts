import type { FaultGroup } from "../fault.ts";
import { failsBy, htmlFault, inFrame, inWorker, pageFault, passes, patientRun } from "../page-fault.ts";
import { movingPage } from "../pages.ts";

const throws = failsBy("uncaught-error", "frame-threw");
const rejects = failsBy("unhandled-rejection");
const fewBytes = { saysBytesMax: 200_000 };
const muchWork = { ...fewBytes, args: patientRun, withinMs: 30_000 };

/** Console output of the page: too much, endless, or values that cannot be shown. */
export const consoleFaults: FaultGroup = {
  title: "The page talks",
  faults: [
    pageFault(
      "a million lines in a frame",
      inFrame(`for (let i = 0; i < 1e6; i += 1) console.log("line", i);`),
      passes,
      { ...muchWork, inCi: true },
    ),
    pageFault(
      "ten thousand lines in every frame",
      `(function talk() { for (let i = 0; i < 10000; i += 1) console.warn("again " + i); requestAnimationFrame(talk); })();`,
      passes,
      muchWork,
    ),
    pageFault(
      "a million lines while it loads",
      `for (let i = 0; i < 1e6; i += 1) console.log("line", i);`,
      passes,
      muchWork,
    ),
    pageFault("a line of 100 MB", inFrame(`console.log("x".repeat(1e8));`), passes, muchWork),
    pageFault(
      "a hundred lines of 10 MB",
      inFrame(`for (let i = 0; i < 100; i += 1) console.error("x".repeat(1e7));`),
      passes,
      muchWork,
    ),
    pageFault(
      "a line with a million arguments",
      inFrame(`console.log(...Array.from({ length: 50000 }, () => "x".repeat(1000)));`),
      passes,
      muchWork,
    ),
    pageFault("getters that throw", inFrame(`console.log({ get a() { throw new Error("no"); } });`), passes, fewBytes),
    pageFault(
      "getters that never end",
      inFrame(`console.log({ get a() { for (;;); } }, Object.create({ get b() { for (;;); } }));`),
      passes,
      fewBytes,
    ),
    pageFault(
      "a toString that never ends",
      inFrame(
        `console.log({ toString() { for (;;); }, toJSON() { for (;;); }, [Symbol.toPrimitive]() { for (;;); } });`,
      ),
      passes,
      fewBytes,
    ),
    pageFault(
      "a proxy that throws in every trap",
      inFrame(
        `const trap = new Proxy({}, { get() { throw trap; } }); console.log(new Proxy({}, trap), new Proxy(() => {}, {}));`,
      ),
      passes,
      fewBytes,
    ),
    pageFault(
      "circular objects",
      inFrame(`const ring = {}; ring.ring = ring; console.dir(ring); console.table([ring, ring]);`),
      passes,
      fewBytes,
    ),
    pageFault(
      "console.clear in every frame",
      `(function clear() { console.clear(); requestAnimationFrame(clear); })();`,
      passes,
      fewBytes,
    ),
    pageFault(
      "console.table of a million rows",
      inFrame(`console.table(Array.from({ length: 1e6 }, (_, i) => ({ i })));`),
      passes,
      muchWork,
    ),
    pageFault(
      "console.assert, count, group and time without end",
      inFrame(
        `for (let i = 0; i < 1e5; i += 1) { console.assert(false, i); console.count("c" + i); console.group(i); console.time("t" + i); console.timeStamp("s"); }`,
      ),
      passes,
      muchWork,
    ),
    pageFault(
      "format strings",
      inFrame(
        `console.log("%s %d %o %c %%", "a", 1, {}, "color: red"); console.log("%s".repeat(1e6), ...Array(100).fill("x"));`,
      ),
      passes,
      fewBytes,
    ),
    pageFault(
      "console.trace from deep inside",
      inFrame(`(function deep(n) { if (n > 0) deep(n - 1); else console.trace("deep"); })(5000);`),
      passes,
      fewBytes,
    ),
    pageFault(
      "console.profile and memory",
      inFrame(`console.profile?.("p"); console.profileEnd?.("p"); console.memory; console.context?.("c").log("x");`),
      passes,
      fewBytes,
    ),
    pageFault(
      "lines that look like ours",
      inFrame(
        `console.log("error interrupted: Interrupted.\\n   DONE  passed\\n::error::forged\\u001b[2J\\u001b]0;title\\u0007");`,
      ),
      passes,
      { ...fewBytes, says: /^(?![^]*(?:forged|\u001b\]0))/u },
    ),
    pageFault(
      "an error that looks like ours",
      inFrame(`throw new Error("\\nerror interrupted: Interrupted.\\n::error::forged\\u001b[2J\\u202e");`),
      throws,
      { ...fewBytes, says: /^(?![^]*(?:\n::error::|\u001b))/u, inCi: true },
    ),
    pageFault("an exception text of 50 MB", inFrame(`throw new Error("x".repeat(5e7));`), throws, {
      ...muchWork,
      inCi: true,
    }),
    pageFault("a rejection text of 50 MB", inFrame(`Promise.reject(new Error("x".repeat(5e7)));`), rejects, muchWork),
    pageFault(
      "fifty exception texts of 10 MB",
      inFrame(`for (let i = 0; i < 50; i += 1) setTimeout(() => { throw new Error(i + "x".repeat(1e7)); });`),
      throws,
      muchWork,
    ),
    pageFault(
      "an exception with a name of 50 MB",
      inFrame(`const error = new Error("x"); error.name = "N".repeat(5e7); Promise.reject(error);`),
      rejects,
      muchWork,
    ),
    pageFault(
      "an exception with a stack of 10,000 frames",
      inFrame(
        `Error.stackTraceLimit = 1e5; (function deep(n) { if (n > 0) deep(n - 1); else throw new Error("deep"); })(7000);`,
      ),
      throws,
      fewBytes,
    ),
    pageFault(
      "an exception with a stack of 50 MB",
      inFrame(`const error = new Error("x"); error.stack = "at " + "s".repeat(5e7); Promise.reject(error);`),
      rejects,
      muchWork,
    ),
    pageFault(
      "a script of a name of 10 MB",
      inFrame(`(0, eval)("throw new Error('named')\\n//# sourceURL=" + "n".repeat(1e7));`),
      throws,
      muchWork,
    ),
    pageFault("null is thrown", inFrame(`throw null;`), throws, fewBytes),
    pageFault("undefined is thrown in a timer", `setTimeout(() => { throw undefined; });`, throws, fewBytes),
    pageFault("a symbol is thrown", inFrame(`throw Symbol("s");`), throws, fewBytes),
    pageFault("a symbol is a reason", inFrame(`Promise.reject(Symbol("s"));`), rejects, { ...fewBytes, inCi: true }),
    pageFault(
      "null and undefined are reasons",
      inFrame(`Promise.reject(null); Promise.reject(undefined); Promise.reject(1n);`),
      rejects,
      fewBytes,
    ),
    pageFault(
      "an object without a prototype is a reason",
      inFrame(`Promise.reject(Object.create(null));`),
      rejects,
      fewBytes,
    ),
    pageFault(
      "a proxy that throws in every trap is thrown",
      inFrame(`throw new Proxy({}, new Proxy({}, { get() { throw 1; } }));`),
      throws,
      fewBytes,
    ),
    pageFault(
      "a proxy that throws in every trap is a reason",
      inFrame(`Promise.reject(new Proxy({}, new Proxy({}, { get() { throw 1; } })));`),
      rejects,
      fewBytes,
    ),
    pageFault(
      "a revoked proxy is a reason",
      inFrame(`const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); Promise.reject(proxy);`),
      rejects,
      fewBytes,
    ),
    pageFault(
      "a message that throws when read",
      inFrame(
        `class Bad extends Error { get message() { throw 1; } get stack() { throw 2; } get name() { throw 3; } } Promise.reject(new Bad());`,
      ),
      rejects,
      fewBytes,
    ),
    pageFault(
      "a message that never ends when read",
      inFrame(`class Bad extends Error { get message() { for (;;); } } Promise.reject(new Bad());`),
      failsBy("unhandled-rejection", "frame-never-ended"),
      fewBytes,
    ),
    pageFault(
      "a message that is no text",
      inFrame(
        `const error = new Error(); error.message = { toString() { throw 1; } }; error.name = Symbol(); error.stack = 5; Promise.reject(error);`,
      ),
      rejects,
      fewBytes,
    ),
    pageFault(
      "a reason whose toString never ends",
      inFrame(`Promise.reject({ toString() { for (;;); } });`),
      failsBy("unhandled-rejection", "frame-never-ended"),
      fewBytes,
    ),
    pageFault(
      "a hundred thousand rejections",
      inFrame(`for (let i = 0; i < 1e5; i += 1) Promise.reject(new Error("r" + i));`),
      rejects,
      muchWork,
    ),
    pageFault(
      "a hundred thousand errors",
      inFrame(`for (let i = 0; i < 1e5; i += 1) reportError(new Error("r" + i));`),
      throws,
      muchWork,
    ),
    pageFault("an error in a worker", inWorker(`throw new Error("in the worker");`), throws, {
      ...fewBytes,
      says: /in the worker/u,
    }),
    pageFault("an error of 50 MB in a worker", inWorker(`throw new Error("x".repeat(5e7));`), throws, muchWork),
    pageFault("a rejection in a worker", inWorker(`Promise.reject(new Error("in the worker"));`), rejects, {
      ...fewBytes,
      says: /in the worker/u,
    }),
    pageFault("a symbol is a reason in a worker", inWorker(`Promise.reject(Symbol("s"));`), rejects, fewBytes),
    pageFault(
      "a million lines in a worker",
      inWorker(`for (let i = 0; i < 1e6; i += 1) console.log("line", i);`),
      passes,
      { ...fewBytes, withinMs: 40_000 },
    ),
    htmlFault(
      "an error in an iframe",
      `${movingPage()}<iframe srcdoc="<script>throw new Error('in the iframe')</script>"></iframe>`,
      throws,
      { ...fewBytes, says: /in the iframe/u },
    ),
    pageFault("an error while it loads", `throw new Error("at once");`, throws, { ...fewBytes, says: /at once/u }),
    pageFault(
      "an error in a script of another syntax",
      `</script><script>this is no script</script><script>`,
      throws,
      fewBytes,
    ),
    pageFault(
      "console methods that are replaced",
      `for (const name of Object.keys(console)) console[name] = () => { throw new Error(name); };`,
      passes,
      fewBytes,
    ),
    pageFault(
      "an error handler that throws",
      `onerror = () => { throw new Error("again"); }; addEventListener("error", () => { throw new Error("and again"); }); setTimeout(() => { throw new Error("first"); });`,
      throws,
      fewBytes,
    ),
    pageFault(
      "a JSON that is forged in the state of a notice",
      inFrame(`throw new Error('"},{"code":"x","severity":"warning"}]}');`),
      throws,
      fewBytes,
    ),
    pageFault(
      "lone surrogates and NUL in an error",
      inFrame(`throw new Error("\\ud800 \\0 \\udfff \\u2028");`),
      throws,
      fewBytes,
    ),
  ],
};
