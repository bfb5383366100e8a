import type { RandomStream } from "framegate";
import { AdditiveBlending, BufferAttribute, BufferGeometry, Color, Points, PointsMaterial, Vector3 } from "three";
import type { Texture } from "three";
import { createRing } from "./ring.ts";

const poolSize = 900;
const gravity = -9;
const outOfSight = -1000;

interface Spark {
  readonly position: Vector3;
  readonly velocity: Vector3;
  readonly colour: Color;
  /** 1 at the start, 0 at the end. */
  life: number;
}

export interface Sparks {
  readonly points: Points;
  burst(at: Vector3, colour: number, count: number): void;
  /** Moves all sparks by `dt` seconds. */
  advance(dt: number): void;
}

/** Creates a pool of glowing dots, all drawn at once. When it is exhausted, the oldest spark is used again. */
export function createSparks(random: RandomStream, glow: Texture): Sparks {
  const sparks = Array.from({ length: poolSize }, createSpark);
  const takeSpark = createRing(sparks);
  const positions = new BufferAttribute(new Float32Array(poolSize * 3), 3);
  const colours = new BufferAttribute(new Float32Array(poolSize * 3), 3);
  const points = createPoints(positions, colours, glow);
  const tint = new Color();

  function burst(at: Vector3, colour: number, count: number): void {
    for (let index = 0; index < count; index += 1) {
      const spark = takeSpark();
      spark.position.copy(at);
      spark.velocity.set(random() * 2 - 1, random() * 1.4, random() * 2 - 1).setLength(2 + random() * 9);
      spark.colour.set(colour).offsetHSL((random() - 0.5) * 0.06, 0, random() * 0.25);
      spark.life = 1;
    }
  }

  function advance(dt: number): void {
    sparks.forEach((spark, index) => {
      spark.life = Math.max(0, spark.life - dt * 1.3);
      spark.velocity.y += gravity * dt;
      spark.position.addScaledVector(spark.velocity, dt);
      if (spark.life > 0 && spark.position.y < 0.05) spark.velocity.y = Math.abs(spark.velocity.y) * 0.5;
      // With additive blending, black is invisible. Far below, a spent spark also costs no pixels.
      if (spark.life === 0) spark.position.y = outOfSight;
      tint.copy(spark.colour).multiplyScalar(spark.life * spark.life);
      positions.setXYZ(index, spark.position.x, spark.position.y, spark.position.z);
      colours.setXYZ(index, tint.r, tint.g, tint.b);
    });
    positions.needsUpdate = true;
    colours.needsUpdate = true;
  }

  return { points, burst, advance };
}

function createPoints(positions: BufferAttribute, colours: BufferAttribute, glow: Texture): Points {
  const geometry = new BufferGeometry().setAttribute("position", positions).setAttribute("color", colours);
  const material = new PointsMaterial({
    map: glow,
    size: 0.5,
    vertexColors: true,
    blending: AdditiveBlending,
    depthWrite: false,
    fog: false,
  });
  const points = new Points(geometry, material);
  points.frustumCulled = false;
  return points;
}

function createSpark(): Spark {
  return { position: new Vector3(), velocity: new Vector3(), colour: new Color(), life: 0 };
}
