import type { TextSink } from "./io.ts";

/** Whether text for `sink` is coloured: on a terminal, unless NO_COLOR is set. FORCE_COLOR wins. */
export function wantsColour(sink: TextSink, env: Readonly<Record<string, string | undefined>>): boolean {
  if (env["NO_COLOR"] !== undefined && env["NO_COLOR"] !== "") return false;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined && forced !== "" && forced !== "0") return true;
  return sink.isTTY === true;
}
