import { ConeGeometry, Group, Mesh, MeshStandardMaterial, PointLight, SphereGeometry } from "three";

export interface Courier {
  readonly group: Group;
  /** Flies for `dt` seconds. Steering is from -1, towards the star, to 1. */
  fly(steering: number, isBoosting: boolean, dt: number): void;
}

const innermost = 4.5;
const outermost = 13;

/** The ship that the player steers around the star. */
export function createCourier(): Courier {
  const hull = new Mesh(
    new ConeGeometry(0.42, 1.5, 5),
    new MeshStandardMaterial({ color: "#f4f1ff", metalness: 0.3, roughness: 0.35, flatShading: true }),
  );
  hull.rotation.x = Math.PI / 2;
  const flame = new Mesh(
    new SphereGeometry(0.26, 12, 8),
    new MeshStandardMaterial({ color: "#000", emissive: "#57e3ff" }),
  );
  flame.position.z = -0.85;
  const group = new Group();
  group.add(hull, flame, new PointLight("#57e3ff", 14, 9));
  group.userData["entityId"] = "courier";

  let angle = 0;
  let radius = 8;
  let drift = 0;
  let thrust = 1;

  function fly(steering: number, isBoosting: boolean, dt: number): void {
    drift += (steering * 6 - drift) * 4 * dt;
    thrust += ((isBoosting ? 2.4 : 1) - thrust) * 5 * dt;
    radius = Math.min(Math.max(radius + drift * dt, innermost), outermost);
    // Close to the star, orbits are faster.
    angle += (thrust * 7 * dt) / radius;
    group.position.set(Math.cos(angle) * radius, 0, -Math.sin(angle) * radius);
    group.rotation.set(0, angle + Math.PI, -drift * 0.16);
    flame.scale.set(1, 1, thrust * 1.8);
  }

  return { group, fly };
}
