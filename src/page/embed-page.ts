import type { RealmAgent } from "./realm-agent.ts";

declare global {
  /** Of Chromium; the types of TypeScript lack it. */
  interface Document {
    readonly featurePolicy: { allowedFeatures(): readonly string[] };
  }
}

/**
 * Embeds an unmodified page in a sandboxed iframe that fills the stage. Resolves when it has loaded, or waits for itself,
 * see `RealmAgent.opened`. The iframe has an origin of its own, so its storage works and it cannot reach the host.
 */
export function embedPage(stage: HTMLElement, url: string, opened: RealmAgent["opened"]): Promise<void> {
  const frame = document.createElement("iframe");
  frame.sandbox.add("allow-scripts", "allow-same-origin", "allow-pointer-lock", "allow-forms", "allow-modals");
  frame.allow = allFeatures(document);
  frame.style.cssText = "position:absolute;inset:0;width:100%;height:100%;border:0";
  return new Promise((resolve) => {
    const onLoaded = (): void => {
      // Keyboard input goes to the game, as it would in a window of its own. The game may have given the focus to one of
      // its elements, which the frame's own would take away.
      if (document.activeElement !== frame) frame.focus({ preventScroll: true });
      frame.onload = null;
      resolve();
    };
    // No listener, because those of the page are counted.
    frame.onload = onLoaded;
    frame.src = url;
    stage.append(frame);
    if (frame.contentWindow !== null) void opened(frame.contentWindow).then(onLoaded);
  });
}

/**
 * The features that a policy can take away, as the `allow` of a frame. A page in a window of its own has all of them, a
 * frame of another origin only those that it is given.
 */
function allFeatures({ featurePolicy }: Document): string {
  return featurePolicy
    .allowedFeatures()
    .map((feature) => `${feature} *`)
    .join("; ");
}
