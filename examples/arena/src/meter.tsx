import type { ReactElement } from "react";
import { hudStyle } from "./hud-style.ts";

interface MeterProps {
  readonly label: string;
  readonly share: number;
  readonly colour: string;
}

/** A labelled bar; `share` runs from 0 to 1. */
export function Meter({ label, share, colour }: MeterProps): ReactElement {
  // Scaled instead of resized, because a transform needs no new layout.
  const fill = { ...hudStyle.meterFill, background: colour, transform: `scaleX(${String(Math.max(0, share))})` };
  return (
    <div style={hudStyle.meter}>
      <div style={hudStyle.caption}>{label}</div>
      <div style={hudStyle.meterTrack}>
        <div style={fill} />
      </div>
    </div>
  );
}
