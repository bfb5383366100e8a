import type * as z from "zod/mini";
import type { CapabilityTier, IngestStrategy } from "./capability-tiers.ts";
import { findShapelessAdapters } from "./check-adapter.ts";
import { checkManifest } from "./check-manifest.ts";
import type { Validation } from "./diagnostics.ts";
import { manifestSchema } from "./manifest-schema.ts";
import type { Budget } from "./metrics.ts";
import type { DeepReadonly } from "./read-only.ts";
import { validateDocument } from "./validate-document.ts";

/** `framegate.game.json` as written, without defaults, so that writing it back gives the author's file. */
export type Manifest = DeepReadonly<z.infer<typeof manifestSchema>>;

/** One entry of `roots`, as written. */
export type ManifestRoot = Manifest["roots"][number];

/** The native surface on which a root draws. */
export type Surface = "threejs" | "pixijs" | "react";

/** How an unmodified game is captured, with all defaults filled in. */
export interface ResolvedIngest {
  readonly strategy: IngestStrategy;
  /** The declared strategy, if the delivery context cannot follow it; null otherwise. */
  readonly degradedFrom: IngestStrategy | null;
  readonly entryHtml: string | null;
  /** Substrings of asset paths, and the URLs that replace them. */
  readonly assets: Readonly<Record<string, string>>;
  readonly domStubs: readonly string[];
  readonly captureTimeoutMs: number;
  readonly bundleUrl: string | null;
  readonly baseHref: string | null;
  readonly assetBaseUrl: string | null;
  readonly extraDeps: readonly string[];
  readonly pixiModuleUrl: string | null;
  readonly bodyHtml: string | null;
}

/** How a root is mounted. */
export type ResolvedAdapter =
  | { readonly kind: "default"; readonly name: Surface }
  | { readonly kind: "custom"; readonly module: string; readonly surface: Surface }
  | { readonly kind: "ingest"; readonly surface: Surface; readonly ingest: ResolvedIngest };

/** A root of a manifest with every default filled in. */
export interface ResolvedRoot {
  readonly id: string;
  readonly adapter: ResolvedAdapter;
  readonly scene: string | null;
  readonly entry: string | null;
  readonly zOrder: number;
  readonly pausable: boolean;
  readonly loop: "gated" | "self-driven";
  /** The declared tier for the delivery context, or else the adapter's ceiling there. */
  readonly tier: CapabilityTier;
}

/** A manifest prepared for a run, with all defaults filled in. Lists keep the order of the file. */
export interface ResolvedManifest {
  readonly name: string;
  readonly version: string;
  readonly appId: string | null;
  readonly engineVersion: string;
  readonly editorPort: number | null;
  readonly roots: readonly ResolvedRoot[];
  /** Canvas size in CSS pixels. */
  readonly resolution: { readonly width: number; readonly height: number };
  /** Whether the file has a resolution. Without one, the game may fill the window in a live run. */
  readonly declaresResolution: boolean;
  readonly determinism: { readonly seededRandom: boolean; readonly defaultSeed: number | null };
  readonly budget: Budget | null;
  readonly allowProductionDebug: boolean;
  /** The multiplayer room, which Framegate never starts; null for a game without one. */
  readonly server: { readonly room: string; readonly module: string | null } | null;
  readonly authoring: AuthoringMetadata | null;
  readonly learn: LearnerMetadata | null;
}

/** Metadata for editors, as written in the manifest. */
export interface AuthoringMetadata {
  readonly hierarchy?:
    | {
        /** Labels of roots, by their ids. */
        readonly rootLabels?: Readonly<Record<string, string>> | undefined;
        readonly groups?:
          readonly { readonly id: string; readonly label: string; readonly roots: readonly string[] }[] | undefined;
      }
    | undefined;
}

/** Metadata for learners, as written in the manifest. */
export interface LearnerMetadata {
  readonly kind: "starter" | "feature" | "sample-game" | "lesson-companion";
  readonly title: string;
  readonly summary: string;
  readonly difficulty: "beginner" | "intermediate" | "advanced";
  readonly features: readonly string[];
  readonly thumbnail?: string | undefined;
  readonly preview?: string | undefined;
  readonly lesson?: string | undefined;
}

/** Checks the text of a manifest against its schema and the rules across fields. Never throws. */
export function validateManifest(text: string): Validation<Manifest> {
  const validation = validateDocument(text, manifestSchema, {
    overrides: findShapelessAdapters,
    checks: checkManifest,
  });
  // The value as written, because the schema's copy orders the properties its own way.
  return validation.ok ? { ...validation, value: validation.value.written } : validation;
}
