import type { ThreeContext } from "framegate/three";
import { BoxGeometry, Mesh, MeshBasicMaterial } from "three";

export default function turningBox({ scene, systems }: ThreeContext): void {
  const box = new Mesh(new BoxGeometry(), new MeshBasicMaterial({ color: 0x88_cc_ff }));
  box.userData["entityId"] = "box";
  scene.add(box);
  systems.add("physics", () => {
    box.rotation.y += 0.1;
  });
}
