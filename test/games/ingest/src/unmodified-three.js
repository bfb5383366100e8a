// As its author wrote it, without knowing of a harness.
import * as THREE from "three";

const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setSize(window.innerWidth, window.innerHeight);
document.getElementById("app").appendChild(renderer.domElement);

const scene = new THREE.Scene();
const camera = new THREE.PerspectiveCamera(60, window.innerWidth / window.innerHeight, 0.1, 100);
camera.position.z = 5;
for (let index = 0; index < 4; index += 1) {
  const box = new THREE.Mesh(new THREE.BoxGeometry(0.5, 0.5, 0.5), new THREE.MeshNormalMaterial());
  box.position.x = index - 1.5;
  box.userData.entityId = `box-${index}`;
  scene.add(box);
}

const clock = new THREE.Clock();
function frame() {
  const seconds = clock.getElapsedTime();
  for (const box of scene.children) box.rotation.y = seconds + Math.random() * 0.1;
  renderer.render(scene, camera);
  requestAnimationFrame(frame);
}
frame();
