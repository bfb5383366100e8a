import type { ThreeContext } from "framegate/three";
import { BoxGeometry, Mesh, MeshBasicMaterial } from "three";

export function setup({ scene, camera, renderer }: ThreeContext): void {
  const box = new Mesh(new BoxGeometry(), new MeshBasicMaterial({ color: 0xff_cc_88 }));
  scene.add(box);
  renderer.setAnimationLoop(() => {
    box.rotation.x += 0.1;
    renderer.render(scene, camera);
  });
}
