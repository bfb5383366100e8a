import {
  ceilingOf,
  capabilityTiers,
  ingestStrategies,
  isAboveCeiling,
  type AdapterForm,
  type IngestStrategy,
} from "./capability-tiers.ts";
import { listChoices } from "./field-kinds.ts";
import { errorAt, suggesting, warningAt, type Finding } from "./findings.ts";
import { itemsOf, memberOf, membersOf, textOf, type JsonPath } from "./json-document.ts";
import type { JsonNode } from "./json-text.ts";
import { ingestFields, surfaces } from "./manifest-schema.ts";
import { findMisspelt } from "./misspelt-names.ts";
import { createSuggester } from "./nearest-name.ts";

/**
 * The rules for a manifest that concern several fields. They check the raw document, and skip whatever the schema
 * rejects.
 */
export function checkManifest(root: JsonNode): readonly Finding[] {
  const roots = itemsOf(memberOf(root, "roots"));
  return [
    ...findOddAppId(root),
    ...findDuplicateIds(roots, ["roots"]),
    ...roots.flatMap((node, index) => checkRoot(node, ["roots", index])),
    ...checkHierarchy(memberOf(memberOf(root, "authoring"), "hierarchy"), memberOf(root, "roots")),
  ];
}

function findOddAppId(root: JsonNode): readonly Finding[] {
  const appId = textOf(memberOf(root, "appId"));
  if (appId === undefined || /^[a-z][\w-]*(\.[a-z0-9_][\w-]*)+$/i.test(appId)) return [];
  const message = `${JSON.stringify(appId)} is not a reverse-domain id such as com.example.game.`;
  return [warningAt(["appId"], "app-id-form", message)];
}

function findDuplicateIds(nodes: readonly JsonNode[], base: JsonPath): readonly Finding[] {
  const firstIndexes = new Map<string, number>();
  return nodes.flatMap((node, index) => {
    const id = textOf(memberOf(node, "id"));
    if (id === undefined) return [];
    const first = firstIndexes.get(id);
    if (first === undefined) firstIndexes.set(id, index);
    const message = `Duplicate id ${JSON.stringify(id)}: item ${first ?? index} has it too.`;
    return first === undefined ? [] : [errorAt([...base, index, "id"], "duplicate-id", message)];
  });
}

function checkRoot(node: JsonNode, path: JsonPath): readonly Finding[] {
  const adapter = memberOf(node, "adapter");
  const form = adapterFormOf(adapter);
  return [
    ...checkSources(node, path),
    ...(form === null ? [] : checkTiers(memberOf(node, "capabilities"), form, [...path, "capabilities"])),
    ...(form?.kind === "ingest"
      ? checkIngest(memberOf(adapter, "ingest"), form.strategy, [...path, "adapter", "ingest"])
      : []),
  ];
}

/** The adapter's form; null if the schema reports a mistake in it. */
function adapterFormOf(adapter: JsonNode | undefined): AdapterForm | null {
  const kind = adapterKindOf(adapter);
  if (kind !== "ingest") return kind === null ? null : { kind };
  const written = textOf(memberOf(memberOf(adapter, "ingest"), "strategy"));
  const strategy = ingestStrategies.find((known) => known === written);
  return strategy === undefined ? null : { kind: "ingest", strategy };
}

/** Null if the adapter has no known form, or two forms. */
function adapterKindOf(adapter: JsonNode | undefined): AdapterForm["kind"] | null {
  if (textOf(adapter) !== undefined) return "default";
  const hasModule = memberOf(adapter, "module") !== undefined;
  const hasIngest = memberOf(adapter, "ingest") !== undefined;
  if (hasModule === hasIngest) return null;
  return hasModule ? "custom" : "ingest";
}

