import type { FormatName } from "../../src/formats/json-schema.ts";

// A second implementation of the rules across fields, on plain values, sharing no code with the first. It only gets
// documents that the JSON Schema accepts, so it may rely on their fields.
/* eslint-disable @typescript-eslint/no-explicit-any, @typescript-eslint/no-unsafe-argument, @typescript-eslint/no-unsafe-return, @typescript-eslint/no-unsafe-call -- The documents are data of all formats. */

/** Whether a document that its JSON Schema accepts breaks a rule across fields. */
export const breaksRule: Readonly<Record<FormatName, (document: any) => boolean>> = {
  manifest: (manifest) => {
    const groups = manifest.authoring?.hierarchy?.groups ?? [];
    return hasTwice(manifest.roots) || hasTwice(groups) || manifest.roots.some(breaksRootRule);
  },
  "input-map": (map) =>
    Object.values(map.actions).some((action: any) =>
      action.bindings.some((binding: any) => !feeds.has(`${binding.type} ${action.valueType}`)),
    ),
  tape: ({ events }) =>
    events.some((event: any, index: number) => index > 0 && event.step < events[index - 1].step) ||
    events.some(
      (event: any) => event.type === "mouse_move" && !isPair(event.dx, event.dy) && !isPair(event.x, event.y),
    ),
  scn2d: (scene) => scene.children.some((node: any) => breaksNodeRule(node, 1)),
  report: () => false,
  sweep: () => false,
  history: () => false,
  machine: () => false,
};

function hasTwice(items: readonly { readonly id: string }[]): boolean {
  return items.some(({ id }, index) => items.findIndex((other) => other.id === id) !== index);
}

const tiers = "unsupported opaque-embed iframe-reachable deduped shared first-party".split(" ");

function breaksRootRule({ adapter, scene, entry, capabilities = {} }: any): boolean {
  const isDefault = typeof adapter === "string";
  const strategy = adapter.ingest?.strategy;
  const local = isDefault ? "first-party" : (strategy ?? "shared");
  const hosted = local === "deduped" ? "opaque-embed" : local;
  const isAbove = (declared: string | undefined, ceiling: string): boolean =>
    declared !== undefined && tiers.indexOf(declared) > tiers.indexOf(ceiling);
  if (scene !== undefined && (!isDefault || entry !== undefined)) return true;
  if (isAbove(capabilities.local, local) || isAbove(capabilities.hosted, hosted)) return true;
  if (strategy !== "iframe-reachable") return false;
  return [adapter.ingest.bundleUrl, adapter.ingest.entryHtml].filter((source) => source !== undefined).length !== 1;
}

const feeds = new Set([
  ...["key", "mouse_button", "gamepad_button", "gamepad_axis", "touch_button"].map((type) => `${type} digital`),
  ...["key", "mouse_button", "gamepad_button", "gamepad_axis", "test_axis"].map((type) => `${type} scalar`),
  ...["mouse_move", "gamepad_axis_pair", "test_vector2", "touch_stick"].map((type) => `${type} vector2`),
  ...["mouse_move", "test_pointer_delta"].map((type) => `${type} pointerDelta`),
  "test_pointer_position pointerPosition",
]);

function isPair(first: unknown, second: unknown): boolean {
  return first !== undefined && second !== undefined;
}

function breaksNodeRule(node: any, depth: number): boolean {
  if (depth > 100) return true;
  if (node.type === "container") return node.children.some((child: any) => breaksNodeRule(child, depth + 1));
  const shapes = node.type === "graphics" ? node.shapes : [];
  return shapes.some(({ points }: any) => points !== undefined && (points.length % 2 === 1 || points.length < 6));
}
