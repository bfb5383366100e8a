import { type RunNotice, uncaughtCodes } from "../../src/formats/frame-sample.ts";
import type { FinishReport, PageNotice } from "../../src/formats/page-port.ts";
import type { RunPlan } from "../../src/formats/run-plan.ts";
import type { Site } from "../serve/serve-site.ts";
import type { GamePage } from "./game-page.ts";
import { missingNotices, unbuilt } from "./missing-files.ts";
import { contextNotices, popupNotices } from "./page-notices.ts";
import { refusedSockets } from "./refused-sockets.ts";
import { describePlace, type StackPositions } from "./stack-positions.ts";

/** One policy may block hundreds of files. */
const refusalsMax = 5;

/** The code of the notice about errors in the page's console. */
const consoleErrors = "console-errors";

/** All notices of a run about its page. */
export function runNotices(
  { plan, site }: { readonly plan: RunPlan; readonly site: Site },
  page: GamePage,
  positions: StackPositions,
  finished: FinishReport,
): readonly RunNotice[] {
  const others = [
    ...contextNotices(finished.contextLosses, plan.warmup),
    ...popupNotices(page.popupCount()),
    ...finished.notices
      .filter((notice) => !isReloader(notice, site.reloaders()))
      .map(explainSpecifier)
      .map(excuseControlFlow)
      .map((notice) => ({ ...notice, where: notice.where === null ? null : describePlace(notice.where, positions) })),
  ].map((notice): RunNotice => {
    return plan.allowErrors && uncaughtCodes.has(notice.code) ? { ...notice, severity: "warning" } : notice;
  });
  const refusals = page.takeRefusals().slice(0, refusalsMax);
  const sockets = [...finished.notices.flatMap(socketIn), ...page.takeWorkerSockets()];
  const failed = [...page.takeFailedRequests(), ...refusedSockets(sockets, plan.allowHosts)];
  const isBroken =
    (!finished.anythingRendered && !plan.allowVacuous) || others.some(({ severity }) => severity === "failure");
  const missing = missingNotices(
    { missing: site.takeMissing(), failed },
    {
      pageUrl: site.embedUrl?.replace(/#.*/su, "") ?? null,
      allowed: plan.allowMissing,
      isBroken,
      callerOf: (url) => page.callerOf(url, positions),
    },
  );
  const isFailure = ({ severity }: RunNotice): boolean => severity === "failure";
  // A missing file may be the reason for everything else, so it comes first, but for errors that have no other reason.
  return [
    ...others.filter(isUnbuilt),
    ...missing.filter(isFailure),
    ...refusals.map((message): RunNotice => ({ code: "refused", severity: "warning", message, where: null })),
    // Many games that work log errors, so the errors of the console are only reported beside a failure.
    ...others.filter(
      (notice) => !isUnbuilt(notice) && (notice.code !== consoleErrors || isBroken || missing.some(isFailure)),
    ),
    ...missing.filter((notice) => !isFailure(notice)),
  ];
}

/** Whether the notice is about a socket that is never answered, so that no frame depends on it. */
function isReloader(notice: PageNotice, reloaders: ReadonlySet<string>): boolean {
  return socketIn(notice).some((url) => {
    if (!URL.canParse(url)) return false;
    const { pathname, search } = new URL(url);
    return reloaders.has(pathname + search);
  });
}

/** Adds a hint to the browser's error for a bare import specifier. */
export function explainSpecifier(notice: PageNotice): PageNotice {
  const isBare = notice.code === "uncaught-error" && notice.message.includes("Failed to resolve module specifier");
  return isBare ? { ...notice, message: `${notice.message.replace(/\.?$/u, ".")} ${unbuilt}` } : notice;
}

/** True for an error about a module that only a bundler finds. */
function isUnbuilt({ code, message }: RunNotice): boolean {
  return code === "uncaught-error" && message.endsWith(unbuilt);
}

const controlFlow = /Using exceptions for control flow|^Uncaught (?:\(in promise\) )?(?:unwind|SimulateInfiniteLoop)$/u;

/**
 * Makes a warning of the exception by which a compiled program leaves its main function when its loop begins, and which
 * nobody catches. Emscripten throws a text; winit, the windows of Bevy and other engines in Rust, an error that says it
 * is none.
 */
export function excuseControlFlow(notice: PageNotice): PageNotice {
  const isExcused = uncaughtCodes.has(notice.code) && controlFlow.test(notice.message);
  return isExcused ? { ...notice, severity: "warning" } : notice;
}

/** URL of the socket in a notice about a named use. */
function socketIn({ code, message, where }: PageNotice): readonly string[] {
  const isSocket = code === "undriven-api" && /^(?:WebSocket|WebSocketStream|WebTransport): /u.test(message);
  return isSocket && where !== null ? [where] : [];
}
