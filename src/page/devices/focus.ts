import type { DeviceParts } from "./device-parts.ts";

export interface FocusWatch {
  /** Reports that the page has lost the focus. */
  leave(): void;
}

/**
 * Follows the focus of the page. A page that has lost the focus, is hidden or closes gets no releases, so everything
 * is released. Then `onLeft` is called.
 */
export function listenToFocus({ realm, emit, signal }: DeviceParts, onLeft: () => void): FocusWatch {
  const { document } = realm;
  let isAway = false;

  function leave(): void {
    if (isAway) return;
    isAway = true;
    emit({ type: "blur" });
    onLeft();
  }

  function comeBack(): void {
    if (!isAway) return;
    isAway = false;
    emit({ type: "focus" });
  }

  const options = { capture: true, signal };
  // Focus changes within the page send events of the same names, whose targets are elements.
  const ofWindow = (then: () => void) => (event: Event) => {
    if (event.target === realm || event.target === document) then();
  };
  realm.addEventListener("blur", ofWindow(leave), options);
  realm.addEventListener("focus", ofWindow(comeBack), options);
  realm.addEventListener("pagehide", leave, options);
  realm.addEventListener("pageshow", comeBack, options);
  document.addEventListener(
    "visibilitychange",
    () => {
      if (document.visibilityState === "hidden") leave();
      else if (document.hasFocus()) comeBack();
    },
    options,
  );
  return { leave };
}
