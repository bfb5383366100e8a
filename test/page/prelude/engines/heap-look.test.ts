import { describe, expect, it } from "vitest";
import { countScene, describeScene } from "../../../../src/page/scene/count-scene.ts";
import { HeapSearch } from "../../../../src/page/prelude/engines/heap-look.ts";
import { PhysicsMeter } from "../../../../src/page/prelude/engines/physics-meter.ts";
import { ShownWorlds } from "../../../../src/page/prelude/engines/shown-worlds.ts";

/** A class with these methods, which return 7. */
function classOf(methods: readonly string[]): new () => Drawing {
  class Engine implements Drawing {
    render(): number {
      return 7;
    }
  }
  for (const method of methods.filter((name) => name !== "render")) {
    Object.defineProperty(Engine.prototype, method, { value: () => 7, writable: true, configurable: true });
  }
  return Engine;
}

interface Drawing {
  render(): number;
}

// The real engines of these classes were tried by hand: their packages are too large for a test.
describe("scenes of engines that do not announce themselves", () => {
  it.each([
    [
      "phaser",
      ["render", "step", "sleep", "wake", "isTransitioning", "setVisible"],
      { displayList: { list: [{ type: "Sprite" }, { type: "Container", list: [{ type: "Text" }] }] } },
      3,
    ],
    [
      "playcanvas",
      ["render", "update", "configure", "preload", "setCanvasResolution"],
      { root: { children: [{ name: "camera", children: [] }] } },
      2,
    ],
    [
      "babylon",
      ["render", "addMesh", "removeMesh", "addTransformNode", "getEngine"],
      { meshes: [{ name: "box" }, { name: "lid" }], transformNodes: [], lights: [{}], cameras: [{}] },
      4,
    ],
  ] as const)("are counted as soon as one is drawn: %s", (engine, methods, state, nodes) => {
    const Engine = classOf(methods);
    const worlds = new ShownWorlds(null);
    new HeapSearch({ worlds, physics: null }).lookAtFunctions([Engine, classOf(["render"]), () => 1, null]);
    expect(worlds.list()).toEqual([]);
    const made = Object.assign(new Engine(), state);
    expect(made.render()).toBe(7);
    expect(worlds.list().map(({ reader }) => reader.engine)).toEqual([engine]);
    expect(countScene(worlds.list(), [])).toEqual({ nodes, entities: 0 });
  });

  it("have the types that Babylon.js names itself, where a minifier has shortened its classes", () => {
    const worlds = new ShownWorlds(null);
    const Engine = classOf(["render", "addMesh", "removeMesh", "addTransformNode", "getEngine"]);
    class A {
      name = "enemy";
      getClassName(): string {
        return "Mesh";
      }
    }
    new HeapSearch({ worlds, physics: null }).lookAtFunctions([Engine]);
    Object.assign(new Engine(), { meshes: [new A(), new A()], transformNodes: [], lights: [], cameras: [] }).render();
    expect(describeScene(worlds.list(), [])?.names).toEqual([{ type: "Mesh", name: "enemy", count: 2 }]);
  });

  it("no longer count when they were not drawn in 60 frames in which others were", () => {
    const worlds = new ShownWorlds(null);
    const Engine = classOf(["render", "addMesh", "removeMesh", "addTransformNode", "getEngine"]);
    new HeapSearch({ worlds, physics: null }).lookAtFunctions([Engine]);
    const [first, second] = [new Engine(), new Engine()];
    first.render();
    worlds.endFrame();
    for (let frame = 0; frame < 100; frame += 1) worlds.endFrame();
    expect(worlds.list()).toHaveLength(1);
    for (let frame = 0; frame < 60; frame += 1) {
      second.render();
      worlds.endFrame();
    }
    expect(worlds.list().map(({ root }) => root)).toEqual([second]);
  });
});

describe("steps of physics engines", () => {
  it("are marked once where one calls another, and when one throws", () => {
    const marks: string[] = [];
    const meter = new PhysicsMeter({ mark: (name) => marks.push(name), clearMarks: () => undefined });
    class World {
      step(): void {
        this.internalStep();
      }
      fixedStep(): void {
        this.step();
      }
      internalStep(): void {
        throw new Error("It fell apart.");
      }
      addBody(): void {}
      addContactMaterial(): void {}
    }
    new HeapSearch({ worlds: null, physics: meter }).lookAtFunctions([World, World]);
    expect(meter.engines()).toEqual(["cannon-es"]);
    expect(() => {
      new World().fixedStep();
    }).toThrow("It fell apart.");
    expect(marks).toEqual(["framegate.physics", "framegate.physics.end"]);
  });

  it("are those of Jolt, Box2D and Bullet, whose classes are bindings", () => {
    const meter = new PhysicsMeter({ mark: () => undefined, clearMarks: () => undefined });
    const classes = [
      classOf(["Step", "GetPhysicsSystem"]),
      classOf(["Step", "CreateBody", "CreateJoint", "SetGravity"]),
      classOf(["stepSimulation", "addRigidBody", "removeRigidBody"]),
      classOf(["step"]),
    ];
    new HeapSearch({ worlds: null, physics: meter }).lookAtFunctions(classes);
    expect(meter.engines()).toEqual(["jolt", "box2d", "ammo"]);
  });

  it("are marked once even if the heap is searched again, which also finds new ones", () => {
    const marks: string[] = [];
    const meter = new PhysicsMeter({ mark: (name) => marks.push(name), clearMarks: () => undefined });
    const search = new HeapSearch({ worlds: null, physics: meter });
    const [First, Second] = [
      classOf(["Step", "GetPhysicsSystem"]),
      classOf(["step", "createBody", "createJoint", "queryAABB"]),
    ];
    search.lookAtFunctions([First]);
    search.lookAtFunctions([First, Second]);
    expect(meter.engines()).toEqual(["jolt", "planck"]);
    const step: unknown = Reflect.get(First.prototype, "Step");
    expect(typeof step === "function" && Reflect.apply(step, new First(), [])).toBe(7);
    expect(marks).toEqual(["framegate.physics", "framegate.physics.end"]);
  });
});
