import type { RigidBody } from "@dimforge/rapier3d-compat";
import { Vector3 } from "three";
import type { Blast, Blasts } from "./blasts.ts";
import type { BoltHit, Bolts } from "./bolts.ts";
import type { CameraRig } from "./camera-rig.ts";
import type { Controls } from "./controls.ts";
import { hunterRadius } from "./hunters.ts";
import type { Hunter, Hunters } from "./hunters.ts";
import { palette } from "./palette.ts";
import type { Player } from "./player.ts";

const stepsBetweenBolts = 7;
const stepsToChargePulse = 100;
/** Steps after a hit during which the player cannot be hurt again. */
const graceSteps = 25;
const hullPerHit = 12;
const scorePerHunter = 100;
const aimReach = 13;
const touchDistance = hunterRadius + 0.9;

const boltBlast: Blast = { reach: 3.2, impulse: 3.4, colour: 0xffa24d, sparkCount: 30 };
const hunterBlast: Blast = { reach: 4.6, impulse: 6, colour: palette.hunter, sparkCount: 70 };
const pulseBlast: Blast = { reach: 8.5, impulse: 8, colour: palette.playerGlow, sparkCount: 140 };

/** The parts of the world that the rules affect. */
export interface ArenaParts {
  readonly player: Player;
  readonly hunters: Hunters;
  readonly bolts: Bolts;
  readonly blasts: Blasts;
  readonly cameraRig: CameraRig;
  /** Everything that an explosion can push. */
  readonly pushable: readonly RigidBody[];
}

/** The counters of the rules. */
export interface Tally {
  readonly score: number;
  readonly hull: number;
  readonly huntersDown: number;
  readonly pulseCharge: number;
}

export interface Rules {
  /** Plays one step of `dt` seconds: shooting, hits, damage. */
  play(controls: Controls, dt: number): void;
  tally(): Tally;
}

/** The rules of the game: rate of fire, effects of a hit, and points. */
export function createRules(parts: ArenaParts): Rules {
  const { player, hunters, bolts, blasts, cameraRig, pushable } = parts;
  const state = { score: 0, hull: 100, huntersDown: 0, boltWait: 0, pulseWait: 0, grace: 0 };
  const aim = new Vector3();

  function explode(at: Vector3, blast: Blast): void {
    blasts.explode(at, blast, pushable);
    cameraRig.shake(blast.reach / 8);
  }

  function shoot(controls: Controls): void {
    const target = hunters.nearest(player.node.position, aimReach);
    player.face(target === undefined ? controls.move : aim.subVectors(target.node.position, player.node.position));
    state.boltWait = Math.max(0, state.boltWait - 1);
    if (!controls.fire || state.boltWait > 0) return;
    // Starts outside of the player's own collider, which the bolt would otherwise hit at once.
    bolts.fire(aim.copy(player.node.position).addScaledVector(player.heading, 0.9), player.heading);
    state.boltWait = stepsBetweenBolts;
  }

  function pulse(controls: Controls): void {
    state.pulseWait = Math.max(0, state.pulseWait - 1);
    if (!controls.pulse || state.pulseWait > 0) return;
    explode(aim.copy(player.node.position).setY(0.2), pulseBlast);
    state.pulseWait = stepsToChargePulse;
  }

  function land({ point, collider }: BoltHit): void {
    const hunter = hunters.find(collider);
    if (hunter === undefined) explode(point, boltBlast);
    else destroy(hunter);
  }

  function destroy(hunter: Hunter): void {
    explode(hunter.node.position, hunterBlast);
    hunters.respawn(hunter);
    state.score += scorePerHunter;
    state.huntersDown += 1;
  }

  function takeDamage(): void {
    state.grace = Math.max(0, state.grace - 1);
    const attacker = state.grace === 0 ? hunters.nearest(player.node.position, touchDistance) : undefined;
    if (attacker === undefined) return;
    state.hull -= hullPerHit;
    state.grace = graceSteps;
    explode(attacker.node.position, boltBlast);
    if (state.hull > 0) return;
    explode(player.node.position, pulseBlast);
    player.reset();
    state.hull = 100;
    state.score = Math.floor(state.score / 2);
  }

  return {
    play: (controls, dt) => {
      shoot(controls);
      pulse(controls);
      for (const hit of bolts.advance(dt)) land(hit);
      takeDamage();
    },
    tally: () => ({ ...state, pulseCharge: 1 - state.pulseWait / stepsToChargePulse }),
  };
}
