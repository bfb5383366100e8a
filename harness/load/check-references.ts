import { errorAt, type Finding, suggesting } from "../../src/formats/findings.ts";
import { itemsOf, type JsonPath, memberOf, textOf } from "../../src/formats/json-document.ts";
import type { JsonNode } from "../../src/formats/json-text.ts";
import { createPathLookup, type PathLookup } from "./look-up-path.ts";

/** A value that names another file. */
interface Reference {
  readonly path: JsonPath;
  readonly node: JsonNode | undefined;
  /** Its role in the game, as the subject of a sentence. */
  readonly subject: string;
  /** Whether a URL is allowed, too. */
  readonly mayBeUrl: boolean;
}

/** Files that a manifest refers to but that do not exist below its folder. Works on any document, even a broken one. */
export async function checkManifestReferences(root: JsonNode, folder: string): Promise<readonly Finding[]> {
  const ofRoots = itemsOf(memberOf(root, "roots")).flatMap((node, index) => referencesOfRoot(node, index));
  const server = memberOf(memberOf(root, "server"), "module");
  const learn = memberOf(root, "learn");
  return await checkReferences(folder, [
    ...ofRoots,
    { path: ["server", "module"], node: server, subject: "The server's module", mayBeUrl: false },
    { path: ["learn", "thumbnail"], node: memberOf(learn, "thumbnail"), subject: "The thumbnail", mayBeUrl: true },
    { path: ["learn", "preview"], node: memberOf(learn, "preview"), subject: "The preview", mayBeUrl: true },
  ]);
}

function referencesOfRoot(root: JsonNode, index: number): readonly Reference[] {
  const id = textOf(memberOf(root, "id"));
  const owner = id === undefined ? `root ${String(index)}` : `root ${JSON.stringify(id)}`;
  const places: readonly (readonly [string, JsonPath, mayBeUrl?: boolean])[] = [
    ["scene", ["scene"]],
    ["entry", ["entry"]],
    ["adapter module", ["adapter", "module"]],
    ["entry HTML", ["adapter", "ingest", "entryHtml"]],
    ["bundle", ["adapter", "ingest", "bundleUrl"], true],
    ["PixiJS module", ["adapter", "ingest", "pixiModuleUrl"], true],
  ];
  return places.map(([what, path, mayBeUrl = false]) => ({
    path: ["roots", index, ...path],
    node: path.reduce<JsonNode | undefined>((node, name) => memberOf(node, String(name)), root),
    subject: `The ${what} of ${owner}`,
    mayBeUrl,
  }));
}

/** Textures that a scene refers to but that do not exist below its folder. Works on any document, even a broken one. */
export async function checkSceneReferences(root: JsonNode, folder: string): Promise<readonly Finding[]> {
  const references: Reference[] = [];
  const nodes: (readonly [JsonNode, JsonPath])[] = [[root, []]];
  // The loop appends each node's children to the list.
  for (const [node, path] of nodes) {
    const at = [...path, "texture"];
    references.push({ path: at, node: memberOf(node, "texture"), subject: "The texture", mayBeUrl: true });
    // Deeper scenes are invalid anyway.
    if (path.length > deepestPath) continue;
    for (const [index, child] of itemsOf(memberOf(node, "children")).entries()) {
      nodes.push([child, [...path, "children", index]]);
    }
  }
  return await checkReferences(folder, references);
}

/** Two path segments for each of the hundred levels that a scene may have. */
const deepestPath = 200;

/** Reports each missing file once, at its first reference. */
async function checkReferences(folder: string, references: readonly Reference[]): Promise<readonly Finding[]> {
  const lookUp = createPathLookup(folder);
  const looked = new Set<string>();
  const findings: Finding[] = [];
  for (const { path, node, subject, mayBeUrl } of references) {
    const written = textOf(node);
    if (written === undefined || looked.has(written) || (mayBeUrl && isUrl(written))) continue;
    looked.add(written);
    const finding = explainLookup(await lookUp(written), path, `${subject}, ${JSON.stringify(written)},`);
    if (finding !== null) findings.push(finding);
  }
  return findings;
}

function explainLookup(lookup: PathLookup, path: JsonPath, subject: string): Finding | null {
  switch (lookup.found) {
    case "file":
      return null;
    case "folder":
      return errorAt(path, "not-a-file", `${subject} is a folder.`);
    case "other-case": {
      const message = `${subject} has other upper and lower case on the disk, so other systems do not find it.`;
      return suggesting(errorAt(path, "file-name-case", message), lookup.written);
    }
    case "nothing":
      return suggesting(errorAt(path, "file-not-found", `${subject} does not exist.`), lookup.nearest);
  }
}

/** A single letter before the colon is a drive on Windows. */
function isUrl(text: string): boolean {
  return /^(?:[a-z][a-z\d+.-]+:|\/\/)/iu.test(text);
}
