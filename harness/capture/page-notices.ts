import { frameName } from "../../src/formats/frame-name.ts";
import type { RunNotice } from "../../src/formats/frame-sample.ts";
import type { ContextLoss } from "../../src/formats/page-port.ts";
import { FramegateError } from "../errors.ts";

/**
 * Notices about lost WebGL contexts. A game that draws again afterwards passes with a warning; one that gave a context
 * up fails. Throws `context-taken` if the browser took it away and the game could not go on.
 */
export function contextNotices(losses: readonly ContextLoss[], warmup: number): readonly RunNotice[] {
  return losses.map(({ step, drawnAgainStep, byGame }) => {
    const frame = step < 0 ? "set-up" : frameName(step, warmup);
    if (drawnAgainStep !== null) {
      const message = `A WebGL context was lost in ${frame}. The game drew with it again in ${frameName(drawnAgainStep, warmup)}, after it was restored.`;
      return { code: "context-restored", severity: "warning", message, where: frame };
    }
    if (!byGame) throw new FramegateError("context-taken", { frame });
    const message = `A WebGL context was lost in ${frame}, and the game did not draw with it again. It called loseContext, or made more than 16 contexts, of which a browser takes the oldest.`;
    return { code: "context-lost", severity: "failure", message, where: frame };
  });
}

/** Notices about windows that a page has opened. */
export function popupNotices(count: number): readonly RunNotice[] {
  if (count === 0) return [];
  const message = "The page opened a window, which was closed at once: a run has one page.";
  return [{ code: "popup-closed", severity: "warning", message, where: null }];
}
