/** An animation of an element, as far as it matters for replacing. */
export interface StackedAnimation {
  /** Whether it is over, still shows its end, and comes from a script. */
  readonly isReplaceable: boolean;
  readonly keyframes: readonly ComputedKeyframe[];
}

/** Reads which properties the keyframes of an element's animations set. */
export interface PropertyReader {
  /** Names of the properties. Every shorthand and logical property is resolved for `element`. */
  namesOf(element: Element, keyframes: readonly ComputedKeyframe[]): ReadonlySet<string>;
}

/**
 * Picks the animations that no longer have an effect because later ones set all their properties:
 * https://drafts.csswg.org/web-animations-1/#removing-replaced-animations. Takes and returns them in composite order.
 */
export function findReplaced<Item extends StackedAnimation>(
  element: Element,
  stack: readonly Item[],
  properties: PropertyReader,
): readonly Item[] {
  const covered = new Set<string>();
  const replaced: Item[] = [];
  for (let index = stack.length - 1; index >= 0; index -= 1) {
    const item = stack[index];
    if (item?.isReplaceable !== true) continue;
    const names = [...properties.namesOf(element, item.keyframes)];
    if (names.every((name) => covered.has(name))) replaced.unshift(item);
    for (const name of names) covered.add(name);
  }
  return replaced;
}

const notProperties: ReadonlySet<string> = new Set(["offset", "computedOffset", "easing", "composite"]);
const compositedNames: ReadonlySet<string> = new Set([
  ...["backdropFilter", "filter", "opacity", "rotate", "scale", "transform", "translate"],
]);
const renamed: Readonly<Record<string, string>> = { cssFloat: "float", cssOffset: "offset" };

/** The properties that an effect names, without repetition of those in several keyframes. */
export function changedNames(effect: KeyframeEffect): readonly string[] {
  const names = new Set(effect.getKeyframes().flatMap((keyframe) => Object.keys(keyframe)));
  return [...names].filter((name) => !notProperties.has(name));
}

/** True if the compositor can animate all these properties. */
export function areComposited(names: readonly string[]): boolean {
  return names.every((name) => compositedNames.has(name));
}

/** Creates a reader from the realm's globals at its start, before pages can overwrite them. */
export function createPropertyReader(realm: Window & typeof globalThis): PropertyReader {
  const { document, getComputedStyle } = realm;

  function longhandsOf(name: string, value: string): readonly string[] {
    if (name.startsWith("--")) return [name];
    const { style } = document.createElement("div");
    style.setProperty(name, value);
    return style.length === 0 ? [name] : Array.from({ length: style.length }, (_, index) => style.item(index));
  }

  return {
    namesOf(element, keyframes) {
      const names = new Set<string>();
      const { writingMode, direction } = getComputedStyle(element);
      for (const keyframe of keyframes) {
        for (const [key, value] of Object.entries(keyframe)) {
          if (notProperties.has(key)) continue;
          for (const name of longhandsOf(toName(key), String(value)))
            names.add(toPhysical(name, writingMode, direction));
        }
      }
      return names;
    },
  };
}

function toName(key: string): string {
  if (key.startsWith("--")) return key;
  return renamed[key] ?? key.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
}

/** The physical property that a logical one stands for. Logical corners are left as they are. */
function toPhysical(name: string, writingMode: string, direction: string): string {
  const isVertical = writingMode !== "horizontal-tb";
  const inline = isVertical ? ["top", "bottom"] : ["left", "right"];
  const block = isVertical ? ["left", "right"] : ["top", "bottom"];
  if (direction === "rtl") inline.reverse();
  if (writingMode === "vertical-rl" || writingMode === "sideways-rl") block.reverse();
  const sides: Readonly<Record<string, string | undefined>> = {
    "inline-start": inline[0],
    "inline-end": inline[1],
    "block-start": block[0],
    "block-end": block[1],
    "inline-size": isVertical ? "height" : "width",
    "block-size": isVertical ? "width" : "height",
  };
  return name.replace(/(?:inset-)?((?:inline|block)-(?:start|end|size))/u, (part, side: string) => sides[side] ?? part);
}
