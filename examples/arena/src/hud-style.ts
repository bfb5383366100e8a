import type { CSSProperties } from "react";

const edge = 28;

/** Style of the HUD. Panels have absolute positions, so that a changing value moves none of the others. */
export const hudStyle = {
  screen: {
    position: "absolute",
    inset: 0,
    color: "#e9fbff",
    fontFamily: "'Open Sans', 'Segoe UI', system-ui, sans-serif",
    fontVariantNumeric: "tabular-nums",
    textShadow: "0 1px 6px rgba(4, 5, 26, 0.9)",
    pointerEvents: "none",
    userSelect: "none",
  },
  caption: { fontSize: 12, letterSpacing: "0.16em", textTransform: "uppercase", color: "rgba(214, 222, 255, 0.8)" },
  score: { position: "absolute", left: edge, top: edge - 6 },
  scoreFigure: { fontSize: 46, fontWeight: 700, lineHeight: 1.15, letterSpacing: "0.04em" },
  meters: { position: "absolute", left: edge, bottom: edge, display: "flex", gap: 22 },
  meter: { width: 210 },
  meterTrack: {
    marginTop: 7,
    height: 10,
    borderRadius: 5,
    overflow: "hidden",
    background: "rgba(10, 12, 40, 0.65)",
    boxShadow: "0 0 0 1px rgba(123, 140, 255, 0.45)",
  },
  meterFill: { height: "100%", transformOrigin: "left" },
  radar: { position: "absolute", right: edge - 8, top: edge - 8 },
  facts: { position: "absolute", right: edge, bottom: edge, fontSize: 13, color: "rgba(214, 222, 255, 0.75)" },
} as const satisfies Readonly<Record<string, CSSProperties>>;
