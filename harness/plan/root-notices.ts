import type { RunNotice } from "../../src/formats/frame-sample.ts";
import { ceilingOf } from "../../src/formats/capability-tiers.ts";
import type { ResolvedRoot } from "../../src/formats/manifest.ts";
import { debugParameter } from "../../src/formats/page-port.ts";
import { formOf } from "../../src/formats/resolve-manifest.ts";
import { type Delivery, manifestOf, type RunPlan } from "../../src/formats/run-plan.ts";

/**
 * Notices about a manifest's roots that a reader of the figures must know. The manifest's engine pin is compared with
 * `version`, Framegate's own.
 */
export function rootNotices({ target, query, delivery }: RunPlan, version: string): readonly RunNotice[] {
  const manifest = manifestOf(target);
  if (manifest === null) return [];
  const { allowProductionDebug, engineVersion, roots, server } = manifest;
  const notices = roots.flatMap(({ id, loop }): RunNotice[] => {
    if (loop !== "self-driven") return [];
    const message = `Root "${id}" drives its own loop: it runs in its own animation frames, after the phases of all other roots, and no phase of it is measured.`;
    return [warning("self-driven-root", message)];
  });
  notices.push(...roots.flatMap((root) => degradation(root, delivery)), ...ignored(delivery));
  if (server !== null) {
    const message = `The server of room "${server.room}" was not started: the client ran by itself. What it tried to reach is refused, and named here.`;
    notices.push(warning("server-not-started", message));
  }
  if (new URLSearchParams(query).get(debugParameter) === "1" && !allowProductionDebug) {
    const message = `The query asks for the debug bridge, which is not there: this run has what players get. The manifest may allow it: "debug": { "allowInProduction": true }.`;
    notices.push(warning("debug-not-allowed", message));
  }
  if (engineVersion === version) return notices;
  const pin = `The manifest is pinned to version ${engineVersion} of the engine, and this is ${version}. Check the game, and set "engine" to this version.`;
  return [...notices, warning("engine-version", pin)];
}

/** Reasons why a root is below the tier that it would have with a bundler, or that its adapter could reach. */
function degradation({ id, adapter, tier }: ResolvedRoot, { context }: Delivery): readonly RunNotice[] {
  if (adapter.kind === "ingest" && adapter.ingest.degradedFrom !== null) {
    const message = `Root "${id}" is ${adapter.ingest.degradedFrom}, which needs a bundler: hosted, it falls back to ${tier}, and its page ran as it is. Nothing of its scene is known.`;
    return [warning("tier-degraded", message)];
  }
  const ceiling = ceilingOf(formOf(adapter), context);
  if (tier === ceiling) return [];
  const message = `Root "${id}" declares the tier ${tier} for the context ${context}, and its adapter can reach ${ceiling}.`;
  return [warning("tier-below-ceiling", message)];
}

function ignored({ context, ignoredFiles }: Delivery): readonly RunNotice[] {
  return ignoredFiles.map((file) => {
    const message = `The context ${context} has no bundler, so ${file} was not read: its plugins, aliases and values have no effect.`;
    return { code: "bundler-file-ignored", severity: "warning", message, where: file };
  });
}

function warning(code: string, message: string): RunNotice {
  return { code, severity: "warning", message, where: null };
}
