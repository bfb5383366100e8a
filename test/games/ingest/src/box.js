import { BoxGeometry, Mesh, MeshBasicMaterial } from "three";

export function setup({ scene, systems }) {
  const box = new Mesh(new BoxGeometry(), new MeshBasicMaterial());
  box.userData.entityId = "box";
  scene.add(box);
  systems.add("animation", () => {
    box.rotation.z += 0.1;
  });
}
