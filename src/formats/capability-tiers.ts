/** How closely the engine can work with a root, best first. */
export const capabilityTiers = [
  "first-party",
  "shared",
  "deduped",
  "iframe-reachable",
  "opaque-embed",
  "unsupported",
] as const;

/** How closely the engine can work with a root. */
export type CapabilityTier = (typeof capabilityTiers)[number];

/** How a game is served: by the local command line, which has a bundler, or hosted without one. */
export const deliveryContexts = ["local", "hosted"] as const;

/** How a game is served: by the local command line, which has a bundler, or hosted without one. */
export type DeliveryContext = (typeof deliveryContexts)[number];

/** How an unmodified game's runtime is captured. */
export const ingestStrategies = ["shared", "deduped", "iframe-reachable", "opaque-embed"] as const;

/** How an unmodified game's runtime is captured. */
export type IngestStrategy = (typeof ingestStrategies)[number];

/** The facts that determine an adapter's ceiling: its form and, for an ingest adapter, its strategy. */
export type AdapterForm =
  | { readonly kind: "default" }
  | { readonly kind: "custom" }
  | { readonly kind: "ingest"; readonly strategy: IngestStrategy };

/**
 * The best tier that an adapter can reach in a delivery context. A root that declares no tier gets this one. `deduped`
 * needs a bundler, which rewrites the game so that it shares the host's copy of the runtime. Hosted delivery has no
 * bundler, so `deduped` falls back to an embed there.
 */
export function ceilingOf(adapter: AdapterForm, context: DeliveryContext): CapabilityTier {
  switch (adapter.kind) {
    case "default":
      return "first-party";
    case "custom":
      return "shared";
    case "ingest":
      return adapter.strategy === "deduped" && context === "hosted" ? "opaque-embed" : adapter.strategy;
  }
}

/** Whether the declared tier is better than the ceiling. */
export function isAboveCeiling(declared: CapabilityTier, ceiling: CapabilityTier): boolean {
  return capabilityTiers.indexOf(declared) < capabilityTiers.indexOf(ceiling);
}
