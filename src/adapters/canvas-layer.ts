/** Adds a canvas of that size in CSS pixels to a layer. */
export function addCanvas(layer: HTMLElement, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  canvas.style.cssText = "display:block;width:100%;height:100%";
  layer.append(canvas);
  return canvas;
}

/** Whether the browser gives no WebGL context at all, as opposed to a renderer that failed for a reason of its own. */
export function isWebglRefused(): boolean {
  const canvas = document.createElement("canvas");
  return canvas.getContext("webgl2") === null && canvas.getContext("webgl") === null;
}
