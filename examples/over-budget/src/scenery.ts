import {
  Color,
  DirectionalLight,
  Fog,
  GridHelper,
  HemisphereLight,
  Mesh,
  MeshStandardMaterial,
  NeutralToneMapping,
  PerspectiveCamera,
  PlaneGeometry,
} from "three";
import type { Scene, WebGLRenderer } from "three";

const haze = 0xf3d9b8;

/** Builds the yard in evening light. */
export function createScenery(scene: Scene, renderer: WebGLRenderer): void {
  renderer.toneMapping = NeutralToneMapping;
  renderer.shadowMap.enabled = true;
  scene.background = new Color(haze);
  scene.fog = new Fog(haze, 22, 70);
  const ground = new Mesh(new PlaneGeometry(200, 200), new MeshStandardMaterial({ color: 0xd9b48c, roughness: 0.95 }));
  ground.rotation.x = -Math.PI / 2;
  ground.receiveShadow = true;
  const grid = new GridHelper(40, 40, 0xb08a66, 0xc49c75);
  grid.position.y = 0.01;
  scene.add(ground, grid, new HemisphereLight(0xffe9cf, 0xb08a70, 2.2), createSun());
}

/**
 * Creates a camera with the whole yard and the crane in view. `aspect` is the picture's width divided by its height.
 */
export function createCamera(aspect: number): PerspectiveCamera {
  const camera = new PerspectiveCamera(38, aspect, 0.5, 200);
  camera.position.set(11, 11.5, 19);
  camera.lookAt(0, 3.6, 0);
  return camera;
}

function createSun(): DirectionalLight {
  const sun = new DirectionalLight(0xffe0b0, 3.6);
  sun.position.set(-7, 16, 13);
  sun.castShadow = true;
  sun.shadow.mapSize.set(2048, 2048);
  sun.shadow.normalBias = 0.03;
  const { camera } = sun.shadow;
  camera.left = -12;
  camera.right = 12;
  camera.top = 12;
  camera.bottom = -12;
  camera.far = 60;
  camera.updateProjectionMatrix();
  return sun;
}
