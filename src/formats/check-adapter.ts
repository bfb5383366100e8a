import { describeValue } from "./explain-issues.ts";
import { listChoices } from "./field-kinds.ts";
import { errorAt, suggesting, unknownProperty } from "./findings.ts";
import { itemsOf, memberOf, textOf, type JsonPath } from "./json-document.ts";
import type { JsonNode } from "./json-text.ts";
import { surfaces } from "./manifest-schema.ts";
import { findMisspelt } from "./misspelt-names.ts";
import { nearestName } from "./nearest-name.ts";
import type { Override } from "./validate-document.ts";

/**
 * Finds adapters that have no known form, or two forms at once. Reports each of them once, whatever else is wrong
 * inside.
 */
export function findShapelessAdapters(root: JsonNode): readonly Override[] {
  return itemsOf(memberOf(root, "roots")).flatMap((node, index) => {
    const adapter = memberOf(node, "adapter");
    const finding = adapter === undefined ? null : findShapelessAdapter(adapter, ["roots", index, "adapter"]);
    return finding === null ? [] : [finding];
  });
}

function findShapelessAdapter(adapter: JsonNode, path: JsonPath): Override | null {
  const forms = `${listChoices(surfaces)}, an object with "module" and "surface", or one with "surface" and "ingest"`;
  if (adapter.kind !== "object") {
    const name = textOf(adapter);
    if (surfaces.some((surface) => surface === name)) return null;
    const message = `Expected an adapter: ${forms}; found ${describeValue(adapter)}.`;
    return suggesting(
      errorAt(path, "invalid-adapter", message),
      name === undefined ? null : nearestName(name, surfaces),
    );
  }
  const hasModule = memberOf(adapter, "module") !== undefined;
  const hasIngest = memberOf(adapter, "ingest") !== undefined;
  if (hasModule !== hasIngest) return null;
  if (!hasModule) {
    const misspelt = findMisspeltForm(adapter, path);
    if (misspelt !== null) return misspelt;
  }
  const found = hasModule ? `both "module" and "ingest"` : `neither "module" nor "ingest"`;
  return errorAt(path, "invalid-adapter", `This adapter has ${found}. Expected ${forms}.`);
}

/** Finds a misspelt "module" or "ingest". The typo is the only thing reported about its adapter. */
function findMisspeltForm(adapter: JsonNode, path: JsonPath): Override | null {
  for (const name of ["module", "ingest"]) {
    const misspelt = findMisspelt(adapter, name, ["surface"]);
    if (misspelt !== null) return { ...unknownProperty([...path, misspelt], name), covers: path };
  }
  return null;
}
