import type { GlTotals } from "./gl-totals.ts";
import { type ObserveCall, toInteger } from "./realm-methods.ts";
import { isObject, propertyOf } from "./webgpu-values.ts";

interface Switches {
  programSwitches: number;
  textureBinds: number;
}

/** The pipeline and the bind groups of a pass or a bundle, which begins with none. */
interface EncoderState {
  pipeline: unknown;
  readonly groups: Map<number, unknown>;
  /** The totals of a page for a pass; a bundle counts for itself until it is executed. */
  readonly switches: Switches;
}

const textureClasses: readonly unknown[] = ["GPUTexture", "GPUTextureView", "GPUExternalTexture"];

/** Counts the pipelines and bind groups that passes set. */
export class WebGpuEncoders {
  readonly #totals: GlTotals;
  readonly #encoders = new WeakMap<object, EncoderState>();
  readonly #bundles = new WeakMap<object, Switches>();
  readonly #texturesByGroup = new WeakMap<object, number>();

  constructor(totals: GlTotals) {
    this.#totals = totals;
  }

  readonly createBindGroup: ObserveCall = (_device, [descriptor], group) => {
    const entries = propertyOf(descriptor, "entries");
    if (!isObject(group) || !Array.isArray(entries)) return;
    const resources = entries.map((entry) => propertyOf(entry, "resource"));
    const isTexture = (resource: unknown): boolean => textureClasses.includes(propertyOf(resource, Symbol.toStringTag));
    this.#texturesByGroup.set(group, resources.filter(isTexture).length);
  };

  readonly setPipeline: ObserveCall = (encoder, [pipeline]) => {
    const state = this.#stateOf(encoder);
    if (state.pipeline !== pipeline) state.switches.programSwitches += 1;
    state.pipeline = pipeline;
  };

  readonly setBindGroup: ObserveCall = (encoder, [index, group]) => {
    const { groups, switches } = this.#stateOf(encoder);
    const slot = toInteger(index);
    if (groups.get(slot) === group) return;
    groups.set(slot, group);
    if (isObject(group)) switches.textureBinds += this.#texturesByGroup.get(group) ?? 0;
  };

  readonly finishBundle: ObserveCall = (encoder, _parameters, bundle) => {
    if (isObject(bundle)) this.#bundles.set(bundle, this.#stateOf(encoder).switches);
  };

  readonly executeBundles: ObserveCall = (pass, [bundles]) => {
    for (const bundle of Array.isArray(bundles) ? bundles : []) {
      const switches = isObject(bundle) ? this.#bundles.get(bundle) : undefined;
      this.#totals.programSwitches += switches?.programSwitches ?? 0;
      this.#totals.textureBinds += switches?.textureBinds ?? 0;
    }
    // A pass has nothing set after a bundle.
    this.#encoders.delete(pass);
  };

  #stateOf(encoder: object): EncoderState {
    const known = this.#encoders.get(encoder);
    if (known !== undefined) return known;
    const isBundle = propertyOf(encoder, Symbol.toStringTag) === "GPURenderBundleEncoder";
    const switches = isBundle ? { programSwitches: 0, textureBinds: 0 } : this.#totals;
    const state = { pipeline: null, groups: new Map(), switches };
    this.#encoders.set(encoder, state);
    return state;
  }
}
