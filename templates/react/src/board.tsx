import { type ReactElement, useSyncExternalStore } from "react";
import { columns, type Round, rows } from "./round.ts";
import { look } from "./look.ts";

interface BoardProps {
  readonly round: Round;
}

/** Shows a round: the score, the board, and the misses. */
export function Board({ round }: BoardProps): ReactElement {
  const { lamps, cursor, score, missed } = useSyncExternalStore(round.subscribe, round.read);
  return (
    <div style={look.screen}>
      <div style={look.heading}>
        <span>Put out {score}</span>
        <span style={look.missed}>Burnt down {missed}</span>
      </div>
      <div
        style={{
          ...look.board,
          gridTemplateColumns: `repeat(${columns}, 96px)`,
          gridTemplateRows: `repeat(${rows}, 96px)`,
        }}
      >
        {lamps.map((brightness, field) => (
          <Lamp key={field} brightness={brightness} hasCursor={field === cursor} />
        ))}
      </div>
      <div style={look.hint}>Arrow keys move. Reach a lamp before it burns down.</div>
    </div>
  );
}

interface LampProps {
  readonly brightness: number;
  readonly hasCursor: boolean;
}

function Lamp({ brightness, hasCursor }: LampProps): ReactElement {
  const hue = 18 + brightness * 32;
  const light = `hsl(${hue.toFixed(1)} 100% ${(46 + brightness * 18).toFixed(1)}%)`;
  return (
    <div style={{ ...look.field, outline: hasCursor ? "3px solid #7ce7ff" : "1px solid rgba(255, 255, 255, 0.07)" }}>
      <div
        style={{
          ...look.lamp,
          background: brightness > 0 ? light : "#2a2450",
          boxShadow: brightness > 0 ? `0 0 ${(brightness * 48).toFixed(1)}px ${light}` : "none",
          transform: `scale(${(0.55 + brightness * 0.45).toFixed(3)})`,
        }}
      />
    </div>
  );
}
