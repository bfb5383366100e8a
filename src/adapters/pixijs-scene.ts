import { Assets, Container, Graphics, Sprite, Text, Texture } from "pixi.js";
import type { Scene2d } from "../formats/scene2d.ts";
import type { EntryModule } from "../page/root-adapter.ts";
import type { PixiContext } from "./pixi-context.ts";

type SceneNode = Scene2d["children"][number];
type SpriteNode = Extract<SceneNode, { readonly type: "sprite" }>;
type GraphicsNode = Extract<SceneNode, { readonly type: "graphics" }>;
type TextNode = Extract<SceneNode, { readonly type: "text" }>;
type Shape = GraphicsNode["shapes"][number];

/**
 * A scene file as an entry: its `setup` fills the stage of a PixiJS root. The file was validated before the run. `path` is
 * relative to the manifest.
 */
export function sceneEntry(path: string, { children }: Scene2d): EntryModule {
  return {
    setup: async ({ stage, assets }: PixiContext): Promise<void> => {
      const folder = assets.url(path).replace(/[^/]*$/u, "");
      const textures = await loadTextures(children, folder);
      // Siblings that all lie at the same height keep the order of the file.
      stage.sortableChildren = true;
      for (const node of children) stage.addChild(build(node, textures));
    },
  };
}

type Textures = ReadonlyMap<string, Texture>;

/** The pictures of all sprites, by their written path. In order, so that a run loads them like any other. */
async function loadTextures(nodes: readonly SceneNode[], folder: string): Promise<Textures> {
  const textures = new Map<string, Texture>();
  for (const written of new Set(writtenTextures(nodes))) {
    textures.set(written, await Assets.load<Texture>(new URL(written, folder).href));
  }
  return textures;
}

function writtenTextures(nodes: readonly SceneNode[]): readonly string[] {
  return nodes.flatMap((node) => {
    if (node.type === "sprite") return [node.texture];
    return node.type === "container" ? writtenTextures(node.children) : [];
  });
}

function build(node: SceneNode, textures: Textures): Container {
  const built = buildBare(node, textures);
  built.position.set(node.x ?? 0, node.y ?? 0);
  built.rotation = node.rotation ?? 0;
  // Multiplied, because a sprite's own size is a scale too.
  built.scale.set(built.scale.x * (node.scaleX ?? 1), built.scale.y * (node.scaleY ?? 1));
  built.alpha = node.alpha ?? 1;
  built.visible = node.visible ?? true;
  built.zIndex = node.zIndex ?? 0;
  if (node.label !== undefined) built.label = node.label;
  if (node.entityId !== undefined) Reflect.set(built, "userData", { entityId: node.entityId });
  return built;
}

function buildBare(node: SceneNode, textures: Textures): Container {
  switch (node.type) {
    case "container": {
      const container = new Container({ sortableChildren: true });
      for (const child of node.children) container.addChild(build(child, textures));
      return container;
    }
    case "sprite":
      return buildSprite(node, textures.get(node.texture) ?? Texture.EMPTY);
    case "graphics":
      return buildGraphics(node);
    case "text":
      return buildText(node);
  }
}

function buildSprite({ anchorX, anchorY, width, height, tint }: SpriteNode, texture: Texture): Sprite {
  const sprite = new Sprite({ texture, anchor: { x: anchorX ?? 0, y: anchorY ?? 0 } });
  if (width !== undefined) sprite.width = width;
  if (height !== undefined) sprite.height = height;
  if (tint !== undefined) sprite.tint = tint;
  return sprite;
}

function buildGraphics({ shapes }: GraphicsNode): Graphics {
  const graphics = new Graphics();
  for (const shape of shapes) {
    outline(graphics, shape);
    if (shape.fill !== undefined) graphics.fill(shape.fill);
    if (shape.stroke !== undefined) graphics.stroke({ color: shape.stroke, width: shape.strokeWidth ?? 1 });
  }
  return graphics;
}

function outline(graphics: Graphics, shape: Shape): void {
  switch (shape.type) {
    case "rectangle":
      if (shape.radius === undefined) graphics.rect(shape.x, shape.y, shape.width, shape.height);
      else graphics.roundRect(shape.x, shape.y, shape.width, shape.height, shape.radius);
      return;
    case "ellipse":
      graphics.ellipse(shape.x, shape.y, shape.radiusX, shape.radiusY);
      return;
    case "polygon":
      graphics.poly([...shape.points]);
  }
}

function buildText(node: TextNode): Text {
  const { anchorX, anchorY, text, wrapWidth } = node;
  return new Text({
    text,
    anchor: { x: anchorX ?? 0, y: anchorY ?? 0 },
    style: {
      fontFamily: node.fontFamily ?? "sans-serif",
      fontSize: node.fontSize ?? 26,
      fontWeight: node.fontWeight ?? "normal",
      fill: node.fill ?? "#000000",
      align: node.align ?? "left",
      ...(wrapWidth === undefined ? {} : { wordWrap: true, wordWrapWidth: wrapWidth }),
    },
  });
}
