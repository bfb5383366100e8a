import { focusable, focusedElement } from "./page-input.ts";

const tabbed = `${focusable},audio[controls],video[controls]`;

/**
 * Returns a function that moves the focus to the next element in the order of the Tab key, or to the one before. After
 * the last one nothing has the focus, as when a browser moves it to its own buttons; the next call goes on with the first.
 */
export function createTabOrder(realm: Window & typeof globalThis): (isBackwards: boolean) => boolean {
  const { HTMLElement, HTMLInputElement, SVGElement } = realm;

  /** In the order of the document, with the contents of shadow trees. */
  function listIn(root: Document | ShadowRoot): readonly (HTMLElement | SVGElement)[] {
    return [...root.querySelectorAll("*")].flatMap((element) => {
      const inside = element.shadowRoot === null ? [] : listIn(element.shadowRoot);
      const isFocusable = element instanceof HTMLElement || element instanceof SVGElement;
      const isTabbed = isFocusable && element.matches(tabbed) && indexOf(element) >= 0 && !isOtherRadio(element);
      return isTabbed ? [element, ...inside] : inside;
    });
  }

  /** Of radio buttons that belong together only the checked one is in the order, or the first. */
  function isOtherRadio(element: Element): boolean {
    if (!(element instanceof HTMLInputElement) || element.type !== "radio" || element.name === "") return false;
    const group = [...realm.document.querySelectorAll("input")].filter(
      ({ type, name, form }) => type === "radio" && name === element.name && form === element.form,
    );
    return (group.find(({ checked }) => checked) ?? group[0] ?? element) !== element;
  }

  return (isBackwards) => {
    const listed = listIn(realm.document);
    const numbered = listed.filter((one) => indexOf(one) > 0).sort((one, other) => indexOf(one) - indexOf(other));
    const all = [...numbered, ...listed.filter((one) => indexOf(one) === 0)];
    const before = focusedElement(realm);
    const at = all.findIndex((element) => element === before);
    const ahead = isBackwards ? all.slice(0, at < 0 ? all.length : at).toReversed() : all.slice(at + 1);
    for (const next of ahead) {
      // Disabled, hidden and inert elements do not take the focus.
      next.focus({ focusVisible: true });
      if (focusedElement(realm) !== before) return true;
    }
    if (at < 0) return false;
    all[at]?.blur();
    return true;
  };
}

/** An editable element is in the order, though its own index says that it is not. */
function indexOf(element: HTMLElement | SVGElement): number {
  const isEditable = "isContentEditable" in element && element.isContentEditable;
  return isEditable && !element.hasAttribute("tabindex") ? 0 : element.tabIndex;
}
