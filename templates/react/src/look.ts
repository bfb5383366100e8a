import type { CSSProperties } from "react";

/** Style of the board. Styles that change from frame to frame are set where they are drawn. */
export const look = {
  screen: {
    position: "absolute",
    inset: 0,
    display: "flex",
    flexDirection: "column",
    alignItems: "center",
    justifyContent: "center",
    gap: 22,
    color: "#f3efff",
    fontFamily: "'Open Sans', 'Segoe UI', system-ui, sans-serif",
    fontVariantNumeric: "tabular-nums",
    background: "radial-gradient(circle at 50% 38%, #3a2a72 0%, #1a1440 55%, #0b0822 100%)",
    userSelect: "none",
  },
  heading: { display: "flex", gap: 48, fontSize: 30, fontWeight: 700 },
  missed: { color: "#ff9d8a", fontWeight: 400 },
  board: { display: "grid", gap: 10, padding: 18, borderRadius: 24, background: "rgba(8, 5, 28, 0.45)" },
  field: { display: "grid", placeItems: "center", borderRadius: 16, background: "rgba(255, 255, 255, 0.03)" },
  lamp: { width: 64, height: 64, borderRadius: "50%" },
  hint: { fontSize: 16, color: "rgba(243, 239, 255, 0.65)" },
} as const satisfies Readonly<Record<string, CSSProperties>>;
