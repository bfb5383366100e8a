import type { ReactElement } from "react";
import type { RadarBlip } from "./status-board.ts";

interface RadarProps {
  readonly player: RadarBlip;
  readonly hunters: readonly RadarBlip[];
}

/** The platform from above. */
export function Radar({ player, hunters }: RadarProps): ReactElement {
  return (
    <svg viewBox="-1.1 -1.1 2.2 2.2" width="150" height="150">
      <circle r="1" fill="rgba(10, 12, 40, 0.6)" stroke="rgba(123, 140, 255, 0.8)" strokeWidth="0.025" />
      <circle r="0.5" fill="none" stroke="rgba(123, 140, 255, 0.3)" strokeWidth="0.015" />
      <path d="M-1 0H1M0 -1V1" stroke="rgba(123, 140, 255, 0.2)" strokeWidth="0.015" />
      {hunters.map((hunter, index) => (
        <circle key={index} cx={hunter.x} cy={hunter.z} r="0.05" fill="#ff5d7d" />
      ))}
      <circle cx={player.x} cy={player.z} r="0.075" fill="#9ff4ff" />
    </svg>
  );
}
