// Five draws with 15 triangles in each frame: 1 of a list, 5 x 2 of instances, 2 of a strip, none of lines, 2 of a bundle.
const adapter = await navigator.gpu?.requestAdapter();
if (!adapter) throw new Error("No adapter of WebGPU.");
const device = await adapter.requestDevice();
device.lost.then(({ message }) => {
  throw new Error(`The device was lost: ${message}`);
});
const context = document.querySelector("canvas").getContext("webgpu");
const format = navigator.gpu.getPreferredCanvasFormat();
context.configure({ device, format });

const module = device.createShaderModule({
  code: `@group(0) @binding(0) var<uniform> offset: vec4f;
@vertex fn place(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> @builtin(position) vec4f {
  let corners = array(vec2f(-0.5, 0), vec2f(0, 0.5), vec2f(0.5, 0), vec2f(0.4, 0.4));
  return vec4f(corners[vertex % 4] + offset.xy + f32(instance) * 0.1, 0, 1);
}
@fragment fn paint() -> @location(0) vec4f { return vec4f(1, 0.5, 0, 1); }`,
});
const uniform = device.createBuffer({ size: 16, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST });
const indices = device.createBuffer({ size: 12, usage: GPUBufferUsage.INDEX | GPUBufferUsage.COPY_DST });
device.queue.writeBuffer(indices, 0, new Uint16Array([0, 1, 2, 0, 2, 3]));

const pipelines = ["triangle-list", "triangle-strip", "line-list"].map((topology) =>
  device.createRenderPipeline({
    layout: "auto",
    vertex: { module },
    fragment: { module, targets: [{ format }] },
    primitive: { topology },
  }),
);
const groups = pipelines.map((pipeline) =>
  device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: [{ binding: 0, resource: { buffer: uniform } }],
  }),
);
function use(pass, index) {
  pass.setPipeline(pipelines[index]);
  pass.setBindGroup(0, groups[index]);
}
const recorder = device.createRenderBundleEncoder({ colorFormats: [format] });
use(recorder, 0);
recorder.draw(6);
const bundle = recorder.finish();

let frame = 0;
function drawFrame() {
  device.queue.writeBuffer(uniform, 0, new Float32Array([frame++ / 100, 0, 0, 0]));
  const encoder = device.createCommandEncoder();
  const view = context.getCurrentTexture().createView();
  const pass = encoder.beginRenderPass({ colorAttachments: [{ view, loadOp: "clear", storeOp: "store" }] });
  use(pass, 0);
  pass.draw(3);
  pass.setIndexBuffer(indices, "uint16");
  pass.drawIndexed(6, 5);
  use(pass, 1);
  pass.draw(4);
  use(pass, 2);
  pass.draw(2);
  pass.executeBundles([bundle]);
  pass.end();
  device.queue.submit([encoder.finish()]);
  requestAnimationFrame(drawFrame);
}
requestAnimationFrame(drawFrame);
