import type { ContextLoss } from "../../../formats/page-port.ts";
import { invokeMethod, prototypeOf } from "./realm-methods.ts";

/** A context that the page draws with. */
export interface WatchedContext {
  readonly context: object;
  /** Of WebGL 2. */
  readonly isSecond: boolean;
  /** Draws since the context was lost or restored last. */
  drawsSince: number;
  /** The page has called `loseContext` on it, or made more contexts than a browser keeps. */
  isGivenUp: boolean;
  loss: LossState | null;
}

interface LossState {
  readonly step: number;
  isLost: boolean;
  hasDrawnLost: boolean;
  drawnAgainStep: number | null;
}

/** Looks for contexts that are lost, once a frame: their events can be stopped on their way, and a worker has none. */
export interface ContextWatch {
  /** Call at the end of each frame. */
  look(contexts: Iterable<WatchedContext>, step: number): void;
  /** The losses that affect the picture. */
  losses(contexts: Iterable<WatchedContext>): readonly ContextLoss[];
}

/** Creates a watch with the native functions of `realm`, which a page may replace. */
export function watchContextLosses(realm: object): ContextWatch {
  const first = prototypeOf(realm, "WebGLRenderingContext")?.["isContextLost"];
  const second = prototypeOf(realm, "WebGL2RenderingContext")?.["isContextLost"];
  const isLost = ({ context, isSecond }: WatchedContext): boolean =>
    invokeMethod(isSecond ? second : first, context, []) === true;

  function lookAt(watched: WatchedContext, step: number): void {
    const lost = isLost(watched);
    const { loss, drawsSince } = watched;
    if (lost && (loss === null || !loss.isLost)) {
      watched.loss = { step: loss?.step ?? step, isLost: true, hasDrawnLost: false, drawnAgainStep: null };
      watched.drawsSince = 0;
      return;
    }
    if (loss === null) return;
    if (lost) loss.hasDrawnLost ||= drawsSince > 0;
    else if (loss.isLost) {
      loss.isLost = false;
      watched.drawsSince = 0;
    } else if (drawsSince > 0) loss.drawnAgainStep ??= step;
  }

  return {
    look(contexts, step) {
      for (const watched of contexts) lookAt(watched, step);
    },
    losses: (contexts) =>
      [...contexts].flatMap(({ context, loss, isGivenUp }) => {
        if (loss === null || (!loss.hasDrawnLost && loss.drawnAgainStep === null && !isShown(context))) return [];
        return [{ step: loss.step, drawnAgainStep: loss.drawnAgainStep, byGame: isGivenUp }];
      }),
  };
}

/** A game that discards a context loses it on purpose, and its canvas is no longer in a document. */
function isShown(context: object): boolean {
  const canvas: unknown = Reflect.get(context, "canvas");
  return typeof canvas === "object" && canvas !== null && Reflect.get(canvas, "isConnected") === true;
}
