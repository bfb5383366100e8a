import { errorAt, type Finding, suggesting, warningAt } from "../../src/formats/findings.ts";
import { itemsOf, type JsonPath, memberOf, membersOf, numberOf, textOf } from "../../src/formats/json-document.ts";
import type { JsonNode } from "../../src/formats/json-text.ts";
import { createSuggester } from "../../src/formats/nearest-name.ts";
import { type ArtefactIdentity, findOrphan } from "../../src/formats/orphan.ts";

/** The game around a tape, as far as it is readable. */
export interface TapeSurroundings {
  readonly identity: ArtefactIdentity | null;
  /** `none` if the game has no input map; null if its map is not JSON, or if there is no game. */
  readonly inputMap: JsonNode | "none" | null;
}

/** Sources in a tape that its game does not have. Pure; works on any document, even a broken one. */
export function checkTapeFit(tape: JsonNode, { identity, inputMap }: TapeSurroundings): readonly Finding[] {
  return [
    ...(identity === null ? [] : checkGame(tape, identity)),
    ...(inputMap === null ? [] : checkSources(tape, inputMap)),
  ];
}

function checkGame(tape: JsonNode, identity: ArtefactIdentity): readonly Finding[] {
  const game = memberOf(tape, "game");
  const name = textOf(memberOf(game, "name"));
  const version = textOf(memberOf(game, "version"));
  if (name === undefined || version === undefined) return [];
  const orphan = findOrphan({ name, version, appId: null }, identity);
  if (orphan === null) return [];
  const path = orphan.kind === "other-game" ? ["game", "name"] : ["game", "version"];
  return [
    errorAt(path, "orphan-tape", `This tape is an orphan: it ${orphan.reason}. Record it again, or correct "game".`),
  ];
}

/** Reports each missing source once, at its first event. */
function checkSources(tape: JsonNode, inputMap: JsonNode | "none"): readonly Finding[] {
  const bindings = inputMap === "none" ? [] : listBindings(inputMap);
  const bound = new Set(bindings.map(({ key }) => key));
  const explain = createExplanation(bindings);
  const told = new Set<string>();
  return itemsOf(memberOf(tape, "events")).flatMap((event, index) => {
    const source = sourceOf(event);
    if (source === null || told.has(source.key) || bound.has(source.key)) return [];
    told.add(source.key);
    const path = ["events", index, source.field];
    if (inputMap === "none") {
      // Keys and buttons also reach the page's own listeners, the only ones that an unmodified page has.
      const message = `Nothing reads ${source.words}: the game has no framegate.input.json.`;
      return source.field === "sourceId" ? [errorAt(path, "unknown-source", message)] : [];
    }
    if (source.field === "sourceId") return [explain(path, source)];
    return [warningAt(path, "unbound-input", `No binding of the game's input map reads ${source.words}.`)];
  });
}

/** Explains that a map has no such source, and suggests the same name under another type and the nearest name. */
function createExplanation(bindings: readonly InputSource[]): (path: JsonPath, source: InputSource) => Finding {
  const typesByName = new Map(bindings.map(({ name, type }) => [name, type]));
  const suggesters = new Map(
    [...new Set(bindings.map(({ type }) => type))].map((type) => {
      return [type, createSuggester(bindings.filter((one) => one.type === type).map(({ name }) => name))];
    }),
  );
  return (path, source) => {
    const other = typesByName.get(source.name);
    const elsewhere = other === undefined ? "" : ` It has one of that name under ${other}, which is another source.`;
    const message = `The game's input map has no ${source.words}.${elsewhere}`;
    return suggesting(errorAt(path, "unknown-source", message), suggesters.get(source.type)?.(source.name) ?? null);
  };
}

/** The source of an event or a binding. Both files use the same words. */
interface InputSource {
  readonly type: string;
  readonly name: string;
  readonly field: "sourceId" | "code" | "button";
  /** The same key means the same source. */
  readonly key: string;
  readonly words: string;
}

const injectedTypes: ReadonlySet<string> = new Set([
  "test_axis",
  "test_vector2",
  "test_pointer_delta",
  "test_pointer_position",
  "touch_stick",
  "touch_button",
]);

function sourceOf(node: JsonNode): InputSource | null {
  const type = textOf(memberOf(node, "type")) ?? "";
  const sourceId = textOf(memberOf(node, "sourceId"));
  if (injectedTypes.has(type) && sourceId !== undefined) return createSource(type, "sourceId", sourceId);
  const code = textOf(memberOf(node, "code"));
  if (type === "key" && code !== undefined) return createSource(type, "code", code);
  const button = numberOf(memberOf(node, "button"));
  return type === "mouse_button" && button !== undefined ? createSource(type, "button", String(button)) : null;
}

function createSource(type: string, field: InputSource["field"], name: string): InputSource {
  const words = `${type} ${field === "button" ? name : JSON.stringify(name)}`;
  return { type, name, field, key: JSON.stringify([type, name]), words };
}

function listBindings(inputMap: JsonNode): readonly InputSource[] {
  return membersOf(memberOf(inputMap, "actions")).flatMap(({ value }) =>
    itemsOf(memberOf(value, "bindings")).flatMap((binding) => sourceOf(binding) ?? []),
  );
}
