import { entry } from "./error-entry.ts";

/** Every error that a user can meet, and how the command exits. No other file words an error. */
export const errorCatalogue = {
  // 1: a gate failed before there was anything to judge
  "scan-findings": entry<{ path: string; folder: string; count: number }>({
    exit: "failed",
    message: ({ count }) =>
      `The game declares determinism.seededRandom, and ${count === 1 ? "one place in its sources breaks" : `${String(count)} places in its sources break`} that promise. It was not run.`,
    hint: ({ folder }) =>
      `Use ctx.random and ctx.time there, or suppress it with a comment that says why. To list all: framegate scan ${folder} --json. To run anyway: --no-scan.`,
    where: ({ path }) => path,
  }),

  // 2: usage and files
  usage: entry<{ problem: string; command: string }>({
    exit: "usage",
    message: ({ problem }) => problem,
    hint: ({ command }) => `See \`${command} --help\`.`,
  }),
  "unknown-command": entry<{ name: string; nearest: string | null; commands: string }>({
    exit: "usage",
    message: ({ name, nearest }) =>
      `There is no command "${name}".${nearest === null ? "" : ` Did you mean "${nearest}"?`}`,
    hint: ({ commands }) => `Commands: ${commands}. A game is run by \`framegate perf <game>\`.`,
  }),
  "unknown-schema": entry<{ name: string; nearest: string | null; names: string }>({
    exit: "usage",
    message: ({ name, nearest }) =>
      `There is no schema ${JSON.stringify(name)}.${nearest === null ? "" : ` Did you mean "${nearest}"?`}`,
    hint: ({ names }) => `Schemas: ${names}.`,
  }),
  "game-not-found": entry<{ path: string }>({
    exit: "usage",
    message: ({ path }) => `There is no game at ${path}.`,
    hint: () => "Pass a folder with a framegate.game.json, the manifest itself, or an HTML file.",
    where: ({ path }) => path,
  }),
  "manifest-not-found": entry<{ path: string }>({
    exit: "usage",
    message: ({ path }) => `No manifest at ${path}.`,
    hint: () => "Create a framegate.game.json there, or pass the path of a manifest or of an HTML file.",
    where: ({ path }) => path,
  }),
  "file-unreadable": entry<{ path: string; reason: string }>({
    exit: "usage",
    message: ({ path, reason }) => `Cannot read ${path}: ${reason}.`,
    hint: () => "Check that it is a readable UTF-8 file.",
    where: ({ path }) => path,
  }),
  "kind-unknown": entry<{ path: string; patterns: string }>({
    exit: "usage",
    message: ({ path }) => `The name of ${path} does not say what kind of file it is.`,
    hint: ({ patterns }) => `Pass --kind. Names that need no --kind: ${patterns}.`,
    where: ({ path }) => path,
  }),
  "nothing-to-check": entry<{ path: string; patterns: string }>({
    exit: "usage",
    message: ({ path }) => `There is nothing to check in ${path}.`,
    hint: ({ patterns }) => `Looked for ${patterns}. \`framegate init\` makes a game with such files.`,
    where: ({ path }) => path,
  }),
  "file-invalid": entry<{ path: string; details: string; count: number; where: string }>({
    exit: "usage",
    message: ({ path, details, count }) =>
      `${path} has ${count === 1 ? "an error" : `${String(count)} errors`}:\n${details}`,
    hint: () => "Fix the marked values and run again.",
    where: ({ where }) => where,
  }),
  "report-not-replayable": entry<{ path: string }>({
    exit: "usage",
    message: ({ path }) => `The report ${path} has no count run, so there are no frames to compare with.`,
    hint: () => "Write another one with `framegate perf`.",
    where: ({ path }) => path,
  }),
  "recorded-game-gone": entry<{ path: string; game: string }>({
    exit: "usage",
    message: ({ game }) => `The report is of a run of ${game}, and there is no game there.`,
    hint: () => "The path is relative to the working directory. Go there, or pass the game with --game.",
    where: ({ path }) => path,
  }),
  "nothing-to-scan": entry<{ path: string; reason: string }>({
    exit: "usage",
    message: ({ path, reason }) => `There is nothing to scan at ${path}: ${reason}.`,
    hint: () => "Pass a game, a folder, a source file, or a pattern in quotes such as 'src/**/*.ts'.",
    where: ({ path }) => path,
  }),
  "baseline-invalid": entry<{ path: string; reason: string }>({
    exit: "usage",
    message: ({ path, reason }) => `The baseline ${path} cannot be used: ${reason}.`,
    hint: () => "Write a new one with --update-baseline.",
    where: ({ path }) => path,
  }),
  "orphan-tape": entry<{ path: string; reason: string }>({
    exit: "usage",
    message: ({ path, reason }) => `The tape ${path} is an orphan: it ${reason}.`,
    hint: () => 'Record it again, or play it anyway with --allow-orphan. A tape without "game" fits every version.',
    where: ({ path }) => path,
  }),
  "manifest-unresolvable": entry<{ path: string; details: string; where: string }>({
    exit: "usage",
    message: ({ path, details }) => `${path} is valid, but cannot be run as it is:\n${details}`,
    hint: () => "Change the marked values.",
    where: ({ where }) => where,
  }),
  "not-supported": entry<{ what: string; path: string; instead: string }>({
    exit: "usage",
    message: ({ what }) => `${what} is not supported by this version of Framegate.`,
    hint: ({ instead }) => instead,
    where: ({ path }) => path,
  }),
  "no-budget": entry<{ path: string }>({
    exit: "usage",
    message: ({ path }) => `--assert-budget needs a budget, and ${path} declares none.`,
    hint: () => 'Add a "budget" object to the manifest, or pass --budget maxDrawCalls=200.',
    where: ({ path }) => path,
  }),
  "too-few-frames": entry<{ frames: number; minimum: number }>({
    exit: "usage",
    message: ({ frames, minimum }) =>
      `A p95 over ${String(frames)} frames is refused: fewer than ${String(minimum)} leave less than five frames above it.`,
    hint: ({ minimum }) => `Measure at least ${String(minimum)} frames (--frames ${String(minimum)}).`,
  }),
  "bad-seed": entry<{ value: string }>({
    exit: "usage",
    message: ({ value }) => `${JSON.stringify(value)} is not a seed.`,
    hint: () => "A seed is a whole number from -9007199254740991 to 9007199254740991.",
  }),
  "bad-root": entry<{ path: string; reason: string }>({
    exit: "usage",
    message: ({ path, reason }) => `${path} cannot be served: it ${reason}.`,
    hint: () => "Give --root the folder that holds the game and all that the game reads.",
  }),
  "entry-missing": entry<{ rootId: string; adapter: string; path: string }>({
    exit: "usage",
    message: ({ rootId, adapter }) =>
      `Root "${rootId}" (${adapter}) has neither an entry nor a scene, so there is nothing to mount.`,
    hint: () => 'Add "entry": a module that exports setup(ctx).',
    where: ({ path }) => path,
  }),
  "entry-not-found": entry<{ rootId: string; entry: string; nearest: string | null; path: string }>({
    exit: "usage",
    message: ({ rootId, entry: file, nearest }) =>
      `The entry of root "${rootId}", ${file}, does not exist.${nearest === null ? "" : ` Did you mean "${nearest}"?`}`,
    hint: () => "Paths in a manifest are relative to the manifest's folder.",
    where: ({ path }) => path,
  }),
  "would-overwrite": entry<{ folder: string; files: string }>({
    exit: "usage",
    message: ({ folder, files }) => (files === "" ? `${folder} is not a folder.` : `${folder} already holds ${files}.`),
    hint: () => "Nothing was written. Pass a folder that does not exist, or one without these files.",
    where: ({ folder }) => folder,
  }),
  "build-failed": entry<{ game: string; reason: string; where: string }>({
    exit: "usage",
    message: ({ game, reason }) => `${game} does not build:\n${reason}`,
    hint: () => "Fix the source. Runtimes such as three or pixi.js must be installed beside the game.",
    where: ({ where }) => where,
  }),
  "tape-exists": entry<{ path: string }>({
    exit: "usage",
    message: ({ path }) => `${path} already exists.`,
    hint: () => "Name another file with --out, or replace it with --force.",
    where: ({ path }) => path,
  }),
  "tapes-differ": entry<{ what: string; left: string; right: string; ofLeft: string; ofRight: string }>({
    exit: "usage",
    message: ({ what, left, right, ofLeft, ofRight }) =>
      `${left} and ${right} are not of the same ${what}: ${ofLeft} and ${ofRight}.`,
    hint: ({ what }) => `A run has one ${what}. Record one of them again with that of the other.`,
    where: ({ right }) => right,
  }),
  "write-failed": entry<{ path: string; reason: string }>({
    exit: "environment",
    message: ({ path, reason }) => `Cannot write ${path}: ${reason}.`,
    hint: () => "Check the folder's permissions and the free disk space, or write it somewhere else.",
    where: ({ path }) => path,
  }),

  // 5: the game failed
  "entry-threw": entry<{ rootId: string; message: string; where: string }>({
    exit: "game",
    message: ({ rootId, message }) => `Root "${rootId}" threw while it was set up: ${message}`,
    hint: () => "The game must set up without throwing before it can be measured.",
    where: ({ where }) => where,
  }),
  "setup-missing": entry<{ rootId: string; where: string }>({
    exit: "game",
    message: ({ rootId }) => `The entry of root "${rootId}" does not export a function named setup.`,
    hint: () => "Export it: export function setup(ctx) { ... }",
    where: ({ where }) => where,
  }),
  "entry-never-resolved": entry<{ what: string; waitedMs: number; where: string }>({
    exit: "game",
    message: ({ what, waitedMs }) => `${what} was not ready after ${String(waitedMs)} ms.`,
    hint: () => "A promise that setup awaits never settles. Raise --boot-timeout if loading really takes longer.",
    where: ({ where }) => where,
  }),
  "frame-threw": entry<{ frame: string; message: string; where: string }>({
    exit: "game",
    message: ({ frame, message }) => `The game threw in ${frame}: ${message}`,
    hint: () => "Reproduce it with the same seed and tape.",
    where: ({ where }) => where,
  }),
  "frame-never-ended": entry<{ frame: string; limitMs: number; option: string; stack: string; where: string }>({
    exit: "game",
    message: ({ frame, limitMs, stack }) =>
      `${frame} did not end within ${String(limitMs)} ms.${stack === "" ? "" : ` It was running:\n${stack}`}`,
    hint: ({ option }) => `Look for a loop that never ends. Raise ${option} if it really takes longer.`,
    where: ({ where }) => where,
  }),
  "settle-timeout": entry<{ frame: string; waitedMs: number; outstanding: string; where: string }>({
    exit: "game",
    message: ({ frame, waitedMs, outstanding }) =>
      `Before ${frame} the game waited for ${outstanding}, which did not complete within ${String(waitedMs)} ms.`,
    hint: () => "Every load must complete, or fail, before the next frame runs.",
    where: ({ where }) => where,
  }),
  "page-left": entry<{ frame: string; url: string }>({
    exit: "game",
    message: ({ frame, url }) => `The game left its page for ${url} in ${frame}.`,
    hint: () => "A run has one page from its first frame to its last. Restart the game without location or reload().",
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

  // 6: the environment
  "browser-not-found": entry<{ tried: string }>({
    exit: "environment",
    message: ({ tried }) => `No browser was found. Tried: ${tried}.`,
    hint: () => "Run `framegate install-browser`, or point FRAMEGATE_BROWSER at a Chrome or Chromium.",
  }),
  "browser-path-missing": entry<{ variable: string; path: string }>({
    exit: "environment",
    message: ({ variable, path }) => `${variable} names ${path}, which does not exist or cannot be run.`,
    hint: ({ variable }) => `Correct ${variable}, or unset it to use the embedded browser.`,
    where: ({ path }) => path,
  }),
  "browser-without-window": entry<{ what: string }>({
    exit: "environment",
    message: ({ what }) =>
      `There is no browser that can open a window. ${what}; the embedded browser has no window either.`,
    hint: () => "Install Chrome or Chromium, or point FRAMEGATE_BROWSER at one.",
  }),
  "no-display": entry<object>({
    exit: "environment",
    message: () => "There is no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set.",
    hint: () => "Run it in a desktop session, or under xvfb-run. Scripts that play need no window: --headless.",
  }),
  "browser-unpack-failed": entry<{ path: string; reason: string }>({
    exit: "environment",
    message: ({ path, reason }) => `The embedded browser could not be unpacked into ${path}: ${reason}.`,
    hint: () => "It needs about 300 MB. Set FRAMEGATE_CACHE to a folder with enough room.",
    where: ({ path }) => path,
  }),
  "browser-launch-failed": entry<{ executablePath: string; reason: string }>({
    exit: "environment",
    message: ({ executablePath, reason }) => `The browser ${executablePath} did not start: ${reason}.`,
    hint: () => "Run `framegate doctor`.",
    where: ({ executablePath }) => executablePath,
  }),
  "browser-download-failed": entry<{ reason: string }>({
    exit: "environment",
    message: ({ reason }) => `The browser could not be downloaded: ${reason}.`,
    hint: () => "Install Chrome or Chromium yourself and point FRAMEGATE_BROWSER at it.",
  }),
  "browser-lost": entry<{ frame: string; how: string }>({
    exit: "environment",
    message: ({ frame, how }) => `The browser went away in ${frame}: it ${how}.`,
    hint: () => "Check the machine's memory and run again.",
    where: ({ frame }) => frame,
  }),
  "page-not-opened": entry<{ url: string; limitMs: number }>({
    exit: "environment",
    message: ({ url, limitMs }) => `The browser did not open ${url} within ${String(limitMs)} ms.`,
    hint: () => "Check the machine's load and memory and run again. Raise --boot-timeout on a slow machine.",
    where: ({ url }) => url,
  }),
  "picture-not-taken": entry<{ frame: string; limitMs: number }>({
    exit: "environment",
    message: ({ frame, limitMs }) => `The browser did not take the picture of ${frame} within ${String(limitMs)} ms.`,
    hint: () => "Check the machine's load and memory and run again. Raise --boot-timeout on a slow machine.",
    where: ({ frame }) => frame,
  }),
  "trace-lost": entry<{ frame: string }>({
    exit: "environment",
    message: ({ frame }) => `The browser lost timings up to ${frame}: its trace buffer was full.`,
    hint: () =>
      "It records every performance.mark and performance.measure of the page, too. The game should set fewer of them.",
    where: ({ frame }) => frame,
  }),
  "trace-not-answered": entry<{ what: string; limitMs: number }>({
    exit: "environment",
    message: ({ what, limitMs }) =>
      `The browser did not ${what} the recording of timings within ${String(limitMs)} ms.`,
    hint: () => "Check the machine's load and memory and run again. Raise --boot-timeout on a slow machine.",
  }),
  "webgl-refused": entry<{ rootId: string; message: string }>({
    exit: "environment",
    message: ({ rootId, message }) => `The browser refused a WebGL context to root "${rootId}": ${message}`,
    hint: () => "Run `framegate doctor`. The embedded browser renders WebGL in software and needs no GPU.",
  }),
  "port-taken": entry<{ reason: string }>({
    exit: "environment",
    message: ({ reason }) => `The game could not be served on this machine: ${reason}.`,
    hint: () => "Framegate takes any free port on 127.0.0.1. Check that loopback is up and ports are free.",
  }),
  interrupted: entry<object>({
    exit: "interrupted",
    message: () => "Interrupted. Nothing was written.",
    hint: () => "Run the command again to start over.",
  }),
} as const;
