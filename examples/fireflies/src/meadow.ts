import type { PointContext } from "./adapter.ts";

const fireflies = 400;
const speed = 40;

/** Fills the meadow. Each firefly wanders, and glows to a rhythm of its own. */
export function setup({ engine, random, resolution, systems, time }: PointContext): void {
  const draw = random.stream("fireflies");
  const flights = Array.from({ length: fireflies }, () => {
    const point = { x: draw() * resolution.width, y: draw() * resolution.height, size: 6 + draw() * 10, glow: 0 };
    engine.points.push(point);
    return { point, heading: draw() * Math.PI * 2, rhythm: 0.5 + draw() };
  });
  systems.add("gameLogic", () => {
    for (const flight of flights) {
      const { point, rhythm } = flight;
      flight.heading += (draw() - 0.5) * 0.4;
      point.x = wrap(point.x + Math.cos(flight.heading) * speed * time.dt, resolution.width);
      point.y = wrap(point.y + Math.sin(flight.heading) * speed * time.dt, resolution.height);
      point.glow = 0.5 + 0.5 * Math.sin(time.seconds * rhythm * Math.PI);
    }
  });
}

function wrap(value: number, length: number): number {
  return (value + length) % length;
}
