import type { Container } from "pixi.js";

/** Makes a container count as an entity. Unlike three's objects, Pixi's containers have no user data. */
export function tagEntity(container: Container, entityId: string): void {
  Object.assign(container, { userData: { entityId } });
}
