import { statSync } from "node:fs";
import { findBrowser } from "../browser/find-browser.ts";
import type { FoundBrowser } from "../browser/find-browser.ts";
import { inspectBrowser } from "../browser/inspect-browser.ts";
import type { BrowserInspection } from "../browser/inspect-browser.ts";
import { cacheFolder } from "../cache-folder.ts";
import { FramegateError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import { nodeRange } from "../package-root.ts";
import { onOneLine } from "../report/terminal-text.ts";
import type { CommandIo } from "./io.ts";
import { explainUnsupportedNode } from "./node-support.cjs";

/** One fact about the environment, and advice. */
interface Finding {
  readonly what: string;
  readonly value: string;
  /** `bad` makes runs impossible, `poor` makes them less accurate. */
  readonly state: "good" | "poor" | "bad";
  /** Null if nothing needs to be done. */
  readonly advice: string | null;
}

export interface DoctorOptions {
  readonly json: boolean;
}

/**
 * Checks everything that a run needs and prints the result. Returns the exit code: `environment` if no run can work
 * here.
 */
export async function runDoctor(io: CommandIo, options: DoctorOptions): Promise<number> {
  const node = judgeNode(process.versions.node);
  const { findings, details } = await lookAtBrowser(io);
  const cache = lookAtFolder(cacheFolder(io.env));
  const all = [node, ...findings, judgeServer(), judgeCache(cache), judgeTrust()];
  const isUsable = all.every((finding) => finding.state !== "bad");
  if (options.json) {
    io.stdout.write(`${JSON.stringify({ ok: isUsable, findings: all, browser: details, cache }, null, 2)}\n`);
  } else {
    io.stderr.write(formatFindings(all, isUsable));
  }
  return isUsable ? exitCodes.pass : exitCodes.environment;
}

type BrowserDetails = (FoundBrowser & Partial<BrowserInspection>) | null;

async function lookAtBrowser(
  io: CommandIo,
): Promise<{ readonly findings: readonly Finding[]; readonly details: BrowserDetails }> {
  let browser: FoundBrowser | null = null;
  try {
    browser = await findBrowser(io.env, { signal: io.signal });
    const inspection = await inspectBrowser(browser, io.signal);
    return { findings: judgeBrowser(browser, inspection), details: { ...browser, ...inspection } };
  } catch (error) {
    // An interruption says nothing about the environment, and other errors are bugs.
    if (!(error instanceof FramegateError) || error.code === "interrupted") throw error;
    return {
      findings: [{ what: "Browser", value: error.message, state: "bad", advice: error.hint }],
      details: browser,
    };
  }
}

function judgeNode(version: string): Finding {
  const advice = explainUnsupportedNode(version, nodeRange);
  return { what: "Node", value: version, state: advice === null ? "good" : "bad", advice };
}

function judgeBrowser(browser: FoundBrowser, inspection: BrowserInspection): readonly Finding[] {
  const { version, sandbox, crossOriginIsolated, timerResolutionMs, threadTimestamps, notices } = inspection;
  const isPinned = browser.source === "embedded";
  return [
    {
      what: "Browser",
      value: `${version}, ${browser.source}, ${browser.executablePath}`,
      state: isPinned ? "good" : "poor",
      advice: isPinned
        ? null
        : "Figures and hashes are comparable only between runs of one browser build. The embedded one is pinned.",
    },
    { what: "Sandbox", value: sandbox, state: sandbox === "on" ? "good" : "poor", advice: notices[0] ?? null },
    judgeNetwork(inspection),
    judgeWebgl(inspection),
    {
      what: "Cross-origin isolation",
      value: crossOriginIsolated ? "yes" : "no",
      state: crossOriginIsolated ? "good" : "poor",
      advice: crossOriginIsolated ? null : "Pages get no SharedArrayBuffer and a coarse timer. Use a newer browser.",
    },
    judgeTimer(timerResolutionMs),
    {
      what: "Thread timestamps",
      value: threadTimestamps ? "yes" : "no",
      state: threadTimestamps ? "good" : "bad",
      advice: threadTimestamps
        ? null
        : "CPU time per frame cannot be measured with this browser. Use the embedded one.",
    },
  ];
}

function judgeNetwork({ networkClosed }: BrowserInspection): Finding {
  return {
    what: "Network",
    value: networkClosed ? "closed: a game reaches its own files, and the hosts of --allow-host" : "open",
    state: networkClosed ? "good" : "bad",
    advice: networkClosed ? null : "A game could send data away with this browser. Use the embedded one.",
  };
}

function judgeServer(): Finding {
  const value = "127.0.0.1 only, on a free port, while a command runs; it answers to the game's own names";
  return { what: "Server", value, state: "good", advice: null };
}

function judgeTrust(): Finding {
  const value = "the game's Vite configuration and plugins, which run as you; its pages run in the browser";
  return { what: "Trusted", value, state: "good", advice: null };
}

/** Anyone who can write to the cache decides which browser runs. */
function judgeCache({ path, exists, ownerId, mode, isPrivate }: FolderFacts): Finding {
  const owner = ownerId === null ? "" : `, of user ${String(ownerId)}, mode ${mode ?? "unknown"}`;
  return {
    what: "Cache",
    value: exists ? `${path}${owner}` : `${path}, not made yet`,
    state: isPrivate ? "good" : "poor",
    advice: isPrivate
      ? null
      : "Other users own it or can write to it. Point FRAMEGATE_CACHE at a folder of yours with mode 0700.",
  };
}

interface FolderFacts {
  readonly path: string;
  readonly exists: boolean;
  /** Null on systems without user ids. */
  readonly ownerId: number | null;
  /** In octal, such as 0700. */
  readonly mode: string | null;
  /** Whether nobody else owns it or can write to it. */
  readonly isPrivate: boolean;
}

function lookAtFolder(path: string): FolderFacts {
  const found = statSync(path, { throwIfNoEntry: false });
  const ownId = process.getuid?.() ?? null;
  if (found === undefined || ownId === null)
    return { path, exists: found !== undefined, ownerId: null, mode: null, isPrivate: true };
  const mode = `0${(found.mode & 0o777).toString(8)}`;
  return {
    path,
    exists: true,
    ownerId: found.uid,
    mode,
    isPrivate: found.uid === ownId && (found.mode & 0o022) === 0,
  };
}

function judgeWebgl({ webgl1Renderer, webgl2Renderer }: BrowserInspection): Finding {
  const fix = "Run `framegate install-browser`, and unset FRAMEGATE_BROWSER: the embedded browser renders in software.";
  if (webgl2Renderer !== null) return { what: "WebGL", value: `2, ${webgl2Renderer}`, state: "good", advice: null };
  if (webgl1Renderer !== null) return { what: "WebGL", value: `1 only, ${webgl1Renderer}`, state: "poor", advice: fix };
  return { what: "WebGL", value: "none", state: "bad", advice: fix };
}

/** 5 µs with isolation, 100 µs without. Measuring frame intervals needs at least the latter. */
function judgeTimer(resolutionMs: number | null): Finding {
  const isFine = resolutionMs !== null && resolutionMs < 0.05;
  return {
    what: "Timer resolution",
    value: resolutionMs === null ? "unknown" : `${resolutionMs.toFixed(3)} ms`,
    state: isFine ? "good" : "poor",
    advice: isFine ? null : "Wall times are coarse; CPU times do not depend on it.",
  };
}

const marks = { good: "ok  ", poor: "note", bad: "FAIL" } as const;

function formatFindings(findings: readonly Finding[], isUsable: boolean): string {
  const width = Math.max(...findings.map(({ what }) => what.length));
  const lines = findings.flatMap(({ what, value, state, advice }) => [
    onOneLine(`${marks[state]}  ${what.padEnd(width)}  ${value}`),
    ...(advice === null ? [] : [onOneLine(`${" ".repeat(width + 8)}${advice}`)]),
  ]);
  const verdict = isUsable ? "A run works here." : "A run cannot work here until the failures are fixed.";
  return `${lines.join("\n")}\n\n${verdict}\n`;
}
