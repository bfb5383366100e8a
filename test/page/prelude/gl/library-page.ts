import * as three from "three";
import { EffectComposer } from "three/addons/postprocessing/EffectComposer.js";
import { OutputPass } from "three/addons/postprocessing/OutputPass.js";
import { RenderPass } from "three/addons/postprocessing/RenderPass.js";
import { AlphaFilter, Application, Container, Graphics, Mesh, MeshGeometry, Sprite, Text, Texture } from "pixi.js";
import { type Added, addedBy } from "./added-by.ts";

/** The counts of the hook for one frame, and the library's own counts for the same frame. */
export interface FrameCounts {
  readonly counted: { readonly drawCalls: number; readonly triangles: number };
  readonly told: { readonly drawCalls: number; readonly triangles: number };
}

declare global {
  var countThreeFrames: () => Readonly<Record<string, FrameCounts>>;
  var countThreeSteps: () => Readonly<Record<string, Added>>;
  var countPixiFrames: () => Promise<Readonly<Record<string, FrameCounts["counted"]>>>;
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
  "transparent from both sides": () =>
    new three.Mesh(box, new three.MeshBasicMaterial({ transparent: true, side: three.DoubleSide })),
  // Everything behind the glass is drawn twice.
  transmission: () =>
    new three.Group().add(
      new three.Mesh(box, material),
      new three.Mesh(box, new three.MeshPhysicalMaterial({ transmission: 1 })),
    ),
  // The box is drawn into the shadow map, too.
  shadow() {
    const light = new three.DirectionalLight();
    light.castShadow = true;
    light.position.z = 5;
    const caster = new three.Mesh(box, new three.MeshLambertMaterial());
    caster.castShadow = true;
    const ground = new three.Mesh(new three.PlaneGeometry(), new three.MeshLambertMaterial());
    ground.receiveShadow = true;
    return new three.Group().add(light, caster, ground);
  },
  many() {
    const group = new three.Group();
    for (let index = 0; index < 40; index += 1) group.add(new three.Mesh(box, material));
    return group;
  },
};

/** Counts the effects of `draw`; three.js counts from one reset of its figures to the next. */
function countFrame(renderers: readonly three.WebGLRenderer[], draw: () => void): FrameCounts {
  for (const { info } of renderers) info.reset();
  const counted = countDuring(draw);
  const sum = (name: "calls" | "triangles"): number =>
    renderers.reduce((total, { info }) => total + Math.floor(info.render[name]), 0);
  return { counted, told: { drawCalls: sum("calls"), triangles: sum("triangles") } };
}

function countDuring(draw: () => void): FrameCounts["counted"] {
  const before = { ...instrument.gl.totals };
  draw();
  const { drawCalls, triangles } = instrument.gl.totals;
  return { drawCalls: drawCalls - before.drawCalls, triangles: triangles - before.triangles };
}

function createRenderer(): three.WebGLRenderer {
  const renderer = new three.WebGLRenderer();
  renderer.shadowMap.enabled = true;
  // Otherwise three.js forgets the shadow maps, and all passes but the last.
  renderer.info.autoReset = false;
  return renderer;
}

/** A textured box, from its first frame to its disposal. */
globalThis.countThreeSteps = () => {
  const renderer = new three.WebGLRenderer();
  const camera = new three.PerspectiveCamera();
  camera.position.z = 10;
  const texture = new three.DataTexture(new Uint8Array(4 * 4 * 4), 4, 4);
  texture.needsUpdate = true;
  const textured = new three.MeshBasicMaterial({ map: texture });
  const geometry = new three.BoxGeometry();
  const scene = new three.Scene().add(new three.Mesh(geometry, textured));
  const render = (): void => {
    renderer.render(scene, camera);
  };
  return {
    "first frame": addedBy(render),
    "next frame": addedBy(render),
    "frame with a new picture": addedBy(() => {
      texture.needsUpdate = true;
      render();
    }),
    end: addedBy(() => {
      texture.dispose();
      geometry.dispose();
    }),
  };
};

globalThis.countThreeFrames = () => {
  const [renderer, other] = [createRenderer(), createRenderer()];
  const camera = new three.PerspectiveCamera();
  camera.position.z = 10;
  const frames = Object.entries(createObjects).map(([name, create]) => {
    const scene = new three.Scene().add(create());
    return [name, countFrame([renderer], () => renderer.render(scene, camera))] as const;
  });
  const scene = new three.Scene().add(new three.Mesh(box, material));
  const composer = new EffectComposer(renderer);
  composer.addPass(new RenderPass(scene, camera));
  composer.addPass(new OutputPass());
  return {
    ...Object.fromEntries(frames),
    "post-processing": countFrame([renderer], () => composer.render()),
    "two renderers": countFrame([renderer, other], () => {
      renderer.render(scene, camera);
      other.render(scene, camera);
    }),
  };
};

const sprite = (): Sprite => new Sprite(Texture.WHITE);

const createContainers: Readonly<Record<string, () => Container>> = {
  "sprites of one blend mode": () => new Container({ children: Array.from({ length: 25 }, sprite) }),
  "sprites of three blend modes": () =>
    new Container({
      children: (["normal", "add", "multiply"] as const).map(
        (blendMode) => new Container({ blendMode, children: Array.from({ length: 25 }, sprite) }),
      ),
    }),
  // The mask is drawn into the stencil buffer, and removed from it again.
  "a mask": () => {
    const mask = new Graphics().rect(0, 0, 5, 5).fill("white");
    const masked = sprite();
    masked.mask = mask;
    return new Container({ children: [mask, masked] });
  },
  // The sprite into a texture, and the texture through the filter.
  "a filter": () => new Container({ children: [sprite()], filters: [new AlphaFilter({ alpha: 0.5 })] }),
  text: () => new Text({ text: "Score" }),
  "a rectangle of graphics": () => new Graphics().rect(0, 0, 5, 5).fill("white"),
  // It fits no batch.
  "a mesh": () =>
    new Mesh({
      geometry: new MeshGeometry({
        positions: new Float32Array([0, 0, 9, 0, 9, 9, 0, 9]),
        uvs: new Float32Array([0, 0, 1, 0, 1, 1, 0, 1]),
        indices: new Uint32Array([0, 1, 2, 0, 2, 3]),
      }),
      texture: Texture.WHITE,
    }),
};

globalThis.countPixiFrames = async () => {
  const application = new Application();
  await application.init({ preference: "webgl", autoStart: false, sharedTicker: false, width: 100, height: 100 });
  return Object.fromEntries(
    Object.entries(createContainers).map(([name, create]) => {
      application.stage.removeChildren();
      application.stage.addChild(create());
      return [name, countDuring(() => application.render())] as const;
    }),
  );
};
