/**
 * Embeds an unmodified page in a sandboxed iframe that fills the stage. Resolves when it has loaded. The iframe has an
 * origin of its own, so its storage works and it cannot reach the host.
 */
export function embedPage(stage: HTMLElement, url: string): Promise<void> {
  const frame = document.createElement("iframe");
  frame.sandbox.add("allow-scripts", "allow-same-origin", "allow-pointer-lock", "allow-forms", "allow-modals");
  frame.allow = "autoplay *; cross-origin-isolated *; fullscreen *; gamepad *";
  frame.style.cssText = "position:absolute;inset:0;width:100%;height:100%;border:0";
  return new Promise((resolve) => {
    // No listener, because those of the page are counted.
    frame.onload = (): void => {
      // Keyboard input goes to the game, as it would in a window of its own.
      frame.focus({ preventScroll: true });
      resolve();
    };
    frame.src = url;
    stage.append(frame);
  });
}
