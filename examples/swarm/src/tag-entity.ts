import type { Container } from "pixi.js";

/** Makes a container count as an entity. Pixi's containers have no user data of their own, three's objects do. */
export function tagEntity(container: Container, entityId: string): void {
  Object.assign(container, { userData: { entityId } });
}
