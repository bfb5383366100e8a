import type { GlTotals } from "./gl-totals.ts";
import { hookMethod, type ObserveCall, observeResult, prototypeOf } from "./realm-methods.ts";
import { WebGpuEncoders } from "./webgpu-encoders.ts";
import { WebGpuObjects } from "./webgpu-objects.ts";

/** Hooks the commands of WebGPU besides its draws, if the realm has it. */
export type CountWebGpuState = (realm: object) => void;

/** Creates the count for all realms of one origin, since each can use the objects of the others. */
export function createWebGpuStateCount(totals: GlTotals): CountWebGpuState {
  const objects = new WebGpuObjects(totals);
  const encoders = new WebGpuEncoders(totals);
  const countCompile: ObserveCall = () => {
    totals.shaderCompiles += 1;
  };
  const countPass: ObserveCall = () => {
    totals.framebufferSwitches += 1;
  };
  const settings = { setPipeline: encoders.setPipeline, setBindGroup: encoders.setBindGroup };
  const calls: Readonly<Record<string, Readonly<Record<string, ObserveCall>>>> = {
    GPUDevice: {
      createShaderModule: countCompile,
      createRenderPipeline: countCompile,
      createRenderPipelineAsync: countCompile,
      createComputePipeline: countCompile,
      createComputePipelineAsync: countCompile,
      createBindGroup: encoders.createBindGroup,
      createBuffer: objects.createBuffer,
      createTexture: objects.createTexture,
      destroy: objects.destroyDevice,
    },
    GPUQueue: {
      writeBuffer: objects.writeBuffer,
      writeTexture: objects.writeTexture,
      copyExternalImageToTexture: objects.copyPicture,
    },
    GPUBuffer: {
      mapAsync: objects.mapBuffer,
      getMappedRange: objects.noteRange,
      unmap: objects.unmapBuffer,
      destroy: objects.destroyBuffer,
    },
    GPUTexture: { destroy: objects.destroyTexture },
    GPUCommandEncoder: { beginRenderPass: countPass },
    GPUComputePassEncoder: settings,
    GPURenderPassEncoder: { ...settings, executeBundles: encoders.executeBundles },
    GPURenderBundleEncoder: { ...settings, finish: encoders.finishBundle },
  };
  return (realm) => {
    for (const [className, methods] of Object.entries(calls)) {
      const owner = prototypeOf(realm, className);
      for (const [name, count] of Object.entries(methods)) {
        hookMethod(owner, name, (original) => observeResult(original, count));
      }
    }
  };
}
