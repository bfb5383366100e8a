import type { NativeAnimation } from "./native-animation.ts";

const styleEvents = [
  "animationstart",
  "animationiteration",
  "animationend",
  "animationcancel",
  "transitionrun",
  "transitionstart",
  "transitionend",
  "transitioncancel",
] as const;

/**
 * Hides the browser's own events of CSS animations and transitions in `tree`, a window or a shadow root, because they
 * come when the browser paints. Calls `onSeen` instead.
 */
export function holdStyleEvents(
  { Element }: Window & typeof globalThis,
  { listen }: Pick<NativeAnimation, "listen">,
  tree: EventTarget,
  onSeen: (target: Element, event: Event) => void,
): void {
  for (const type of styleEvents) {
    listen(tree, type, (event) => {
      if (!event.isTrusted) return;
      event.stopImmediatePropagation();
      if (event.target instanceof Element) onSeen(event.target, event);
    });
  }
}
