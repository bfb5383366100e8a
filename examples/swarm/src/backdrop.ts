import type { RandomStream } from "framegate";
import { Color, Container, FillGradient, Graphics, Sprite } from "pixi.js";
import type { Texture } from "pixi.js";
import { palette } from "./palette.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Ray {
  readonly shape: Graphics;
  readonly phase: number;
}

export interface Backdrop {
  readonly container: Container;
  /** Moves the light from above. */
  update(seconds: number): void;
}

/** Paints the water, the light in it and the floating plankton. */
export function createBackdrop(size: Size, glow: Texture, random: RandomStream): Backdrop {
  const container = new Container();
  const rays = Array.from({ length: 7 }, (_, index) => createRay(size, (index + random()) / 7, random()));
  container.addChild(createWater(size), ...rays.map((ray) => ray.shape), createPlankton(size, glow, random));

  function update(seconds: number): void {
    for (const { shape, phase } of rays) {
      shape.alpha = 0.13 + 0.07 * Math.sin(seconds * 0.7 + phase * 6.3);
      shape.skew.x = 0.06 * Math.sin(seconds * 0.3 + phase * 6.3);
    }
  }

  return { container, update };
}

function createWater({ width, height }: Size): Graphics {
  const depth = new FillGradient({
    type: "linear",
    start: { x: 0, y: 0 },
    end: { x: 0, y: 1 },
    colorStops: [
      { offset: 0, color: new Color(palette.surface) },
      { offset: 0.55, color: new Color(palette.deep) },
      { offset: 1, color: new Color(palette.abyss) },
    ],
  });
  return new Graphics().rect(0, 0, width, height).fill(depth);
}

function createRay({ width, height }: Size, place: number, phase: number): Ray {
  const top = place * width;
  const shape = new Graphics()
    .poly([top - 18, -20, top + 30, -20, top - 60 + phase * 60, height * 0.95, top - 220, height * 0.95])
    .fill(createBeam());
  shape.blendMode = "add";
  return { shape, phase };
}

/** Brightest at the surface and faded out before it ends: a beam with a visible edge looks like a pane of glass. */
function createBeam(): FillGradient {
  const colour = new Color(palette.sunbeam);
  return new FillGradient({
    type: "linear",
    start: { x: 0, y: 0 },
    end: { x: 0, y: 1 },
    colorStops: [
      { offset: 0, color: colour.setAlpha(1).toRgbaString() },
      { offset: 1, color: colour.setAlpha(0).toRgbaString() },
    ],
  });
}

function createPlankton({ width, height }: Size, glow: Texture, random: RandomStream): Container {
  const plankton = new Container();
  for (let index = 0; index < 160; index += 1) {
    const mote = new Sprite({ texture: glow, anchor: 0.5, tint: palette.plankton, alpha: 0.1 + random() * 0.35 });
    mote.position.set(random() * width, random() * height);
    mote.scale.set(0.03 + random() * 0.07);
    plankton.addChild(mote);
  }
  return plankton;
}
