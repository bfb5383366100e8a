import type { RandomStream } from "framegate";
import { Container, FillGradient, Graphics } from "pixi.js";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The sky with its stars and moon, the hills and the grass. Nothing in it moves. */
export function createMeadow(size: Size, random: RandomStream): Container {
  const meadow = new Container();
  meadow.addChild(
    createSky(size),
    createStars(size, random),
    createHill(size, { base: 0.7, swell: 70, colour: "#142a4a", phase: random() * 6 }),
    createHill(size, { base: 0.8, swell: 46, colour: "#0d1e38", phase: random() * 6 }),
    createGrass(size, random),
  );
  return meadow;
}

function createSky({ width, height }: Size): Graphics {
  const dusk = new FillGradient({
    type: "linear",
    start: { x: 0, y: 0 },
    end: { x: 0, y: 1 },
    colorStops: [
      { offset: 0, color: "#0a0e2a" },
      { offset: 0.6, color: "#27356f" },
      { offset: 1, color: "#7a5a86" },
    ],
  });
  return new Graphics().rect(0, 0, width, height).fill(dusk);
}

function createStars({ width, height }: Size, random: RandomStream): Graphics {
  const stars = new Graphics();
  for (let index = 0; index < 90; index += 1) {
    stars
      .circle(random() * width, random() * height * 0.6, 0.6 + random() * 1.2)
      .fill({ color: "#ffffff", alpha: 0.3 + random() * 0.6 });
  }
  stars.circle(width * 0.82, height * 0.18, 46).fill("#fdf6dc");
  return stars.circle(width * 0.82 - 18, height * 0.18 - 10, 40).fill("#131a41");
}

interface Hill {
  /** Position of its base as a share of the picture's height. */
  readonly base: number;
  readonly swell: number;
  readonly colour: string;
  readonly phase: number;
}

function createHill({ width, height }: Size, { base, swell, colour, phase }: Hill): Graphics {
  const ridge = Array.from({ length: 41 }, (_, index) => {
    const along = index / 40;
    const rise = Math.sin(along * 5 + phase) + 0.4 * Math.sin(along * 13 + phase * 2);
    return [along * width, height * base - rise * swell];
  });
  return new Graphics().poly([...ridge.flat(), width, height, 0, height]).fill(colour);
}

function createGrass({ width, height }: Size, random: RandomStream): Graphics {
  const grass = new Graphics().rect(0, height - 40, width, 40).fill("#070f1f");
  for (let at = 0; at < width; at += 9) {
    const tip = height - 50 - random() * 46;
    grass.poly([at, height - 36, at + 3 + (random() - 0.5) * 26, tip, at + 7, height - 36]).fill("#070f1f");
  }
  return grass;
}
