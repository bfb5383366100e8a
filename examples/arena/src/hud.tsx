import type { ReactContext } from "framegate/react";
import { useSyncExternalStore } from "react";
import type { ReactElement } from "react";
import { createRoot } from "react-dom/client";
import { hudStyle } from "./hud-style.ts";
import { Meter } from "./meter.tsx";
import { Radar } from "./radar.tsx";
import { statusBoard } from "./status-board.ts";

/** Shows the HUD above the world. It has no systems of its own: the status board updates it. */
export function setup(ctx: ReactContext): void {
  createRoot(ctx.container).render(<Hud />);
}

function Hud(): ReactElement {
  const status = useSyncExternalStore(statusBoard.subscribe, statusBoard.read);
  return (
    <div style={hudStyle.screen}>
      <div style={hudStyle.score}>
        <div style={hudStyle.caption}>Score</div>
        <div style={hudStyle.scoreFigure}>{String(status.score).padStart(5, "0")}</div>
        <div style={hudStyle.caption}>{status.huntersDown} hunters down</div>
      </div>
      <div style={hudStyle.meters}>
        <Meter label="Hull" share={status.hull / 100} colour="#ff5d7d" />
        <Meter label="Pulse" share={status.pulseCharge} colour="#4fe3ff" />
      </div>
      <div style={hudStyle.radar}>
        <Radar player={status.player} hunters={status.hunters} />
      </div>
      <div style={hudStyle.facts}>
        {status.awakeBodies} of {status.bodies} bodies awake · {status.seconds.toFixed(1)} s
      </div>
    </div>
  );
}
