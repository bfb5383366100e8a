import { stageAttribute } from "./stage-attribute.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Adds the element that holds all roots, at the size of the game's resolution. */
export function createStage({ width, height }: Size, isUnseen: boolean): HTMLElement {
  const stage = document.createElement("div");
  // Compositing invisible canvases keeps up to half a core of the GPU process busy; transparent ones cost almost
  // nothing. Layout, hit tests and the game's own styles do not change.
  const opacity = isUnseen ? 0 : 1;
  // An attribute, because the state would include an assigned style, which differs between passes.
  stage.setAttribute(
    "style",
    `position:relative;overflow:hidden;width:${String(width)}px;height:${String(height)}px;opacity:${String(opacity)};isolation:isolate`,
  );
  stage.setAttribute(stageAttribute, "");
  document.body.append(stage);
  return stage;
}

/** Resizes the stage and its layers. */
export function sizeStage(stage: HTMLElement, { width, height }: Size): void {
  stage.style.width = `${String(width)}px`;
  stage.style.height = `${String(height)}px`;
}

/** Adds a layer to the stage, above the layers of lower rank. */
export function createLayer(stage: HTMLElement, rank: number): HTMLElement {
  const layer = document.createElement("div");
  layer.style.cssText = `position:absolute;inset:0;z-index:${String(rank)}`;
  stage.append(layer);
  return layer;
}

/**
 * Moves the stage out of the body, which belongs to an unmodified game, so that its layers can lie above and below the
 * body. Call before there is any layer.
 */
export function liftStage(stage: HTMLElement): void {
  // It has no stacking context of its own, and the whole document is hidden instead of the stage.
  const { width, height, opacity } = stage.style;
  document.documentElement.style.opacity = opacity;
  stage.setAttribute("style", `position:absolute;left:0;top:0;overflow:hidden;width:${width};height:${height}`);
  document.documentElement.append(stage);
}

/** Puts the body among the layers of a lifted stage, and returns it. */
export function placeBody(rank: number): HTMLElement {
  document.body.style.cssText = `position:absolute;inset:0;isolation:isolate;z-index:${String(rank)}`;
  return document.body;
}
