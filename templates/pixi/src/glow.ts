import { FillGradient, Graphics, type Renderer, type Texture } from "pixi.js";

/** A soft white dot with a diameter of 128 pixels, to be tinted. Drawn once and shared by all lights. */
export function createGlow(renderer: Renderer): Texture {
  const gradient = new FillGradient({
    type: "radial",
    center: { x: 0.5, y: 0.5 },
    innerRadius: 0,
    outerCenter: { x: 0.5, y: 0.5 },
    outerRadius: 0.5,
    colorStops: [
      { offset: 0, color: "rgba(255, 255, 255, 1)" },
      { offset: 0.25, color: "rgba(255, 255, 255, 0.45)" },
      { offset: 1, color: "rgba(255, 255, 255, 0)" },
    ],
  });
  const dot = new Graphics().circle(64, 64, 64).fill(gradient);
  const texture = renderer.generateTexture({ target: dot, resolution: 2 });
  dot.destroy();
  return texture;
}

/** Makes an object count as an entity, which a budget can limit. */
export function tagEntity(target: object, entityId: string): void {
  Object.assign(target, { userData: { entityId } });
}
