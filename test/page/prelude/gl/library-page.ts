import * as three from "three";
import { Application, Container, Graphics, Sprite, Texture } from "pixi.js";

/** The counts of the hook for one frame, and the library's own counts for the same frame. */
export interface FrameCounts {
  readonly counted: { readonly drawCalls: number; readonly triangles: number };
  readonly told: { readonly drawCalls: number; readonly triangles: number };
}

declare global {
  var countThreeFrames: () => Readonly<Record<string, FrameCounts>>;
  var countPixiFrame: (spriteCount: number, blendModeCount: number) => Promise<FrameCounts["counted"]>;
}

const box = new three.BoxGeometry();
const material = new three.MeshBasicMaterial();

const createObjects: Readonly<Record<string, () => three.Object3D>> = {
  plain: () => new three.Mesh(new three.SphereGeometry(1, 7, 5), material),
  "two materials": () => new three.Mesh(box, [material, material, material, material, material, material]),
  instanced: () => new three.InstancedMesh(box, material, 9),
  batched() {
    const batched = new three.BatchedMesh(6, 100, 300, material);
    const geometries = [batched.addGeometry(box), batched.addGeometry(new three.PlaneGeometry())];
    for (let index = 0; index < 6; index += 1) batched.addInstance(geometries[index % 2] ?? 0);
    return batched;
  },
  wireframe: () => new three.Mesh(box, new three.MeshBasicMaterial({ wireframe: true })),
  points: () => new three.Points(box, new three.PointsMaterial()),
  lines: () => new three.LineSegments(new three.EdgesGeometry(box), new three.LineBasicMaterial()),
  sprite: () => new three.Sprite(),
  "draw range"() {
    const geometry = new three.BoxGeometry();
    geometry.setDrawRange(0, 7);
    return new three.Mesh(geometry, material);
  },
  many() {
    const group = new three.Group();
    for (let index = 0; index < 40; index += 1) group.add(new three.Mesh(box, material));
    return group;
  },
};

globalThis.countThreeFrames = () => {
  const renderer = new three.WebGLRenderer();
  const camera = new three.PerspectiveCamera();
  camera.position.z = 10;
  const frames = Object.entries(createObjects).map(([name, create]) => {
    const scene = new three.Scene();
    scene.add(create());
    const before = { ...instrument.gl.totals };
    renderer.render(scene, camera);
    const { drawCalls, triangles } = instrument.gl.totals;
    const counted = { drawCalls: drawCalls - before.drawCalls, triangles: triangles - before.triangles };
    const { render } = renderer.info;
    return [name, { counted, told: { drawCalls: render.calls, triangles: Math.floor(render.triangles) } }] as const;
  });
  return Object.fromEntries(frames);
};

globalThis.countPixiFrame = async (spriteCount, blendModeCount) => {
  const application = new Application();
  await application.init({ preference: "webgl", autoStart: false, sharedTicker: false, width: 100, height: 100 });
  const modes = ["normal", "add", "multiply", "screen"] as const;
  for (let group = 0; group < blendModeCount; group += 1) {
    const container = new Container({ blendMode: modes[group % modes.length] ?? "normal" });
    for (let index = 0; index < spriteCount; index += 1) container.addChild(new Sprite(Texture.WHITE));
    application.stage.addChild(container);
  }
  application.stage.addChild(new Graphics());
  const before = { ...instrument.gl.totals };
  application.render();
  const { drawCalls, triangles } = instrument.gl.totals;
  return { drawCalls: drawCalls - before.drawCalls, triangles: triangles - before.triangles };
};
