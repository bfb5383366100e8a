import type { Diagnostic } from "../../src/formats/diagnostics.ts";
import { toDiagnostics } from "../../src/formats/findings.ts";
import { itemsOf, type JsonPath, memberOf } from "../../src/formats/json-document.ts";
import { type JsonNode, readJson } from "../../src/formats/json-text.ts";

/** Adds lines and columns to diagnostics that only have a pointer. The text must be JSON. */
export function locateDiagnostics(text: string, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const reading = readJson(text);
  if (!reading.ok) throw new Error(`A text that was valid before is not JSON: ${reading.message}`);
  const { root } = reading;
  const findings = diagnostics.map((diagnostic) => {
    return { ...diagnostic, path: pathOf(root, diagnostic.pointer), at: "value" } as const;
  });
  return toDiagnostics(reading.text, root, findings);
}

/** A pointer does not tell whether `0` is an index or a name. The document does. */
function pathOf(root: JsonNode, pointer: string): JsonPath {
  const path: (string | number)[] = [];
  let node: JsonNode | undefined = root;
  for (const segment of pointer.split("/").slice(1)) {
    const name = segment.replaceAll("~1", "/").replaceAll("~0", "~");
    const isIndex: boolean = node?.kind === "array";
    path.push(isIndex ? Number(name) : name);
    node = isIndex ? itemsOf(node)[Number(name)] : memberOf(node, name);
  }
  return path;
}