function checkSources(node: JsonNode, path: JsonPath): readonly Finding[] {
  if (memberOf(node, "scene") === undefined) return [];
  // Checked first: for these adapters the only fix is to remove "scene", whatever else the root has.
  const kind = adapterKindOf(memberOf(node, "adapter"));
  if (kind === "custom" || kind === "ingest") {
    const article = kind === "ingest" ? "an" : "a";
    const message = `A "scene" works only with the adapters ${listChoices(surfaces)}; a root with ${article} ${kind} adapter keeps its own format.`;
    return [errorAt([...path, "scene"], "scene-not-allowed", message)];
  }
  if (memberOf(node, "entry") === undefined) return [];
  const message = `A root has either a "scene" or an "entry" module, not both.`;
  return [errorAt([...path, "entry"], "scene-and-entry", message)];
}

function checkTiers(capabilities: JsonNode | undefined, form: AdapterForm, path: JsonPath): readonly Finding[] {
  return (["local", "hosted"] as const).flatMap((context) => {
    const written = textOf(memberOf(capabilities, context));
    const declared = capabilityTiers.find((tier) => tier === written);
    const ceiling = ceilingOf(form, context);
    if (declared === undefined || !isAboveCeiling(declared, ceiling)) return [];
    const adapter = form.kind === "ingest" ? `ingest adapter with strategy ${form.strategy}` : `${form.kind} adapter`;
    const message = `The tier ${declared} is above the ceiling of this ${adapter} when served ${context}: ${ceiling}.`;
    return [suggesting(errorAt([...path, context], "tier-above-ceiling", message), ceiling)];
  });
}

const iframeReachableFields = [
  "bundleUrl",
  "baseHref",
  "assetBaseUrl",
  "extraDeps",
  "pixiModuleUrl",
  "bodyHtml",
] as const;

function checkIngest(ingest: JsonNode | undefined, strategy: IngestStrategy, path: JsonPath): readonly Finding[] {
  if (strategy === "iframe-reachable") return checkIframeSources(ingest, path);
  return iframeReachableFields
    .filter((field) => memberOf(ingest, field) !== undefined)
    .map((field) => {
      const message = `"${field}" only applies to iframe-reachable; under ${strategy} it is ignored.`;
      return warningAt([...path, field], "ingest-field-ignored", message);
    });
}

function checkIframeSources(ingest: JsonNode | undefined, path: JsonPath): readonly Finding[] {
  const hasBundle = memberOf(ingest, "bundleUrl") !== undefined;
  const hasEntry = memberOf(ingest, "entryHtml") !== undefined;
  const isMisspelt = (name: string): boolean => findMisspelt(ingest, name, ingestFields) !== null;
  if (hasBundle !== hasEntry || (!hasBundle && (isMisspelt("bundleUrl") || isMisspelt("entryHtml")))) return [];
  const message = `iframe-reachable needs exactly one of "bundleUrl" and "entryHtml"; found ${hasBundle ? "both" : "neither"}.`;
  return [errorAt(path, "iframe-source", message)];
}

function checkHierarchy(hierarchy: JsonNode | undefined, roots: JsonNode | undefined): readonly Finding[] {
  const path = ["authoring", "hierarchy"];
  const groups = itemsOf(memberOf(hierarchy, "groups"));
  const duplicates = findDuplicateIds(groups, [...path, "groups"]);
  // Without roots, every name would be reported as unknown, which would only repeat the first mistake.
  if (roots?.kind !== "array") return duplicates;
  const ids = new Set(itemsOf(roots).map((node) => textOf(memberOf(node, "id"))));
  const listed = groups.flatMap((group, groupIndex) =>
    itemsOf(memberOf(group, "roots")).map((node, index) => ({
      id: textOf(node),
      at: [...path, "groups", groupIndex, "roots", index],
    })),
  );
  const labelled = membersOf(memberOf(hierarchy, "rootLabels")).map(({ name }) => ({
    id: name,
    at: [...path, "rootLabels", name],
  }));
  const suggest = createSuggester([...ids].filter((id) => id !== undefined));
  const dangling = [...listed, ...labelled].flatMap(({ id, at }) => {
    if (id === undefined || ids.has(id)) return [];
    const finding = warningAt(at, "unknown-root", `No root has the id ${JSON.stringify(id)}.`);
    return [suggesting(finding, suggest(id))];
  });
  return [...duplicates, ...dangling];
}
