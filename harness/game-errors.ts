import { entry } from "./error-entry.ts";

/** The part of the catalogue about games that fail: while they are set up, in a frame, or on the page. */
export const gameErrors = {
  "entry-threw": entry<{ rootId: string; message: string; where: string }>({
    exit: "game",
    message: ({ rootId, message }) => `Root "${rootId}" threw while it was set up: ${message}`,
    hint: ({ message }) => {
      // The browser's message for an import() that no host answered.
      const [, url] = /Failed to fetch dynamically imported module: (https?:\/\/\S+?)\.?(?:\s|$)/u.exec(message) ?? [];
      const isElsewhere = url !== undefined && !/^http:\/\/(?:game|embed)\.framegate\.localhost\//u.test(url);
      return isElsewhere
        ? "A run has no network, so that it can be repeated. Load it from an installed package or from the game's own folder."
        : "The game must set up without throwing before it can be measured.";
    },
    where: ({ where }) => where,
  }),
  "setup-missing": entry<{ rootId: string; exports: string; where: string }>({
    exit: "game",
    message: ({ rootId, exports }) =>
      `The entry of root "${rootId}" exports ${exports}, and no function as setup or default.`,
    hint: () => "Export it: export function setup(ctx) { ... }",
    where: ({ where }) => where,
  }),
  "teardown-threw": entry<{ rootId: string; message: string; where: string }>({
    exit: "game",
    message: ({ rootId, message }) => `Root "${rootId}" threw while it was removed: ${message}`,
    hint: () => "It was remounted anyway. Anything that its teardown had not yet released stays in the page.",
    where: ({ where }) => where,
  }),
  "adapter-invalid": entry<{ rootId: string; reason: string; where: string }>({
    exit: "game",
    message: ({ rootId, reason }) => `The adapter module of root "${rootId}" cannot be used: ${reason}.`,
    hint: () => 'Export it: export default defineAdapter({ surface, mount }), from "framegate/adapter".',
    where: ({ where }) => where,
  }),
  "capture-timeout": entry<{ rootId: string; seen: string; where: string }>({
    exit: "game",
    message: ({ rootId, seen }) => `The game of root "${rootId}" was not captured: ${seen}.`,
    hint: () =>
      "Raise captureTimeoutMs if it only starts late. A game that cannot be captured runs with the strategy opaque-embed.",
    where: ({ where }) => where,
  }),
  "entry-never-resolved": entry<{ what: string; waitedMs: number; where: string }>({
    exit: "game",
    message: ({ what, waitedMs }) => `${what} was not ready after ${String(waitedMs)} ms.`,
    hint: () =>
      "A promise that setup awaits never settles, or a page is still loading. Raise --boot-timeout if it really takes longer.",
    where: ({ where }) => where,
  }),
  "frame-threw": entry<{ frame: string; message: string; where: string }>({
    exit: "game",
    message: ({ frame, message }) => `The game threw in ${frame}: ${message}`,
    hint: () => "Reproduce it with the same seed and tape.",
    where: ({ where }) => where,
  }),
  "nothing-sampled": entry<{ frames: number }>({
    exit: "game",
    message: ({ frames }) => `No stack sample fell into the ${String(frames)} frames, because they are too short.`,
    hint: () => "Profile more frames, or slow the page down: --slow-down 10.",
  }),
  "heap-too-large": entry<{ megabytes: number }>({
    exit: "game",
    message: ({ megabytes }) => `The heap has too many objects to compare: a snapshot takes ${String(megabytes)} MB.`,
    hint: () => "Compare at an earlier frame, such as --frames 0..10, or count allocations: --allocations.",
  }),
  "element-missed": entry<{ frame: string; message: string }>({
    exit: "game",
    message: ({ frame, message }) => `The tape found no element to aim at in ${frame}. ${message}`,
    hint: () => "Correct the selector or the text in the tape, or let it wait longer with stepsMax.",
    where: ({ frame }) => frame,
  }),
  "frame-never-ended": entry<{ frame: string; limitMs: number; option: string; stack: string; where: string }>({
    exit: "game",
    message: ({ frame, limitMs, stack }) =>
      `${frame} did not end within ${String(limitMs)} ms.${stack === "" ? "" : ` It was running:\n${stack}`}`,
    hint: ({ option }) =>
      "Look for a loop that never ends, or one that works until a time has passed: within a task the clock moves only " +
      `after thousands of reads, in a worker after hundreds. Raise ${option} if it really takes longer.`,
    where: ({ where }) => where,
  }),
  "settle-timeout": entry<{
    frame: string;
    waitedMs: number;
    outstanding: string;
    /** The option that sets the limit, if there is one. */
    option: "--boot-timeout" | null;
    where: string;
  }>({
    exit: "game",
    message: ({ frame, waitedMs, outstanding }) =>
      `Before ${frame} the game waited for ${outstanding}, which did not complete within ${String(waitedMs)} ms.`,
    hint: ({ option }) =>
      "Every load must complete, or fail, before the next frame runs, and so must every task of a worker. In one that " +
      "works until a time has passed, the clock moves only after hundreds of reads." +
      (option === null ? "" : ` Raise ${option} if the game really takes longer to load.`),
    where: ({ where }) => where,
  }),
  "page-left": entry<{ frame: string; url: string }>({
    exit: "game",
    message: ({ frame, url }) => `The game left its page for ${url} in ${frame}.`,
    hint: () =>
      "A run has one page from its first frame to its last. If the game goes on in another page, such as one that its " +
      "menu opens, pass that page. Restart a game without location or reload().",
    where: ({ frame }) => frame,
  }),
  "page-crashed": entry<{ frame: string }>({
    exit: "game",
    message: ({ frame }) => `The page crashed in ${frame}.`,
    hint: () => "It usually ran out of memory. Load less, or measure fewer frames with --frames.",
    where: ({ frame }) => frame,
  }),
  "trace-incomplete": entry<{ frame: number; reason: string }>({
    exit: "game",
    message: ({ frame, reason }) => `The timing of frame ${String(frame)} is incomplete: ${reason}.`,
    hint: () =>
      "A run with a gap in its timing has no report. Run again. If it happens again, the game clears performance marks in a way that Framegate does not know.",
    where: ({ frame }) => `frame ${String(frame)}`,
  }),

  "recording-cut-short": entry<{ steps: number; path: string; reason: string; where: string }>({
    exit: "game",
    message: ({ steps, path, reason }) =>
      `The recording ended after ${String(steps)} steps: ${reason} The tape up to there is in ${path}.`,
    hint: ({ path }) => `Fix the game. With the same seed ${path} leads to the same place again.`,
    where: ({ where }) => where,
  }),
} as const;
