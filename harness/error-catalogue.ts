import { entry } from "./error-entry.ts";
import { baselineErrors } from "./baseline-errors.ts";
import { deliveryErrors } from "./delivery-errors.ts";
import { gameErrors } from "./game-errors.ts";
import { pageErrors } from "./page-errors.ts";
import { scriptErrors } from "./script-errors.ts";
import { serverErrors } from "./server-errors.ts";
import { sweepErrors } from "./sweep-errors.ts";

/** Every error that a user can meet, with its exit code. No other file words an error. */
export const errorCatalogue = {
  ...pageErrors,
  ...scriptErrors,
  ...serverErrors,
  ...gameErrors,
  ...baselineErrors,
  ...sweepErrors,

  // 1: a gate failed before there was anything to judge
  "scan-findings": entry<{ path: string; folder: string; count: number }>({
    exit: "failed",
    message: ({ count }) =>
      `The game declares determinism.seededRandom, and ${count === 1 ? "one place in its sources breaks" : `${String(count)} places in its sources break`} that promise. It was not run.`,
    hint: ({ folder }) =>
      `Use ctx.random and ctx.time there, or suppress it with a comment that gives the reason. To list all: framegate scan ${folder} --json. To run anyway: --no-scan.`,
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
  "game-not-found": entry<{
    path: string;
    /** Full address of a server, if the path looks like a short one. */ address: string | null;
    /** The page, if the path is like the address of an existing page. */ page: string | null;
    /** Its query; empty without one. */ query: string;
  }>({
    exit: "usage",
    message: ({ path }) => `There is no game at ${path}.`,
    hint: ({ address, page, query }) => {
      const server = address === null ? "" : `, or the whole address of a server: ${address}`;
      const known = `Pass a folder with a framegate.game.json, the manifest itself, or an HTML file${server}.`;
      if (page === null) return known;
      return `${known} Here it is ${page}${query === "" ? "" : `, with --query '${query}'`}.`;
    },
    where: ({ path }) => path,
  }),
  "no-game-matches": entry<{ pattern: string; games: string }>({
    exit: "usage",
    message: ({ pattern }) => `--grep ${pattern} matches no path or title of a game.`,
    hint: ({ games }) => `The games: ${games}. The pattern is a regular expression, and case does not count.`,
  }),
  "manifest-not-found": entry<{ path: string; /** A page below, relative to the folder. */ page: string | null }>({
    exit: "usage",
    message: ({ path }) => `No manifest at ${path}.`,
    hint: ({ page }) =>
      page === null
        ? "Create a framegate.game.json there, or pass the path of a manifest or of an HTML file."
        : `To run the page below it, pass ${page}. \`framegate init --html ${page}\` writes a manifest for it.`,
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
    message: ({ path }) => `The name of ${path} does not reveal the kind of file.`,
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
  "report-not-found": entry<{ path: string }>({
    exit: "usage",
    message: ({ path }) => `There is no report at ${path}.`,
    hint: () => "Run `framegate perf` first, or pass a report.json, or the folder of a run.",
    where: ({ path }) => path,
  }),
  "report-not-replayable": entry<{ path: string }>({
    exit: "usage",
    message: ({ path }) => `The report ${path} has no count run, so there are no frames to compare with.`,
    hint: () => "Write another one with `framegate perf`.",
    where: ({ path }) => path,
  }),
  "recorded-game-gone": entry<{ path: string; game: string }>({
    exit: "usage",
    message: ({ game }) => `The report is of a run of ${game}, but there is no game there.`,
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
    message: ({ path, details }) => `${path} is valid, but cannot be run:\n${details}`,
    hint: () => "Change the marked values.",
    where: ({ where }) => where,
  }),
  "not-supported": entry<{ what: string; path: string; instead: string }>({
    exit: "usage",
    message: ({ what }) => `${what} is not supported by this version of Framegate.`,
    hint: ({ instead }) => instead,
    where: ({ path }) => path,
  }),
  "assets-conflict": entry<{ part: string; rootIds: string; path: string }>({
    exit: "usage",
    message: ({ part, rootIds }) => `The roots ${rootIds} rewrite requests with "${part}" to different URLs.`,
    hint: () => "They share an origin, so a substring can have only one URL: write a longer substring for each.",
    where: ({ path }) => path,
  }),
  "no-budget": entry<{ path: string }>({
    exit: "usage",
    message: ({ path }) => `A gate needs a budget, and ${path} declares none.`,
    hint: ({ path }) =>
      /\.(?:x?html|htm)$|^https?:/iu.test(path)
        ? "Pass --budget maxDrawCalls=200, or have one measured: `framegate init --html` writes it into a file."
        : 'Add a "budget" object to the manifest, or pass --budget maxDrawCalls=200.',
    where: ({ path }) => path,
  }),
  "too-few-frames": entry<{ metric: string; frames: number; minimum: number }>({
    exit: "usage",
    message: ({ metric, frames, minimum }) =>
      `The metric "${metric}" over ${String(frames)} frames is refused: fewer than ${String(minimum)} leave less than five frames above it.`,
    hint: ({ minimum }) => `Measure at least ${String(minimum)} frames (--frames ${String(minimum)}).`,
  }),
  "nothing-timed": entry<{ path: string; metrics: string }>({
    exit: "usage",
    message: ({ path, metrics }) =>
      `The budget of ${path} limits times (${metrics}), and with --repeat 0 nothing is timed.`,
    hint: () =>
      "Leave out --repeat 0, so that the gate can judge them. To see the counts without a gate, leave out --assert-budget.",
    where: ({ path }) => path,
  }),
  "bad-seed": entry<{ value: string }>({
    exit: "usage",
    message: ({ value }) => `${JSON.stringify(value)} is not a seed.`,
    hint: () => "A seed is a whole number from -9007199254740991 to 9007199254740991.",
  }),
  "bad-selector": entry<{ selector: string; problem: string }>({
    exit: "usage",
    message: ({ selector, problem }) => `${JSON.stringify(selector)} selects no entities: ${problem}.`,
    hint: () => "Write a type, conditions or both, as in --entities 'Mesh[name^=enemy]'.",
  }),
  "entities-declared": entry<{ path: string }>({
    exit: "usage",
    message: ({ path }) => `--entities selects nodes of an unmodified page, and ${path} is a manifest.`,
    hint: () => "Give the nodes an entityId in their userData, or run the page itself (framegate perf page.html).",
  }),
  "bad-root": entry<{ path: string; reason: string }>({
    exit: "usage",
    message: ({ path, reason }) => `${path} cannot be served: it ${reason}.`,
    hint: () => "Pass --root with the folder that contains the game and everything it reads.",
  }),
  "no-own-folder": entry<{ path: string; folder: string; kind: string }>({
    exit: "usage",
    message: ({ path, kind }) =>
      `${path} lies in ${kind}, and a game can read everything in the folder it is served from.`,
    hint: ({ folder }) =>
      `Move the game into its own folder, or pass --root ${folder} if it may read everything there.`,
    where: ({ path }) => path,
  }),
  "entry-missing": entry<{ rootId: string; adapter: string; path: string }>({
    exit: "usage",
    message: ({ rootId, adapter }) =>
      `Root "${rootId}" (${adapter}) has neither an entry nor a scene, so there is nothing to mount.`,
    hint: () => 'Add "entry": a module that exports setup(ctx).',
    where: ({ path }) => path,
  }),
  "entry-not-found": entry<{
    rootId: string;
    role: string;
    file: string;
    /** Such as "does not exist". */
    problem: string;
    nearest: string | null;
    path: string;
  }>({
    exit: "usage",
    message: ({ rootId, role, file, problem, nearest }) =>
      `The ${role} of root "${rootId}", ${file}, ${problem}.${nearest === null ? "" : ` Did you mean "${nearest}"?`}`,
    hint: () => "Paths in a manifest are relative to the manifest's folder.",
    where: ({ path }) => path,
  }),
  "outside-project": entry<{ rootId: string; role: string; file: string; real: string; path: string }>({
    exit: "usage",
    message: ({ rootId, role, file, real }) =>
      `The ${role} of root "${rootId}", ${file}, is ${real}, outside of the manifest's folder.`,
    hint: () => "A root's code is trusted with the project, so it must lie inside it. Copy it there.",
    where: ({ path }) => path,
  }),
  "runtime-duplicated": entry<{ rootId: string; runtime: string; copies: string; path: string }>({
    exit: "usage",
    message: ({ rootId, runtime, copies }) =>
      `Root "${rootId}" is shared, but its build holds several copies of ${runtime}: ${copies}.`,
    hint: () =>
      'Install one version for all, or make the strategy "deduped", which leads all of them to the project\'s.',
    where: ({ path }) => path,
  }),
  "scene-mismatch": entry<{ rootId: string; adapter: string; scene: string; suffix: string | null; path: string }>({
    exit: "usage",
    message: ({ rootId, adapter, scene }) => `Root "${rootId}" (${adapter}) cannot show the scene ${scene}.`,
    hint: ({ suffix }) =>
      suffix === null
        ? 'A react root has no scene file. Use "entry".'
        : `Its scene files end with ${suffix}: a .vscn.json is for threejs, and a .scn2d.json for pixijs.`,
    where: ({ path }) => path,
  }),
  ...deliveryErrors,
  "would-overwrite": entry<{ folder: string; files: string }>({
    exit: "usage",
    message: ({ folder, files }) => (files === "" ? `${folder} is not a folder.` : `${folder} already holds ${files}.`),
    hint: () => "Nothing was written. Pass another folder. --force replaces files, but no folder.",
    where: ({ folder }) => folder,
  }),
  "folder-not-empty": entry<{ folder: string; names: string }>({
    exit: "usage",
    message: ({ folder, names }) => `${folder} is not empty: ${names}.`,
    hint: () => "Nothing was written. Pass a new folder, or --force to write beside these.",
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
    hint: () =>
      "Run it in a desktop session, or under xvfb-run. No window is needed by a script that plays, with record --headless, and by profile without --headed.",
  }),
  "browser-unpack-failed": entry<{ path: string; reason: string }>({
    exit: "environment",
    message: ({ path, reason }) => `The embedded browser could not be unpacked into ${path}: ${reason}.`,
    hint: () => "It needs about 300 MB. Set FRAMEGATE_CACHE to a folder with enough room.",
    where: ({ path }) => path,
  }),
  "browser-package-changed": entry<{ path: string; what: string; expected: string }>({
    exit: "environment",
    message: ({ path, what, expected }) => `The embedded browser ${path} ${what}; expected ${expected}.`,
    hint: () =>
      "Remove node_modules and install again, optional packages too. If that does not help, the registry or a mirror serves a different file: do not run it.",
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
    message: ({ frame, how }) => `The browser exited in ${frame}: it ${how}.`,
    hint: () => "Check the machine's memory and run again.",
    where: ({ frame }) => frame,
  }),
  "browser-stopped": entry<{ frame: string; limitMs: number; seen: string }>({
    exit: "environment",
    message: ({ frame, limitMs, seen }) =>
      `The browser did not answer for ${String(limitMs)} ms in ${frame}, because the system has stopped ${seen}.`,
    hint: () => "Something sent SIGSTOP, such as a debugger or a frozen container. Run again.",
    where: ({ frame }) => frame,
  }),
  "machine-overloaded": entry<{ frame: string; limitMs: number; seen: string }>({
    exit: "environment",
    message: ({ frame, limitMs, seen }) =>
      `The page did not get enough CPU time to finish ${frame} within ${String(limitMs)} ms: ${seen}.`,
    hint: () => "Other programs keep the machine busy. Run again when they have finished, or raise --frame-timeout.",
    where: ({ frame }) => frame,
  }),
  "page-killed": entry<{ frame: string; signal: string }>({
    exit: "environment",
    message: ({ frame, signal }) => `The browser's process for the page was ended by ${signal} in ${frame}.`,
    hint: () => "Systems do that when memory runs out. Check the machine's memory and limits, and run again.",
    where: ({ frame }) => frame,
  }),
  "context-taken": entry<{ frame: string }>({
    exit: "environment",
    message: ({ frame }) =>
      `The browser took away the game's WebGL context in ${frame}, and the game did not draw in it again.`,
    hint: () => "Its GPU process ended, or ran out of memory. Check the machine's memory and run again.",
    where: ({ frame }) => frame,
  }),
  "page-not-opened": entry<{ url: string; limitMs: number; gpuMs: number }>({
    exit: "environment",
    message: ({ url, limitMs, gpuMs }) =>
      gpuMs < limitMs / 2
        ? `The browser did not open ${url} within ${String(limitMs)} ms.`
        : `The browser did not open ${url} within ${String(limitMs)} ms: its GPU process was busy for ${String(gpuMs)} ms of them.`,
    hint: ({ limitMs, gpuMs }) =>
      gpuMs < limitMs / 2
        ? "Check the machine's load and memory and run again. Raise --boot-timeout on a slow machine."
        : "The previous pass left it work, such as a shader that takes long to compile. Look for one, or raise --boot-timeout.",
    where: ({ url }) => url,
  }),
  "host-not-loaded": entry<{ url: string; reasons: string }>({
    exit: "environment",
    message: ({ url, reasons }) =>
      `The browser opened ${url} without its scripts${reasons === "" ? "" : `: ${reasons}`}.`,
    hint: () => "One of the browser's processes was killed, for example because memory ran out. Run again.",
    where: ({ url }) => url,
  }),
  "picture-not-taken": entry<{ frame: string; limitMs: number }>({
    exit: "environment",
    message: ({ frame, limitMs }) => `The browser did not take the picture of ${frame} within ${String(limitMs)} ms.`,
    hint: () =>
      "Check the machine's load and memory and run again. On a slow machine raise --boot-timeout, or take an earlier " +
      "frame: what is drawn before it is rendered, too.",
    where: ({ frame }) => frame,
  }),
  "trace-lost": entry<{ frame: string }>({
    exit: "environment",
    message: ({ frame }) => `The browser lost timings up to ${frame}: its trace buffer was full.`,
    hint: () =>
      "The trace also records every performance.mark and performance.measure of the page. The game should set fewer of them.",
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
    message: ({ reason }) => `Nothing could be served on 127.0.0.1: ${reason}.`,
    hint: () => "Framegate takes any free port on 127.0.0.1. Check that loopback is up and ports are free.",
  }),
  "dev-port-taken": entry<{ port: number; last: number; reason: string }>({
    exit: "environment",
    message: ({ port, last, reason }) =>
      `Nothing could be served on 127.0.0.1 at a port from ${String(port)} to ${String(last)}: ${reason}.`,
    hint: () => "Pass another port with --port.",
  }),
  interrupted: entry<object>({
    exit: "interrupted",
    message: () => "Interrupted. Nothing was written.",
    hint: () => "Run the command again to start over.",
  }),
  "games-interrupted": entry<{ done: number; total: number; left: string }>({
    exit: "interrupted",
    message: ({ done, total, left }) =>
      `Interrupted after ${String(done)} of ${String(total)} games.${done === 0 ? "" : " The reports of these are written."} Not run to the end: ${left}.`,
    hint: () => "Run the command again with these.",
  }),
  "watch-interrupted": entry<{ runs: number }>({
    exit: "interrupted",
    message: ({ runs }) =>
      runs === 1
        ? "Interrupted after one run. Its report is written."
        : `Interrupted after ${String(runs)} runs. Their reports are written.`,
    hint: () => "Run the command again to go on watching.",
  }),
} as const;
