import type * as z from "zod/mini";
import type { Validation } from "./diagnostics.ts";
import { errorAt, warningAt, type Finding } from "./findings.ts";
import { itemsOf, memberOf, textOf, type JsonPath } from "./json-document.ts";
import type { JsonNode } from "./json-text.ts";
import type { DeepReadonly } from "./read-only.ts";
import { scene2dSchema } from "./scene2d-schema.ts";
import { validateDocument } from "./validate-document.ts";

/** `*.scn2d.json` as written: a tree of containers, sprites, graphics and text. */
export type Scene2d = DeepReadonly<z.infer<typeof scene2dSchema>>;

/** The deepest allowed nesting, so that code which walks a scene can use recursion. */
const deepestScene2dNode = 100;

/**
 * Checks the text of a scene: its fields, and the rules across them. Never throws. Two nodes with the same entity id
 * are a warning; both are counted.
 */
export function validateScene2d(text: string): Validation<Scene2d> {
  const validation = validateDocument(text, scene2dSchema, {
    blockers: findTooDeep,
    overrides: () => [],
    checks: checkScene2d,
  });
  return validation.ok ? { ...validation, value: validation.value.written } : validation;
}

interface PlacedNode {
  readonly node: JsonNode;
  readonly path: JsonPath;
  /** 1 for a node of the scene itself. */
  readonly depth: number;
}

/** Reports the first node that is too deep. */
function findTooDeep(root: JsonNode): readonly Finding[] {
  const tooDeep = listNodes(root).find(({ depth }) => depth > deepestScene2dNode);
  if (tooDeep === undefined) return [];
  const message = `This node is nested more than ${deepestScene2dNode} levels deep.`;
  return [errorAt(tooDeep.path, "scene-too-deep", message)];
}

/** All nodes in the order of the tree, down to one level below the deepest allowed one. */
function listNodes(root: JsonNode): readonly PlacedNode[] {
  const found: PlacedNode[] = [];
  const pending = childrenOf(root, [], 1).reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    found.push(next);
    if (next.depth > deepestScene2dNode) continue;
    for (const child of childrenOf(next.node, next.path, next.depth + 1).reverse()) pending.push(child);
  }
  return found;
}

function childrenOf(parent: JsonNode, path: JsonPath, depth: number): PlacedNode[] {
  return itemsOf(memberOf(parent, "children")).map((node, index) => {
    return { node, path: [...path, "children", index], depth };
  });
}

function checkScene2d(root: JsonNode): readonly Finding[] {
  const nodes = listNodes(root);
  return [...findSharedEntityIds(nodes), ...nodes.flatMap(checkPolygons)];
}

function findSharedEntityIds(nodes: readonly PlacedNode[]): readonly Finding[] {
  const seen = new Set<string>();
  return nodes.flatMap(({ node, path }) => {
    const id = textOf(memberOf(node, "entityId"));
    if (id === undefined || seen.size !== seen.add(id).size) return [];
    const message = `Another node has the entity id ${JSON.stringify(id)} too; both are counted.`;
    return [warningAt([...path, "entityId"], "duplicate-entity-id", message)];
  });
}

function checkPolygons({ node, path }: PlacedNode): readonly Finding[] {
  if (textOf(memberOf(node, "type")) !== "graphics") return [];
  return itemsOf(memberOf(node, "shapes")).flatMap((shape, index) => {
    const points = memberOf(shape, "points");
    if (textOf(memberOf(shape, "type")) !== "polygon" || points?.kind !== "array") return [];
    const count = points.items.length;
    if (count >= 6 && count % 2 === 0) return [];
    const message = `Expected x, y, x, y ... of at least three corners; found ${count} ${count === 1 ? "number" : "numbers"}.`;
    return [errorAt([...path, "shapes", index, "points"], "polygon-points", message)];
  });
}
