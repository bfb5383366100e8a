import { closedObject, described, finiteNumber, listOf, oneOf, truthValue } from "./field-kinds.ts";
import { count, words } from "./report-fields.ts";

const heapUse = closedObject({
  usedBytes: count("V8's heap: objects, strings and code, Framegate's own included."),
  bufferBytes: count("The content of array buffers."),
});

/** The allocations of a run, as in its report. */
export const reportedAllocations = closedObject({
  frameBytes: described(finiteNumber(), "Mean bytes per frame."),
  functions: described(
    listOf(
      described(
        closedObject({
          name: words("Its name; empty if it has none."),
          position: words("file:line:column, or the URL with line and column; empty for the browser."),
          owner: described(oneOf(["game", "library", "browser", "framegate"]), "Whose code it is."),
          selfBytes: described(
            finiteNumber(),
            "Mean bytes per frame in it, in browser functions that it calls and in functions that V8 has inlined into it.",
          ),
          totalBytes: described(finiteNumber(), "The same, including everything that it calls."),
        }),
        "A function.",
      ),
    ),
    "The functions that allocate, those with the most bytes of their own first.",
  ),
  frames: described(
    listOf(
      described(
        closedObject({
          frame: count("Measured frame, zero-based."),
          bytes: count("Bytes allocated in it, including those of functions that are not listed."),
          isExact: described(truthValue(), "False if only every 512th byte was sampled."),
          functions: described(listOf(count("Index of a function.")), "Its functions, most bytes first."),
          selfBytes: described(listOf(count("Of one function.")), "Their own bytes in this frame."),
        }),
        "A frame.",
      ),
    ),
    "All measured frames.",
  ),
  heapBefore: described(heapUse, "After a collection before the first measured frame."),
  heapAfter: described(heapUse, "The same after the last one."),
});
