import { createHash } from "node:crypto";
import type { CDPSession, HTTPRequest, Page, Protocol } from "puppeteer-core";
import { withIndexPage } from "../../src/formats/index-page.ts";
import type { LoadedFile } from "../../src/formats/verify-report.ts";
import { placeAt, type StackPositions } from "./stack-positions.ts";

/** Records the files that a page loads. */
export interface LoadRecorder {
  /** The files so far, in the order of their requests. */
  list(): Promise<readonly LoadedFile[]>;
}

/** Positions of the calls that requested a file, innermost first, without Framegate's. */
export function callersIn(initiator: Protocol.Network.Initiator, positions: StackPositions): readonly string[] {
  const frames = (initiator.stack?.callFrames ?? []).map(({ functionName, lineNumber, columnNumber, url }) =>
    positions.frame(functionName, url, lineNumber + 1, columnNumber + 1),
  );
  // A worker's own script starts in a blob of Framegate's, whose name differs in each run.
  const ofGame = frames.filter(({ owner, position }) => owner !== "framegate" && !position.startsWith("blob:"));
  if (ofGame.length > 0) return ofGame.map(({ position }) => position);
  const { url: document, lineNumber, columnNumber = 0 } = initiator;
  if (document === undefined || lineNumber === undefined || document.startsWith("blob:")) return [];
  return [positions.frame("", document, lineNumber + 1, columnNumber + 1).position];
}

/** Records what a page loads from now on. The session's debugger must be enabled. */
export function recordLoadedFiles(page: Page, session: CDPSession, positions: StackPositions): LoadRecorder {
  const loads: Promise<LoadedFile | null>[] = [];
  page.on("requestfinished", (request) => {
    if (/^https?:/u.test(request.url())) loads.push(describeLoad(request, session, positions));
  });
  return {
    list: async () => (await Promise.all(loads)).filter((load) => load !== null),
  };
}

async function describeLoad(
  request: HTTPRequest,
  session: CDPSession,
  positions: StackPositions,
): Promise<LoadedFile | null> {
  const initiator = request.initiator();
  if (initiator === undefined) return null;
  const content = await request
    .response()
    ?.buffer()
    .catch(() => null);
  if (content === null || content === undefined) return null;
  const stack = callersIn(initiator, positions).flatMap((position) => placeAt(position) ?? []);
  const frameUrl = request.frame()?.url();
  return {
    api: frameUrl === undefined ? apiOfWorker(request) : await apiOfPage(request, session),
    realm: frameUrl === undefined ? `/${stack.at(-1)?.file ?? ""}` : withIndexPage(new URL(frameUrl).pathname),
    url: request.url(),
    hash: createHash("sha256").update(content).digest("hex"),
    stack,
  };
}

/** Workers have no elements. */
function apiOfWorker(request: HTTPRequest): string {
  const type = request.resourceType();
  if (type === "script") return "import()";
  return type === "other" ? "importScripts" : type;
}

async function apiOfPage(request: HTTPRequest, session: CDPSession): Promise<string> {
  return (await isImport(request.initiator(), session)) ? "import()" : request.resourceType();
}

/** Whether the innermost call is an `import()`, which the browser reports like an element's script. */
async function isImport(initiator: Protocol.Network.Initiator | undefined, session: CDPSession): Promise<boolean> {
  const [inner] = initiator?.stack?.callFrames ?? [];
  if (inner === undefined) return false;
  const { scriptId, lineNumber, columnNumber } = inner;
  const answer = await session.send("Debugger.getScriptSource", { scriptId }).catch(() => null);
  const line = answer?.scriptSource.split("\n")[lineNumber] ?? "";
  // The call's position lies within its parentheses.
  return /\bimport\s*\([^;]*$/u.test(line.slice(0, columnNumber));
}
