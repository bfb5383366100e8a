import type { ReportView, ViewFrames } from "../formats/report-view.ts";
import { followed } from "./followed.ts";

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
  const selected = followed(first);
  return {
    count,
    current: () => selected.current(),
    select(frame) {
      const nearest = Math.max(0, Math.min(count - 1, Math.round(frame)));
      if (nearest !== selected.current() && !Number.isNaN(nearest)) selected.set(nearest);
    },
    follow: (listener) => selected.follow(listener),
  };
}
