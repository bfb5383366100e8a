import type { RunReport } from "../../src/formats/report.ts";
import type { SceneEngineReport, SceneReport } from "../../src/formats/scene-report.ts";
import { formatCount } from "../../src/formats/format-figures.ts";
import { margin, type ListStyle } from "./list-style.ts";
import { plainText, wrapBehind } from "./text-layout.ts";

// The report has more.
const shownNamesMax = 8;

/** Scene graphs at the end of the run with their most frequent names, and a page's physics engines. */
export function renderScene(report: RunReport, style: ListStyle): readonly string[] {
  const sentences = describeScenes(report);
  if (sentences.length === 0) return [];
  return wrapBehind(margin, plainText(sentences.join(" ")), style.columns).map((line) => style.paint.dim(line));
}

/** The same in sentences. Empty if the run has neither. */
export function describeScenes(report: RunReport): readonly string[] {
  const { scene, perFrame } = report;
  // A library may bring an engine that the game never uses.
  const physics = perFrame.physicsMs === null ? [] : (report.physicsEngines ?? []);
  const inWorkers = perFrame.workerPhysicsMs === null ? [] : (report.workerPhysicsEngines ?? []);
  return [
    ...(scene === null ? [] : describeScene(scene)),
    ...(physics.length === 0 ? [] : [`Physics: the steps of ${physics.join(" and ")}.`]),
    ...(inWorkers.length === 0 ? [] : [`Physics in workers: the steps of ${inWorkers.join(" and ")}.`]),
  ];
}

function describeScene(scene: NonNullable<RunReport["scene"]>): readonly string[] {
  const engines = scene.engines.map(describeEngine).join(", ");
  return [
    `Scene at the end: ${formatCount(scene.nodes)} nodes${engines === "" ? "" : ` in ${engines}`}${describeEntities(scene)}.`,
    ...(scene.names.length === 0 ? [] : [`Named: ${listNames(scene)}.`]),
    ...(scene.entities === null ? [noEntities(scene.selectors)] : []),
  ];
}

function noEntities(selectors: readonly string[]): string {
  return selectors.length === 0
    ? "No node is an entity: --entities says which ones are."
    : `No node matched ${selectors.join(", ")} in any frame.`;
}

const engineTexts: Readonly<Record<SceneEngineReport["name"], string>> = {
  three: "three.js",
  pixi: "PixiJS",
  phaser: "Phaser",
  playcanvas: "PlayCanvas",
  babylon: "Babylon.js",
};

function describeEngine({ name, version, worlds }: SceneEngineReport): string {
  const text = version === null ? engineTexts[name] : `${engineTexts[name]} ${version}`;
  return worlds === 1 ? text : `${String(worlds)} scenes of ${text}`;
}

function describeEntities({ entities, selectors }: NonNullable<RunReport["scene"]>): string {
  if (entities === null) return "";
  const count = `, ${formatCount(entities)} of them ${entities === 1 ? "an entity" : "entities"}`;
  return selectors.length === 0 ? count : `${count} (${selectors.join(", ")})`;
}

function listNames({ names }: SceneReport): string {
  const shown = names.slice(0, shownNamesMax).map(({ type, name, count }) => {
    const kind = type === "" ? name : `${type} ${name}`;
    return count === 1 ? kind : `${kind} x ${formatCount(count)}`;
  });
  return shown.join(", ") + (names.length > shownNamesMax ? " and others" : "");
}
