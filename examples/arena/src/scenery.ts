import type { RandomStream } from "framegate";
import {
  BackSide,
  BufferGeometry,
  BoxGeometry,
  Color,
  CylinderGeometry,
  Float32BufferAttribute,
  Group,
  InstancedMesh,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Object3D,
  Points,
  PointsMaterial,
  SphereGeometry,
  TorusGeometry,
} from "three";
import { arenaRadius, pointOnCircle, pylonCount } from "./arena-shape.ts";
import { createFloorTexture } from "./floor-texture.ts";
import { palette } from "./palette.ts";

const skyRadius = 120;

/** Builds everything that never moves: sky, stars, platform, wall. */
export function createScenery(random: RandomStream): Group {
  const scenery = new Group();
  scenery.add(createSky(), createStars(random), createPlatform(), createRim(), createPylons());
  return scenery;
}

function createSky(): Mesh {
  const geometry = new SphereGeometry(skyRadius, 32, 24);
  const zenith = new Color(palette.skyZenith);
  const horizon = new Color(palette.skyHorizon);
  const heights = geometry.getAttribute("position");
  const colours: number[] = [];
  const colour = new Color();
  for (let vertex = 0; vertex < heights.count; vertex += 1) {
    // The platform floats: the sky continues below the horizon and darkens again.
    const distance = Math.abs(heights.getY(vertex) / skyRadius + 0.25);
    colour.lerpColors(horizon, zenith, Math.min(1, distance * 1.8));
    colours.push(colour.r, colour.g, colour.b);
  }
  geometry.setAttribute("color", new Float32BufferAttribute(colours, 3));
  return new Mesh(geometry, new MeshBasicMaterial({ vertexColors: true, side: BackSide, fog: false }));
}

function createStars(random: RandomStream): Points {
  const positions: number[] = [];
  for (let star = 0; star < 500; star += 1) {
    const height = random() * 2 - 1;
    const { x, z } = pointOnCircle(random(), Math.sqrt(1 - height * height));
    positions.push(x * skyRadius * 0.9, height * skyRadius * 0.9, z * skyRadius * 0.9);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  return new Points(geometry, new PointsMaterial({ color: palette.star, size: 0.45, fog: false }));
}

function createPlatform(): Mesh {
  const lines = createFloorTexture();
  const top = new MeshStandardMaterial({
    color: palette.floor,
    roughness: 0.55,
    metalness: 0.35,
    emissive: palette.floorLine,
    emissiveMap: lines,
    emissiveIntensity: 0.75,
  });
  const side = new MeshStandardMaterial({ color: palette.pylon, roughness: 0.6, metalness: 0.4 });
  const platform = new Mesh(new CylinderGeometry(arenaRadius + 0.6, arenaRadius - 1, 1.6, 96), [side, top, side]);
  platform.position.y = -0.8;
  platform.receiveShadow = true;
  return platform;
}

function createRim(): Mesh {
  const rim = new Mesh(
    new TorusGeometry(arenaRadius + 0.6, 0.09, 8, 128),
    new MeshBasicMaterial({ color: palette.rim }),
  );
  rim.rotation.x = Math.PI / 2;
  return rim;
}

function createPylons(): InstancedMesh {
  const material = new MeshStandardMaterial({
    color: palette.pylon,
    emissive: palette.rim,
    emissiveIntensity: 0.35,
    roughness: 0.4,
    metalness: 0.5,
  });
  const pylons = new InstancedMesh(new BoxGeometry(0.3, 1.1, 0.9), material, pylonCount);
  const pose = new Object3D();
  for (let index = 0; index < pylonCount; index += 1) {
    const { x, z } = pointOnCircle(index / pylonCount, arenaRadius + 0.25);
    pose.position.set(x, index % 4 === 0 ? 0.75 : 0.35, z);
    pose.rotation.y = (-index / pylonCount) * 2 * Math.PI;
    pose.updateMatrix();
    pylons.setMatrixAt(index, pose.matrix);
  }
  return pylons;
}
