import {
  type CapabilityTier,
  ceilingOf,
  isAboveCeiling,
  type AdapterForm,
  type DeliveryContext,
} from "./capability-tiers.ts";
import type { Diagnostic, Validation } from "./diagnostics.ts";
import { domStubs, isDomStub, stubElement } from "./dom-stubs.ts";
import { toPointer, type JsonPath } from "./json-document.ts";
import { defaultCaptureTimeoutMs } from "./manifest-schema.ts";
import type {
  Manifest,
  ManifestRoot,
  ResolvedAdapter,
  ResolvedIngest,
  ResolvedManifest,
  ResolvedRoot,
} from "./manifest.ts";

export interface ResolveOptions {
  /**
   * Whether a bare specifier is in the host's registry or among the project's installed dependencies. Skips the check
   * if omitted.
   */
  readonly isResolvable?: (specifier: string) => boolean;
  /** Ids of the roots whose built bundle contains its own copy of the runtime instead of importing the host's. */
  readonly inlinedRuntimes?: readonly string[];
}

/** The resolution of a game that declares none, in CSS pixels. */
const defaultResolution = { width: 1280, height: 720 } as const;

/**
 * Fills in all defaults and checks the rules that only matter for a run. A valid manifest can fail here. The
 * diagnostics point into the file; the caller, who has its text, adds lines and columns.
 */
export function resolveManifest(
  manifest: Manifest,
  context: DeliveryContext,
  options: ResolveOptions = {},
): Validation<ResolvedManifest> {
  const errors = [
    ...checkAboveZero(manifest.resolution?.width, ["resolution", "width"]),
    ...checkAboveZero(manifest.resolution?.height, ["resolution", "height"]),
    ...manifest.roots.flatMap((root, index) => checkIngestOf(root, ["roots", index, "adapter"], options)),
  ];
  if (errors.length > 0) return { ok: false, errors, warnings: [] };
  const isUnreachable = (root: ManifestRoot): boolean => inlinesRuntime(root, options);
  return {
    ok: true,
    value: fillIn(manifest, context, isUnreachable),
    warnings: manifest.roots.flatMap((root, index) => (isUnreachable(root) ? [reportInlined(root, index)] : [])),
  };
}

/** Whether the root runs on its own copy of the runtime, which a trap for the host's runtime never sees. */
function inlinesRuntime({ id, adapter }: ManifestRoot, { inlinedRuntimes = [] }: ResolveOptions): boolean {
  const isTrapped =
    typeof adapter !== "string" && "ingest" in adapter && adapter.ingest.strategy === "iframe-reachable";
  return isTrapped && inlinedRuntimes.includes(id);
}

function reportInlined({ id }: ManifestRoot, index: number): Diagnostic {
  const message =
    `The bundle of root ${JSON.stringify(id)} has its runtime inlined, so it cannot be captured: the root falls back to ` +
    `opaque-embed. Build it with the runtime as an external, that is, as a bare import.`;
  const pointer = toPointer(["roots", index, "adapter", "ingest", "bundleUrl"]);
  return { code: "runtime-inlined", severity: "warning", pointer, message };
}

function fillIn(
  manifest: Manifest,
  context: DeliveryContext,
  isUnreachable: (root: ManifestRoot) => boolean,
): ResolvedManifest {
  return {
    name: manifest.name,
    version: manifest.version,
    appId: manifest.appId ?? null,
    engineVersion: manifest.engine.version,
    editorPort: manifest.editorPort ?? null,
    roots: manifest.roots.map((root) => {
      const resolved = fillInRoot(root, context);
      return isUnreachable(root) ? { ...resolved, tier: lowerTier(resolved.tier, "opaque-embed") } : resolved;
    }),
    resolution: manifest.resolution ?? defaultResolution,
    declaresResolution: manifest.resolution !== undefined,
    determinism: fillInDeterminism(manifest.determinism),
    budget: manifest.budget ?? null,
    allowProductionDebug: manifest.debug?.allowInProduction ?? false,
    server: manifest.server === undefined ? null : { module: null, ...manifest.server },
    authoring: manifest.authoring ?? null,
    learn: manifest.learn ?? null,
  };
}

function fillInDeterminism(written: Manifest["determinism"]): ResolvedManifest["determinism"] {
  return { seededRandom: written?.seededRandom ?? false, defaultSeed: written?.defaultSeed ?? null };
}

function fillInRoot(root: ManifestRoot, context: DeliveryContext): ResolvedRoot {
  const adapter = fillInAdapter(root.adapter);
  return {
    id: root.id,
    adapter,
    scene: root.scene ?? null,
    entry: root.entry ?? null,
    zOrder: root.zOrder ?? 0,
    pausable: root.pausable ?? true,
    loop: root.loop ?? "gated",
    tier: root.capabilities?.[context] ?? ceilingOf(formOf(adapter), context),
  };
}

function lowerTier(tier: CapabilityTier, ceiling: CapabilityTier): CapabilityTier {
  return isAboveCeiling(tier, ceiling) ? ceiling : tier;
}

