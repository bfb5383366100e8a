/** Adds a canvas to a layer, with its size in CSS pixels. */
export function addCanvas(layer: HTMLElement, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  canvas.style.cssText = "display:block;width:100%;height:100%";
  layer.append(canvas);
  return canvas;
}

/** Whether the browser refuses every WebGL context. If so, the failure is not the renderer's. */
export function isWebglRefused(): boolean {
  const canvas = document.createElement("canvas");
  return canvas.getContext("webgl2") === null && canvas.getContext("webgl") === null;
}
