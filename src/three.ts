export type { ThreeContext } from "./adapters/three-context.ts";