function fillInAdapter(adapter: ManifestRoot["adapter"]): ResolvedAdapter {
  if (typeof adapter === "string") return { kind: "default", name: adapter };
  if ("module" in adapter) return { kind: "custom", module: adapter.module, surface: adapter.surface };
  return { kind: "ingest", surface: adapter.surface, ingest: fillInIngest(adapter.ingest) };
}

type WrittenIngest = Extract<ManifestRoot["adapter"], { readonly ingest: unknown }>["ingest"];

function fillInIngest(ingest: WrittenIngest): ResolvedIngest {
  return {
    strategy: ingest.strategy,
    degradedFrom: null,
    entryHtml: ingest.entryHtml ?? null,
    assets: ingest.assets ?? {},
    domStubs: ingest.domStubs ?? [],
    captureTimeoutMs: ingest.captureTimeoutMs ?? defaultCaptureTimeoutMs,
    bundleUrl: ingest.bundleUrl ?? null,
    baseHref: ingest.baseHref ?? null,
    assetBaseUrl: ingest.assetBaseUrl ?? null,
    extraDeps: ingest.extraDeps ?? [],
    pixiModuleUrl: ingest.pixiModuleUrl ?? null,
    bodyHtml: ingest.bodyHtml ?? null,
  };
}

/** The parts of an adapter that decide its ceilings. */
export function formOf(adapter: ResolvedAdapter): AdapterForm {
  if (adapter.kind !== "ingest") return { kind: adapter.kind };
  return { kind: "ingest", strategy: adapter.ingest.degradedFrom ?? adapter.ingest.strategy };
}

function checkIngestOf({ adapter }: ManifestRoot, path: JsonPath, options: ResolveOptions): readonly Diagnostic[] {
  if (typeof adapter === "string" || !("ingest" in adapter)) return [];
  const { surface, ingest } = adapter;
  const at = [...path, "ingest"];
  return [
    ...checkAboveZero(ingest.captureTimeoutMs, [...at, "captureTimeoutMs"]),
    ...checkStrategy(surface, ingest, at),
    ...(ingest.pixiModuleUrl === undefined || surface === "pixijs"
      ? []
      : [
          resolveError(
            [...at, "pixiModuleUrl"],
            "pixi-module-url-not-supported",
            `pixiModuleUrl is not supported on a ${surface} root; it replaces the pixi.js of a pixijs root.`,
          ),
        ]),
    ...checkExtraDependencies(ingest, at, options),
    ...checkStubs(ingest, at),
  ];
}

function checkStrategy(surface: string, ingest: WrittenIngest, at: JsonPath): readonly Diagnostic[] {
  const { strategy } = ingest;
  if (strategy !== "iframe-reachable" && strategy !== "opaque-embed") return [];
  if (surface === "react") {
    const message = `A react root cannot be mounted with ${strategy}; use shared or deduped.`;
    return [resolveError([...at, "strategy"], "strategy-not-supported", message)];
  }
  if (strategy === "iframe-reachable" && ingest.entryHtml !== undefined) {
    const message = `No mount is wired for entryHtml under iframe-reachable. Build the game as a bundle and give its bundleUrl.`;
    return [resolveError([...at, "entryHtml"], "entry-html-not-wired", message)];
  }
  if (strategy === "opaque-embed" && ingest.entryHtml === undefined) {
    return [resolveError(at, "entry-html-missing", "opaque-embed needs entryHtml, the page to embed.")];
  }
  return [];
}

function checkExtraDependencies(ingest: WrittenIngest, at: JsonPath, options: ResolveOptions): readonly Diagnostic[] {
  const { isResolvable } = options;
  if (isResolvable === undefined || ingest.strategy !== "iframe-reachable") return [];
  return (ingest.extraDeps ?? []).flatMap((specifier, index) => {
    if (isResolvable(specifier)) return [];
    const message = `${JSON.stringify(specifier)} is neither in the host's registry nor installed in the project.`;
    return [resolveError([...at, "extraDeps", index], "extra-dependency-not-found", message)];
  });
}

function checkStubs({ domStubs: written = [] }: WrittenIngest, at: JsonPath): readonly Diagnostic[] {
  return written.flatMap((stub, index) => {
    if (isDomStub(stub) || stubElement(stub) !== null) return [];
    const known = Object.keys(domStubs).join(", ");
    const message = `There is no DOM stub ${JSON.stringify(stub)}. Known: ${known}, and an element such as "canvas#game".`;
    return [resolveError([...at, "domStubs", index], "unknown-dom-stub", message)];
  });
}

function checkAboveZero(value: number | undefined, path: JsonPath): readonly Diagnostic[] {
  if (value === undefined || value > 0) return [];
  return [resolveError(path, "not-above-zero", `Expected a number above 0; found ${value}.`)];
}

function resolveError(path: JsonPath, code: string, message: string): Diagnostic {
  return { code, severity: "error", pointer: toPointer(path), message };
}
