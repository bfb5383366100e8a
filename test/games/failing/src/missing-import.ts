import { createWorld } from "a-package-that-is-not-installed";

export function setup(): void {
  createWorld();
}
