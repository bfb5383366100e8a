import type { MountReport, PageFailureCode } from "../formats/page-port.ts";
import { isSettleTimeout } from "./realm-agent.ts";
import { WebglRefused } from "./root-adapter.ts";
import { describeThrown } from "./thrown-text.ts";

/** A root that failed to mount, with the code for the mount report. */
export class MountFailure extends Error {
  readonly code: PageFailureCode;
  readonly rootId: string | null;

  constructor(code: PageFailureCode, rootId: string | null, cause: unknown) {
    const { message, stack } = describeThrown(cause);
    super(message, { cause });
    this.code = code;
    this.rootId = rootId;
    if (stack !== null) this.stack = stack;
  }
}

/** Awaits a part of mounting a root, and blames the root if it fails. */
export async function blameRoot<T>(rootId: string, promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (thrown) {
    if (thrown instanceof MountFailure || isSettleTimeout(thrown)) throw thrown;
    throw new MountFailure(thrown instanceof WebglRefused ? "webgl-refused" : "entry-threw", rootId, thrown);
  }
}

/** The report of a mount that ended with this error. */
export function reportMountFailure(thrown: unknown): MountReport {
  const failure = thrown instanceof MountFailure ? thrown : null;
  const { message, stack } = describeThrown(thrown);
  const error = { message, stack, rootId: failure?.rootId ?? null };
  const code = isSettleTimeout(thrown) ? "settle-timeout" : (failure?.code ?? "entry-threw");
  return { ok: false, code, error };
}
