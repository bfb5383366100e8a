import { NeutralToneMapping, DirectionalLight, Fog, HemisphereLight, PCFShadowMap } from "three";
import type { Scene, WebGLRenderer } from "three";
import { arenaRadius } from "./arena-shape.ts";
import { palette } from "./palette.ts";

/** Lights the scene with one low sun that casts shadows and a soft sky. */
export function lightScene(scene: Scene, renderer: WebGLRenderer): void {
  renderer.toneMapping = NeutralToneMapping;
  renderer.toneMappingExposure = 1.1;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  scene.fog = new Fog(palette.skyHorizon, 30, 110);
  scene.add(new HemisphereLight(palette.skylight, palette.groundlight, 2.1), createSun());
}

function createSun(): DirectionalLight {
  const sun = new DirectionalLight(palette.sunlight, 3.2);
  sun.position.set(-14, 20, 8);
  sun.castShadow = true;
  sun.shadow.mapSize.set(2048, 2048);
  sun.shadow.bias = -0.0004;
  sun.shadow.normalBias = 0.03;
  const { camera } = sun.shadow;
  camera.left = -arenaRadius;
  camera.right = arenaRadius;
  camera.top = arenaRadius;
  camera.bottom = -arenaRadius;
  camera.near = 1;
  camera.far = 60;
  camera.updateProjectionMatrix();
  return sun;
}
