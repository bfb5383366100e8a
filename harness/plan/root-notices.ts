import type { RunNotice } from "../../src/formats/frame-sample.ts";
import { debugParameter } from "../../src/formats/page-port.ts";
import { manifestOf, type RunPlan } from "../../src/formats/run-plan.ts";

/**
 * What a manifest says of its roots that a reader of the figures must know. `version` is Framegate's own, which the
 * manifest's engine pin is compared with.
 */
export function rootNotices({ target, query }: RunPlan, version: string): readonly RunNotice[] {
  const manifest = manifestOf(target);
  if (manifest === null) return [];
  const { allowProductionDebug, engineVersion, roots, server } = manifest;
  const notices = roots.flatMap(({ id, loop }): RunNotice[] => {
    if (loop !== "self-driven") return [];
    const message = `Root "${id}" drives its own loop: it runs in its own animation frames, after the phases of all other roots, and no phase of it is measured.`;
    return [warning("self-driven-root", message)];
  });
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

function warning(code: string, message: string): RunNotice {
  return { code, severity: "warning", message, where: null };
}
