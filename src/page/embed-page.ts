/**
 * Hosts an unmodified page in a sandboxed frame that fills the stage. Resolves when it has loaded. The frame lives on an
 * origin of its own: its storage works, and the host is out of its reach.
 */
export function embedPage(stage: HTMLElement, url: string): Promise<void> {
  const frame = document.createElement("iframe");
  frame.sandbox.add("allow-scripts", "allow-same-origin", "allow-pointer-lock", "allow-forms", "allow-modals");
  frame.allow = "autoplay *; cross-origin-isolated *; fullscreen *; gamepad *";
  frame.style.cssText = "position:absolute;inset:0;width:100%;height:100%;border:0";
  return new Promise((resolve) => {
    frame.addEventListener("load", () => {
      // What is typed is for the game, as it would be in a window of its own.
      frame.focus({ preventScroll: true });
      resolve();
    });
    frame.src = url;
    stage.append(frame);
  });
}
