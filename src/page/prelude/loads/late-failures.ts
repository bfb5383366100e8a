import { outerStack, stackOf } from "../native/call-site.ts";

const call = /^Failed to execute '[^']+' on '[^']+': /u;

/**
 * A fetched body that has arrived fails within the call that reads it: the message names the call, and the error has
 * its stack. A body that has not arrived yet fails later, with neither, and if no one catches that error, its text is
 * hidden from the page. Which of the two it is depends on the network. Returns a function that makes every failed
 * reading the same: it fails later, with the short message and the stack of the page's call. Use that function within
 * the call, and create it before the page can replace anything.
 */
export function createLateFailures({
  Error,
  SyntaxError,
  TypeError,
}: typeof globalThis): (reading: Promise<unknown>) => Promise<unknown> {
  return (reading) => {
    // V8 writes the text of a stack when it is first read.
    const here = new Error();
    return reading.then(undefined, (reason: unknown) => {
      const kind = [SyntaxError, TypeError].find((each) => reason instanceof each);
      if (kind === undefined || !(reason instanceof Error)) throw reason;
      const error = new kind(reason.message.replace(call, ""));
      const [, ...calls] = outerStack(stackOf(here, { Error })).split("\n");
      error.stack = [`${error.name}: ${error.message}`, ...calls].join("\n");
      throw error;
    });
  };
}
