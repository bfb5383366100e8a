import type { ReportView, ViewFrames } from "../formats/report-view.ts";

/** The data that the viewer shows. */
export interface ViewerContent {
  readonly view: ReportView;
  readonly frames: ViewFrames;
  readonly selection: FrameSelection;
}

/** The frame that all parts of the viewer show. */
export interface FrameSelection {
  /** Measured frames. */
  readonly count: number;
  current(): number;
  /** Selects the frame nearest to a number. */
  select(frame: number): void;
  /** Calls a function now, and after each change. Returns a function that ends this. */
  follow(listener: (frame: number) => void): () => void;
}

/** Creates a selection, which begins at a frame. */
export function createFrameSelection(count: number, first: number): FrameSelection {
  const listeners = new Set<(frame: number) => void>();
  let selected = first;
  return {
    count,
    current: () => selected,
    select(frame) {
      const nearest = Math.max(0, Math.min(count - 1, Math.round(frame)));
      if (nearest === selected || Number.isNaN(nearest)) return;
      selected = nearest;
      for (const listener of listeners) listener(selected);
    },
    follow(listener) {
      listeners.add(listener);
      listener(selected);
      return () => listeners.delete(listener);
    },
  };
}
