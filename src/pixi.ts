export type { PixiContext } from "./adapters/pixi-context.ts";
