import { cutLongLines, harmlessText } from "../report/terminal-text.ts";
import type { TextSink } from "./io.ts";

/** The longest line that is shown. A game may print one with millions of characters. */
const lineLengthMax = 4_000;

/**
 * The only way to a terminal or a build log: all output of the commands passes through here, where control
 * characters and workflow commands are escaped. `open` is called on first use.
 */
export function harmlessSink(open: () => TextSink, { forPeople }: { readonly forPeople: boolean }): TextSink {
  return {
    write: (text) => open().write(harmlessText(forPeople ? cutLongLines(text, lineLengthMax) : text)),
    get isTTY() {
      return open().isTTY;
    },
    get columns() {
      return open().columns;
    },
  };
}
