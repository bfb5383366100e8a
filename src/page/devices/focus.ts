import type { DeviceParts } from "./device-parts.ts";

export interface FocusWatch {
  /** Tells the manager that nobody looks at the page any more. */
  leave(): void;
}

/**
 * Follows whether somebody looks at the page: a page that has lost the focus, is hidden or goes away hears of no release.
 * `onLeft` is called after everything has been let go.
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
  // Focus moves between elements of the page by events of the same names, whose targets are the elements.
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
