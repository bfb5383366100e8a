import type { HostConfig } from "../formats/page-port.ts";

/** Adds the element that holds all roots, at the size of the game's resolution. */
export function createStage({ width, height }: HostConfig, isUnseen: boolean): HTMLElement {
  const stage = document.createElement("div");
  // Compositing canvases that nobody sees keeps up to half a core of the GPU process busy; transparent ones cost almost
  // nothing. Layout, hit tests and the game's own styles do not change.
  const opacity = isUnseen ? 0 : 1;
  // An attribute: the state would have an assigned style, and passes differ in it.
  stage.setAttribute(
    "style",
    `position:relative;overflow:hidden;width:${String(width)}px;height:${String(height)}px;opacity:${String(opacity)};isolation:isolate`,
  );
  document.body.append(stage);
  return stage;
}

/** Adds a layer to the stage, above the layers of lower rank. */
export function createLayer(stage: HTMLElement, rank: number): HTMLElement {
  const layer = document.createElement("div");
  layer.style.cssText = `position:absolute;inset:0;z-index:${String(rank)}`;
  stage.append(layer);
  return layer;
}
