import { FillGradient, Graphics } from "pixi.js";
import type { Renderer, Texture } from "pixi.js";

/** The textures of everything in the sea. Drawn once, in white if they are tinted later. */
export interface SeaTextures {
  /** A slim body that points right. */
  readonly fish: Texture;
  /** A shaded ball with a diameter of `stonePixels`. */
  readonly stone: Texture;
  /** A soft dot. */
  readonly glow: Texture;
}

/** Width and height of the stone's texture in pixels. */
export const stonePixels = 128;

/** Draws the textures with the game's own renderer, so that nothing has to be loaded. */
export function createTextures(renderer: Renderer): SeaTextures {
  return {
    fish: bake(renderer, drawFish()),
    stone: bake(renderer, drawStone()),
    glow: bake(renderer, drawGlow()),
  };
}

function bake(renderer: Renderer, picture: Graphics): Texture {
  const texture = renderer.generateTexture({
    target: picture,
    resolution: 2,
    antialias: true,
    textureSourceOptions: { autoGenerateMipmaps: true },
  });
  // Pebbles are drawn at a tenth of the texture's size, which only looks smooth with mipmaps.
  texture.source.updateMipmaps();
  picture.destroy();
  return texture;
}

function drawFish(): Graphics {
  return new Graphics()
    .moveTo(13, 0)
    .bezierCurveTo(8, -4.2, 0, -4, -6, -0.8)
    .lineTo(-11, -3.6)
    .lineTo(-9, 0)
    .lineTo(-11, 3.6)
    .lineTo(-6, 0.8)
    .bezierCurveTo(0, 4, 8, 4.2, 13, 0)
    .fill({ color: 0xffffff });
}

function drawStone(): Graphics {
  const radius = stonePixels / 2;
  const body = createRadialGradient([
    [0, "#a9b4cc"],
    [0.6, "#5c6680"],
    [0.93, "#262c40"],
    [1, "#8fa2c8"],
  ]);
  const shine = createRadialGradient([
    [0, "rgba(255, 255, 255, 0.75)"],
    [1, "rgba(255, 255, 255, 0)"],
  ]);
  return new Graphics()
    .circle(radius, radius, radius)
    .fill(body)
    .circle(radius * 0.72, radius * 0.58, radius * 0.5)
    .fill(shine);
}

function drawGlow(): Graphics {
  const fading = createRadialGradient([
    [0, "rgba(255, 255, 255, 1)"],
    [0.18, "rgba(255, 255, 255, 0.5)"],
    [0.5, "rgba(255, 255, 255, 0.12)"],
    [1, "rgba(255, 255, 255, 0)"],
  ]);
  return new Graphics().circle(64, 64, 64).fill(fading);
}

/** A gradient from the middle of a shape to its edge, given as [position, colour] stops. */
function createRadialGradient(stops: readonly (readonly [number, string])[]): FillGradient {
  return new FillGradient({
    type: "radial",
    center: { x: 0.5, y: 0.5 },
    innerRadius: 0,
    outerCenter: { x: 0.5, y: 0.5 },
    outerRadius: 0.5,
    colorStops: stops.map(([offset, color]) => ({ offset, color })),
  });
}
