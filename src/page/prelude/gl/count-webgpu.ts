import { countTriangles, type GlState } from "./draw-commands.ts";
import { hookMethod, prototypeOf, toInteger, type MethodTable } from "./realm-methods.ts";
import { isObject } from "./webgpu-values.ts";

interface Drawn {
  readonly drawCalls: number;
  readonly triangles: number;
  readonly vertices: number;
  readonly instances: number;
}

const nothing: Drawn = { drawCalls: 0, triangles: 0, vertices: 0, instances: 0 };

/**
 * Hooks the draws of WebGPU, if the realm has it. A render bundle outlives the mode in which it is recorded, so it is
 * recorded in full. Each execution counts, and a mode can suppress it.
 */
export function countWebGpu(realm: object, state: GlState): void {
  const topologies = watchPipelines(realm);
  const encoders = ["GPURenderPassEncoder", "GPURenderBundleEncoder"].map((name) => prototypeOf(realm, name));
  for (const encoder of encoders) topologies.watchEncoder(encoder);

  function execute(drawn: Drawn): void {
    state.totals.drawCalls += drawn.drawCalls;
    state.totals.triangles += drawn.triangles;
    state.totals.vertices += drawn.vertices;
    state.totals.instances += drawn.instances;
  }

  const [pass = null, bundle = null] = encoders;
  hookPass(pass, state, topologies, execute);
  hookBundles(pass, bundle, state, { topologies, execute });
}

/** Looks up the GL primitive type that matches an encoder's pipeline. */
interface Topologies {
  watchEncoder(encoder: MethodTable | null): void;
  ofEncoder(encoder: object): number;
}

const primitiveTypes: ReadonlyMap<unknown, number> = new Map([
  ["triangle-list", 4],
  ["triangle-strip", 5],
]);

function watchPipelines(realm: object): Topologies {
  const byPipeline = new WeakMap<object, number>();
  const byEncoder = new WeakMap<object, number>();

  function note(pipeline: unknown, descriptor: unknown): void {
    if (!isObject(pipeline) || !isObject(descriptor)) return;
    const primitive: unknown = Reflect.get(descriptor, "primitive");
    const topology: unknown = isObject(primitive) ? Reflect.get(primitive, "topology") : undefined;
    byPipeline.set(pipeline, primitiveTypes.get(topology ?? "triangle-list") ?? 0);
  }

  const device = prototypeOf(realm, "GPUDevice");
  for (const name of ["createRenderPipeline", "createRenderPipelineAsync"]) {
    hookMethod(device, name, (original) => {
      return function (...parameters) {
        const pipeline = original.apply(this, parameters);
        // Registered first on the promise, so that the pipeline is known before the page gets it.
        if (pipeline instanceof Promise) {
          pipeline.then(
            (created) => {
              note(created, parameters[0]);
            },
            () => undefined,
          );
        } else {
          note(pipeline, parameters[0]);
        }
        return pipeline;
      };
    });
  }
  return {
    watchEncoder(encoder) {
      hookMethod(encoder, "setPipeline", (original) => {
        return function (...parameters) {
          const [pipeline] = parameters;
          if (isObject(pipeline)) byEncoder.set(this, byPipeline.get(pipeline) ?? 0);
          return original.apply(this, parameters);
        };
      });
    },
    ofEncoder: (encoder) => byEncoder.get(encoder) ?? 0,
  };
}

const directDraws = ["draw", "drawIndexed"];
const indirectDraws = ["drawIndirect", "drawIndexedIndirect"];

function measureDraw(name: string, primitive: number, [count, given]: readonly unknown[]): Drawn {
  // Only the GPU knows the size of an indirect draw.
  if (indirectDraws.includes(name)) return { ...nothing, drawCalls: 1 };
  const instances = given === undefined ? 1 : Math.max(0, toInteger(given));
  const triangles = countTriangles(primitive, toInteger(count)) * instances;
  const vertices = Math.max(0, toInteger(count)) * instances;
  // Every WebGPU draw has an instance count. A draw with one instance is not called instanced.
  return { drawCalls: 1, triangles, vertices, instances: instances === 1 ? 0 : instances };
}

function hookPass(
  pass: MethodTable | null,
  state: GlState,
  topologies: Topologies,
  execute: (drawn: Drawn) => void,
): void {
  const drawNothing = pass?.["draw"];
  for (const name of [...directDraws, ...indirectDraws]) {
    hookMethod(pass, name, (original) => {
      return function (...parameters) {
        execute(measureDraw(name, topologies.ofEncoder(this), parameters));
        if (state.mode === "forward") return original.apply(this, parameters);
        if (state.mode === "drop") return undefined;
        return directDraws.includes(name)
          ? original.apply(this, [0, ...parameters.slice(1)])
          : drawNothing?.call(this, 0);
      };
    });
  }
}

interface BundleBookkeeping {
  readonly topologies: Topologies;
  execute(drawn: Drawn): void;
}

function hookBundles(
  pass: MethodTable | null,
  bundleEncoder: MethodTable | null,
  state: GlState,
  { topologies, execute }: BundleBookkeeping,
): void {
  const byEncoder = new WeakMap<object, Drawn>();
  const byBundle = new WeakMap<object, Drawn>();
  for (const name of [...directDraws, ...indirectDraws]) {
    hookMethod(bundleEncoder, name, (original) => {
      return function (...parameters) {
        const drawn = measureDraw(name, topologies.ofEncoder(this), parameters);
        byEncoder.set(this, addDrawn(byEncoder.get(this) ?? nothing, drawn));
        return original.apply(this, parameters);
      };
    });
  }
  hookMethod(bundleEncoder, "finish", (original) => {
    return function (...parameters) {
      const bundle = original.apply(this, parameters);
      if (isObject(bundle)) byBundle.set(bundle, byEncoder.get(this) ?? nothing);
      return bundle;
    };
  });
  hookMethod(pass, "executeBundles", (original) => {
    return function (...parameters) {
      const [bundles] = parameters;
      for (const bundle of Array.isArray(bundles) ? bundles : []) {
        if (isObject(bundle)) execute(byBundle.get(bundle) ?? nothing);
      }
      if (state.mode === "forward") return original.apply(this, parameters);
      return state.mode === "discard" ? original.call(this, []) : undefined;
    };
  });
}

function addDrawn(left: Drawn, right: Drawn): Drawn {
  return {
    drawCalls: left.drawCalls + right.drawCalls,
    triangles: left.triangles + right.triangles,
    vertices: left.vertices + right.vertices,
    instances: left.instances + right.instances,
  };
}
