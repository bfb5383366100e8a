import type { Expected, Fault, Place } from "./fault.ts";
import { movingPage } from "./pages.ts";

/** A short run with short limits, so that a page that hangs is found soon. */
export const impatientRun = [
  ...["perf", "index.html", "--frames", "20", "--warmup", "0", "--repeat", "1", "--json"],
  ...["--frame-timeout", "2000", "--boot-timeout", "6000"],
] as const;

/** For a lot of work that does end: how long it takes depends on the machine. */
export const patientRun = [...impatientRun, "--frame-timeout", "30000"] as const;

/** A quiet machine takes 5 s for the whole run, and a limit of the page can come on top. */
const pageLimitMs = 20_000;

type PageFaultOptions = Partial<Omit<Fault, "name" | "expected">> & Partial<Omit<Expected, "exit" | "code">>;

/** The expected end of a page: its exit code and stable code. */
export interface PageEnd {
  readonly exit: Expected["exit"];
  readonly code: Expected["code"];
}

/** The run passes, as if nothing had happened. */
export const passes: PageEnd = { exit: 0, code: null };

/** The game failed, with this code. */
export function failsBy(...code: readonly string[]): PageEnd {
  return { exit: 5, code };
}

/** A fault of a page that draws a box, and also runs `script`. */
export function pageFault(name: string, script: string, end: PageEnd, options: PageFaultOptions = {}): Fault {
  return htmlFault(name, movingPage(script), end, options);
}

/** A fault of a page with this markup. */
export function htmlFault(name: string, html: string, end: PageEnd, options: PageFaultOptions = {}): Fault {
  const { withinMs = pageLimitMs, says, saysBytesMax, prepare, ...others } = options;
  return {
    name,
    args: impatientRun,
    ...others,
    prepare: async (place: Place) => {
      place.write("index.html", html);
      await prepare?.(place);
    },
    expected: {
      ...end,
      withinMs,
      ...(says === undefined ? {} : { says }),
      ...(saysBytesMax === undefined ? {} : { saysBytesMax }),
    },
  };
}

/** Script that runs in a single frame, after the page has drawn a few. */
export function inFrame(script: string, frame = 5): string {
  return `{
  let before = ${String(frame)};
  const wait = () => {
    before -= 1;
    if (before > 0) requestAnimationFrame(wait);
    else { ${script} }
  };
  requestAnimationFrame(wait);
}`;
}

/** Script that runs \`script\` in a worker. */
export function inWorker(script: string): string {
  return `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(script)}], { type: "text/javascript" })));`;
}
