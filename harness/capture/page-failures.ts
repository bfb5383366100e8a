import { frameName } from "../../src/formats/frame-name.ts";
import type { MountReport, StepReport } from "../../src/formats/page-port.ts";
import type { RunLimits } from "../../src/formats/run-plan.ts";
import { FramegateError } from "../errors.ts";
import type { Hindrance } from "./silence.ts";
import { type StackPositions, withGamePaths } from "./stack-positions.ts";
import type { Stuck } from "./watchdog.ts";

type FailedMount = Extract<MountReport, { readonly ok: false }>;
type StepStop = NonNullable<StepReport["stopped"]>;

export interface StepFailureContext {
  readonly positions: StackPositions;
  readonly warmup: number;
  readonly limits: RunLimits;
}

/** Error for a game that could not be mounted. */
export function mountFailure(
  { code, error }: FailedMount,
  positions: StackPositions,
  limits: RunLimits,
): FramegateError {
  const rootId = error.rootId ?? "page";
  const where = gamePosition(error.stack, positions) ?? `root "${rootId}"`;
  const { message } = error;
  switch (code) {
    case "setup-missing":
      return new FramegateError("setup-missing", { rootId, exports: message, where });
    case "teardown-threw":
      return new FramegateError("teardown-threw", { rootId, message, where });
    case "adapter-invalid":
      return new FramegateError("adapter-invalid", { rootId, reason: message, where });
    case "capture-timeout":
      return new FramegateError("capture-timeout", { rootId, seen: message, where });
    case "entry-never-resolved":
      return new FramegateError("entry-never-resolved", { what: `Root "${rootId}"`, waitedMs: limits.bootMs, where });
    case "webgl-refused":
      return new FramegateError("webgl-refused", { rootId, message });
    case "settle-timeout":
      return new FramegateError("settle-timeout", {
        frame: "the first frame",
        waitedMs: Math.max(limits.settleMs, limits.bootMs),
        option: "--boot-timeout",
        outstanding: withGamePaths(message),
        where,
      });
    default:
      return new FramegateError("entry-threw", { rootId, message, where });
  }
}

/** Error for a frame that did not end. `step` counts from the first warm-up frame. */
export function stepFailure({ code, error }: StepStop, step: number, context: StepFailureContext): FramegateError {
  const { positions, warmup, limits } = context;
  const frame = frameName(step, warmup);
  const where = gamePosition(error.stack, positions) ?? frame;
  if (code === "settle-timeout") {
    return new FramegateError("settle-timeout", {
      frame,
      waitedMs: limits.settleMs,
      outstanding: withGamePaths(error.message),
      option: null,
      where: frame,
    });
  }
  if (code === "element-missed") return new FramegateError("element-missed", { frame, message: error.message });
  const inRoot = error.rootId === null ? frame : `${frame} of root "${error.rootId}"`;
  return new FramegateError("frame-threw", { frame: inRoot, message: error.message, where });
}

/** Error for a page that stopped answering in `frame`. `option` sets its limit. */
export function stuckFailure(
  { limitMs, frames, hindrance }: Stuck,
  frame: string,
  option: "--frame-timeout" | "--boot-timeout" = "--frame-timeout",
): FramegateError {
  if (hindrance !== null) return hindered(hindrance, frame, limitMs);
  const own = frames.filter(({ owner }) => owner !== "framegate");
  const stack = own
    .slice(0, 8)
    .map(({ functionName, position }) => `  at ${functionName === "" ? "(anonymous)" : functionName} (${position})`);
  return new FramegateError("frame-never-ended", {
    frame: frame.charAt(0).toUpperCase() + frame.slice(1),
    limitMs,
    option,
    stack: stack.join("\n"),
    where: own[0]?.position ?? frame,
  });
}

/** Error for a page whose process has ended in `frame`. `signal` is null if it crashed by itself. */
export function crashFailure(signal: string | null, frame: string): FramegateError {
  return signal === null
    ? new FramegateError("page-crashed", { frame })
    : new FramegateError("page-killed", { frame, signal });
}

/** Error for a page that the machine kept from finishing `frame`. */
export function hindered({ kind, seen }: Hindrance, frame: string, limitMs: number): FramegateError {
  return kind === "stopped"
    ? new FramegateError("browser-stopped", { frame, limitMs, seen })
    : new FramegateError("machine-overloaded", { frame, limitMs, seen });
}

function gamePosition(stack: string | null, positions: StackPositions): string | null {
  const frames = positions.frames(stack ?? "").filter(({ owner }) => owner !== "framegate");
  return (frames.find(({ owner }) => owner === "game") ?? frames[0])?.position ?? null;
}
