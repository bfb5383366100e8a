import { beforeEach, describe, expect, it } from "vitest";
import { countWebGpu } from "../../../../src/page/prelude/gl/count-webgpu.ts";
import { createGlTotals } from "../../../../src/page/prelude/gl/gl-totals.ts";
import type { GlMode, GlState } from "../../../../src/page/prelude/gl/draw-commands.ts";

// Few machines have WebGPU, so these classes, which record their calls, stand in for the browser's.
const reached: unknown[] = [];

function createRealm(): object {
  class GPUDevice {
    createRenderPipeline(): object {
      return {};
    }
    async createRenderPipelineAsync(): Promise<object> {
      return {};
    }
  }
  class GPURenderPassEncoder {
    setPipeline(): void {
      reached.push("setPipeline");
    }
    draw(...parameters: number[]): void {
      reached.push(["draw", ...parameters]);
    }
    drawIndexed(...parameters: number[]): void {
      reached.push(["drawIndexed", ...parameters]);
    }
    drawIndirect(): void {
      reached.push("drawIndirect");
    }
    drawIndexedIndirect(): void {
      reached.push("drawIndexedIndirect");
    }
    executeBundles(bundles: readonly object[]): void {
      reached.push(["executeBundles", bundles.length]);
    }
  }
  class GPURenderBundleEncoder {
    setPipeline(): void {
      reached.push("setPipeline in a bundle");
    }
    draw(...parameters: number[]): void {
      reached.push(["draw in a bundle", ...parameters]);
    }
    finish(): object {
      return {};
    }
  }
  return { GPUDevice, GPURenderPassEncoder, GPURenderBundleEncoder };
}

interface Fake {
  createRenderPipeline(descriptor: object): object;
  createRenderPipelineAsync(descriptor: object): Promise<object>;
  setPipeline(pipeline: object): void;
  draw(count: number, instances?: number): void;
  drawIndexed(count: number, instances?: number): void;
  drawIndirect(): void;
  finish(): object;
  executeBundles(bundles: readonly object[]): void;
}

describe("countWebGpu", () => {
  let state: GlState;
  let realm: object;

  beforeEach(() => {
    reached.length = 0;
    state = { mode: "forward", totals: createGlTotals() };
    realm = createRealm();
    countWebGpu(realm, state);
  });

  function create(className: string): Fake {
    const constructor = Reflect.get(realm, className) as new () => Fake;
    return new constructor();
  }

  function setMode(mode: GlMode): void {
    state.mode = mode;
  }

  it("counts triangles by the topology of the pipeline in use", async () => {
    const device = create("GPUDevice");
    const pass = create("GPURenderPassEncoder");
    pass.setPipeline(device.createRenderPipeline({}));
    pass.draw(6, 2);
    expect(state.totals).toMatchObject({ drawCalls: 1, triangles: 4, vertices: 12, instances: 2 });
    pass.setPipeline(await device.createRenderPipelineAsync({ primitive: { topology: "triangle-strip" } }));
    pass.drawIndexed(6);
    expect(state.totals).toMatchObject({ drawCalls: 2, triangles: 8, vertices: 18, instances: 2 });
    pass.setPipeline(device.createRenderPipeline({ primitive: { topology: "line-list" } }));
    pass.draw(6);
    expect(state.totals).toMatchObject({ drawCalls: 3, triangles: 8 });
  });

  it("counts a bundle each time it is executed, and not when it is recorded", () => {
    const encoder = create("GPURenderBundleEncoder");
    encoder.setPipeline(create("GPUDevice").createRenderPipeline({}));
    encoder.draw(3);
    encoder.draw(6);
    const bundle = encoder.finish();
    expect(state.totals.drawCalls).toBe(0);
    create("GPURenderPassEncoder").executeBundles([bundle, bundle]);
    expect(state.totals).toMatchObject({ drawCalls: 4, triangles: 6 });
  });

  it("counts an indirect draw as a call without triangles", () => {
    create("GPURenderPassEncoder").drawIndirect();
    expect(state.totals).toMatchObject({ drawCalls: 1, triangles: 0 });
  });

  it("submits empty draws in mode discard", () => {
    setMode("discard");
    const pass = create("GPURenderPassEncoder");
    pass.draw(6, 2);
    pass.drawIndirect();
    pass.executeBundles([{}]);
    expect(reached).toEqual([
      ["draw", 0, 2],
      ["draw", 0],
      ["executeBundles", 0],
    ]);
  });

  it("submits no draws in mode drop, but records bundles for later", () => {
    setMode("drop");
    create("GPURenderBundleEncoder").draw(3);
    const pass = create("GPURenderPassEncoder");
    pass.draw(6);
    pass.executeBundles([{}]);
    expect(reached).toEqual([["draw in a bundle", 3]]);
  });
});
