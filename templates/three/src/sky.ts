import type { RandomStream } from "framegate";
import {
  AdditiveBlending,
  AmbientLight,
  BackSide,
  BufferGeometry,
  Color,
  DataTexture,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  IcosahedronGeometry,
  LinearFilter,
  Mesh,
  MeshBasicMaterial,
  PointLight,
  Points,
  PointsMaterial,
  RingGeometry,
  SphereGeometry,
  Sprite,
  SpriteMaterial,
} from "three";

export interface Sky {
  readonly group: Group;
  update(seconds: number): void;
}

/** The star, its ring, and the night behind them. */
export function createSky(random: RandomStream): Sky {
  const core = new Mesh(new IcosahedronGeometry(2, 4), new MeshBasicMaterial({ color: "#fff0c2" }));
  const halo = createHalo();
  const ring = createRing(random);
  const group = new Group();
  group.add(createNight(), createStars(900, random), ring, core, halo);
  group.add(new PointLight("#ffdca8", 420, 60), new AmbientLight("#5b4fa8", 1.4));

  return {
    group,
    update(seconds) {
      core.rotation.y = seconds * 0.3;
      ring.rotation.z = seconds * 0.05;
      halo.scale.setScalar(17 + 0.6 * Math.sin(seconds * 2.2));
    },
  };
}

const haloPixels = 64;

/** A glow that faces the camera and fades out towards its edge. */
function createHalo(): Sprite {
  const pixels = new Uint8Array(haloPixels * haloPixels * 4);
  for (let index = 0; index < haloPixels * haloPixels; index += 1) {
    const x = ((index % haloPixels) + 0.5) / haloPixels - 0.5;
    const y = (Math.floor(index / haloPixels) + 0.5) / haloPixels - 0.5;
    const fade = Math.max(0, 1 - 2 * Math.sqrt(x * x + y * y));
    pixels.set([255, 150 + 70 * fade, 70 + 90 * fade, 255 * fade], index * 4);
  }
  const map = new DataTexture(pixels, haloPixels, haloPixels);
  map.magFilter = LinearFilter;
  map.needsUpdate = true;
  return new Sprite(new SpriteMaterial({ map, blending: AdditiveBlending, depthWrite: false, opacity: 0.9 }));
}

const ringBands = 28;

/** Bands of dust of random brightness, fading out at the edges. */
function createRing(random: RandomStream): Mesh {
  const geometry = new RingGeometry(4.4, 13.6, 96, ringBands);
  const perBand = geometry.getAttribute("position").count / (ringBands + 1);
  const colours: number[] = [];
  for (let band = 0; band <= ringBands; band += 1) {
    const brightness = Math.sin((band / ringBands) * Math.PI) * (0.08 + random() * 0.3);
    const colour = new Color("#8a7bff").multiplyScalar(brightness).toArray();
    for (let index = 0; index < perBand; index += 1) colours.push(...colour);
  }
  geometry.setAttribute("color", new Float32BufferAttribute(colours, 3));
  const look = {
    vertexColors: true,
    transparent: true,
    blending: AdditiveBlending,
    depthWrite: false,
    side: DoubleSide,
  };
  const ring = new Mesh(geometry, new MeshBasicMaterial(look));
  ring.rotation.x = -Math.PI / 2;
  ring.position.y = -0.6;
  return ring;
}

function createNight(): Mesh {
  return new Mesh(new SphereGeometry(150, 16, 12), new MeshBasicMaterial({ color: "#0b0824", side: BackSide }));
}

function createStars(count: number, random: RandomStream): Points {
  const places: number[] = [];
  const colours: number[] = [];
  for (let index = 0; index < count; index += 1) {
    // Uniform on a sphere, because the height is uniform.
    const height = random() * 2 - 1;
    const around = random() * Math.PI * 2;
    const width = Math.sqrt(1 - height * height);
    places.push(120 * width * Math.cos(around), 120 * height, 120 * width * Math.sin(around));
    colours.push(...new Color().setHSL(0.55 + random() * 0.2, 0.7, 0.55 + random() * 0.4).toArray());
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(places, 3));
  geometry.setAttribute("color", new Float32BufferAttribute(colours, 3));
  return new Points(geometry, new PointsMaterial({ size: 0.7, vertexColors: true }));
}
