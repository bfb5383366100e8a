import { type Added, addedBy } from "./added-by.ts";

declare global {
  /** Runs every step of a WebGPU game, and returns the changes of the counts; null without an adapter. */
  var countWebGpuSteps: () => Promise<Readonly<Record<string, Added>> | null>;
}

const shader = `@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var other: texture_2d<f32>;
@vertex fn place() -> @builtin(position) vec4f { return vec4f(0, 0, 0, 1); }
@fragment fn paint() -> @location(0) vec4f { return textureLoad(picture, vec2u(0, 0), 0) + textureLoad(other, vec2u(0, 0), 0); }`;
// The types of TypeScript lack GPUBufferUsage and GPUTextureUsage.
const bufferUsage = { copyTarget: 8 } as const;
const textureUsage = { copyTarget: 2, binding: 4, attachment: 16 } as const;
const texelUsage = textureUsage.binding | textureUsage.copyTarget | textureUsage.attachment;

function pipelineOf(device: GPUDevice): GPURenderPipeline {
  const module = device.createShaderModule({ code: shader });
  const fragment = { module, targets: [{ format: "rgba8unorm" as const }] };
  return device.createRenderPipeline({ layout: "auto", vertex: { module }, fragment });
}

function textureOf(device: GPUDevice, size: GPUExtent3D, more: Partial<GPUTextureDescriptor> = {}): GPUTexture {
  return device.createTexture({ size, format: "rgba8unorm", usage: texelUsage, ...more });
}

function stepsOfBuffers(device: GPUDevice): Readonly<Record<string, () => void>> {
  const usage = bufferUsage.copyTarget;
  const buffers: GPUBuffer[] = [];
  return {
    "a buffer gets 12 of its 48 bytes, and 8 of 16 from the third number on"() {
      const buffer = device.createBuffer({ size: 48, usage });
      buffers.push(buffer);
      device.queue.writeBuffer(buffer, 0, new Float32Array(3));
      device.queue.writeBuffer(buffer, 16, new Float32Array(4), 2, 2);
      device.queue.writeBuffer(buffer, 16, new Float32Array(4), 2, 0);
    },
    "a mapped range counts once it is unmapped"() {
      const buffer = device.createBuffer({ size: 64, usage, mappedAtCreation: true });
      buffers.push(buffer);
      buffer.getMappedRange(0, 32);
      buffer.unmap();
    },
    "destroyed buffers are free, even twice"() {
      for (const buffer of [...buffers, ...buffers]) buffer.destroy();
    },
  };
}

function stepsOfTextures(device: GPUDevice): Readonly<Record<string, () => void>> {
  const textures: GPUTexture[] = [];
  return {
    "8 x 4 texels with 4 levels, of which the second gets 4 x 2"() {
      const texture = textureOf(device, [8, 4], { mipLevelCount: 4 });
      textures.push(texture);
      device.queue.writeTexture({ texture, mipLevel: 1 }, new Uint8Array(32), { bytesPerRow: 16 }, [4, 2]);
    },
    "a volume of 4 x 4 x 4 with 3 levels, and 3 layers with 2"() {
      textures.push(
        textureOf(device, [4, 4, 4], {
          ...{ dimension: "3d", mipLevelCount: 3, format: "r8unorm" },
          usage: textureUsage.copyTarget,
        }),
        textureOf(device, { width: 4, height: 4, depthOrArrayLayers: 3 }, { mipLevelCount: 2, format: "rg16float" }),
      );
    },
    "4 samples, and depth with a stencil"() {
      const usage = textureUsage.attachment;
      textures.push(
        textureOf(device, [4, 4], { sampleCount: 4, usage }),
        textureOf(device, [4, 4], { format: "depth24plus-stencil8", usage }),
      );
    },
    "a picture of 16 x 8 has the format of its texture"() {
      const source = new OffscreenCanvas(16, 8);
      source.getContext("2d");
      const texture = textureOf(device, [16, 8], { format: "rgba16float" });
      textures.push(texture);
      device.queue.copyExternalImageToTexture({ source }, { texture }, [16, 8]);
    },
    "destroyed textures are free"() {
      for (const texture of textures) texture.destroy();
    },
  };
}

function stepsOfPasses(device: GPUDevice): Readonly<Record<string, () => void>> {
  const pipelines = [pipelineOf(device), pipelineOf(device)] as const;
  const views = [textureOf(device, [1, 1]).createView(), textureOf(device, [1, 1]).createView()] as const;
  const groupOf = (pipeline: GPURenderPipeline): GPUBindGroup =>
    device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: views.map((resource, binding) => ({ binding, resource })),
    });
  const groups = [groupOf(pipelines[0]), groupOf(pipelines[1])] as const;
  const view = textureOf(device, [4, 4]).createView();
  const attachment = { view, loadOp: "clear", storeOp: "store" } as const;
  const recorder = device.createRenderBundleEncoder({ colorFormats: ["rgba8unorm"] });
  recorder.setPipeline(pipelines[0]);
  recorder.setBindGroup(0, groups[0]);
  const bundle = recorder.finish();
  return {
    "two passes begin with nothing set"() {
      const encoder = device.createCommandEncoder();
      for (let index = 0; index < 2; index += 1) {
        const pass = encoder.beginRenderPass({ colorAttachments: [attachment] });
        pass.setPipeline(pipelines[0]);
        pass.setBindGroup(0, groups[0]);
        pass.end();
      }
    },
    "what is set already is no switch"() {
      const pass = device.createCommandEncoder().beginRenderPass({ colorAttachments: [attachment] });
      for (const index of [0, 0, 1] as const) {
        pass.setPipeline(pipelines[index]);
        pass.setBindGroup(0, groups[index]);
      }
      pass.end();
    },
    "a bundle sets its own, twice, and leaves nothing set"() {
      const pass = device.createCommandEncoder().beginRenderPass({ colorAttachments: [attachment] });
      pass.setPipeline(pipelines[0]);
      pass.executeBundles([bundle, bundle]);
      pass.setPipeline(pipelines[0]);
      pass.end();
    },
  };
}

globalThis.countWebGpuSteps = async () => {
  const adapter = await navigator.gpu.requestAdapter();
  if (adapter === null) return null;
  const device = await adapter.requestDevice();
  const added: Record<string, Added> = {};
  const count = (steps: Readonly<Record<string, () => void>>): void => {
    for (const [name, step] of Object.entries(steps)) added[name] = addedBy(step);
  };
  count({
    "a module and its pipeline are compiled"() {
      pipelineOf(device);
    },
  });
  count(stepsOfBuffers(device));
  count(stepsOfTextures(device));
  count(stepsOfPasses(device));
  count({
    "a destroyed device has nothing"() {
      device.destroy();
    },
  });
  return added;
};
