/** Looks at the page whenever the browser paints. */
export interface PaintWatch {
  start(): void;
  stop(): void;
}

/**
 * Calls `onPaint` when the browser is about to recalculate styles for a picture, between `start` and `stop`.
 *
 * A request that has been made is kept after `stop`, because each one makes the browser paint.
 */
export function createPaintWatch(
  requestAnimationFrame: (callback: () => void) => void,
  onPaint: () => void,
): PaintWatch {
  let isOn = false;
  let isAsked = false;
  const ask = (): void => {
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      if (!isOn) return;
      onPaint();
      ask();
    });
  };
  return {
    start() {
      isOn = true;
      if (!isAsked) ask();
    },
    stop() {
      isOn = false;
    },
  };
}
