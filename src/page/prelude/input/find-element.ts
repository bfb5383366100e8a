import type { ClickPrompt, ElementLook, ElementSighting, ElementTarget } from "../../../formats/element-look.ts";
import { stageAttribute } from "../../stage-attribute.ts";
import { placeAround } from "./frame-places.ts";
import { clickTypes, hasListenerForClicks, type ListenerWatch } from "./listener-watch.ts";
import { elementAt, parentOf } from "./page-input.ts";
import { promptRank } from "./prompt-rank.ts";

// The names of other elements help a person to correct a selector. A page of a hundred buttons needs no list of all.
const othersMax = 6;
const promptsMax = 6;
const targetTextMax = 60;

const pressable =
  "button,[role=button],[role=link],input[type=button],input[type=submit],input[type=image],a[href],summary";

/** Looks for elements of one realm, open shadow roots included. */
export interface ElementFinder {
  look(target: ElementTarget): ElementLook;
  /** Converts a look in a frame below to this realm's coordinates. The frame may be hidden or covered itself. */
  lookAround(source: MessageEventSource, seen: ElementLook): ElementLook;
  /** The visible elements by which a person may start the game, the likeliest first, and last a link to it. */
  prompts(): readonly ClickPrompt[];
}

/** Creates the finder of a realm. */
export function createElementFinder(realm: Window & typeof globalThis, listeners: ListenerWatch): ElementFinder {
  function look(target: ElementTarget): ElementLook {
    const all = elementsOf(realm.document);
    let matches: readonly Element[];
    try {
      matches = findMatches(realm.document, all, target);
    } catch (thrown) {
      return { sighting: null, others: [], badSelector: thrown instanceof Error ? thrown.message : String(thrown) };
    }
    const sightings = matches.map((element) => describeSighting(realm, element));
    const sighting = sightings.find(({ hiddenBy }) => hiddenBy === null) ?? sightings[0] ?? null;
    const isThere = sighting !== null && sighting.hiddenBy === null && sighting.blockedBy === null;
    const others = isThere ? [] : listClickable(all).slice(0, othersMax).map(nameOf);
    return { sighting, others, badSelector: null };
  }

  function listClickable(all: readonly Element[]): readonly Element[] {
    return all
      .filter(
        (element) =>
          element.matches(pressable) ||
          element.matches("canvas") ||
          hasListenerForClicks(listeners, element) ||
          isDelegated(element),
      )
      .filter((element) => !element.matches("html,body") && describeHidden(realm, element) === null);
  }

  /** Whether an ancestor listens for the clicks on an element that looks like a button of its own. */
  function isDelegated(element: Element): boolean {
    return looksClickable(realm, element) && clickTypes.some((type) => listeners.isHeardAlong(element, type));
  }

  function listPrompts(): readonly ClickPrompt[] {
    const all = elementsOf(realm.document);
    return [...listButtons(all), ...listLinks(realm, all)];
  }

  function listButtons(all: readonly Element[]): readonly ClickPrompt[] {
    return (
      listClickable(all)
        .flatMap((element) => {
          const rank = leadsAway(element) ? null : promptRank(textOf(element));
          return rank === null || describeSighting(realm, element).blockedBy !== null ? [] : [{ element, rank }];
        })
        // Around a button, a listener is for something else, or for that button as well.
        .filter(({ element, rank }, _index, found) => {
          return !found.some((inner) => isWithin(inner.element, element) && inner.rank <= rank);
        })
        .sort((one, other) => one.rank - other.rank)
        .slice(0, promptsMax)
        .map(({ element }) => ({
          name: nameOf(element),
          target: targetOf(realm, all, element),
          kind: element.matches("canvas") ? "canvas" : "button",
        }))
    );
  }

  return {
    look,
    prompts: listPrompts,
    lookAround(source, seen) {
      const { sighting } = seen;
      if (sighting === null) return seen;
      const frames = elementsOf(realm.document).filter((element) => element instanceof realm.HTMLIFrameElement);
      const frame = frames.find(({ contentWindow }) => contentWindow === source);
      if (frame === undefined) return { ...seen, sighting: null };
      const { x, y } = placeAround(frame, sighting);
      const around = describeSighting(realm, frame, { x, y });
      return {
        ...seen,
        sighting: {
          ...{ x, y, name: sighting.name },
          hiddenBy:
            sighting.hiddenBy ?? (around.hiddenBy === null ? null : `is in ${around.name}, which ${around.hiddenBy}`),
          blockedBy:
            sighting.blockedBy ??
            (around.blockedBy === null ? null : `is in ${around.name}, which ${around.blockedBy}`),
        },
      };
    },
  };
}

/** All elements in the order of the tree, those of a shadow root after their host. */
function elementsOf(root: Document | ShadowRoot): readonly Element[] {
  const all: Element[] = [];
  for (const element of root.querySelectorAll("*")) {
    all.push(element);
    if (element.shadowRoot !== null) all.push(...elementsOf(element.shadowRoot));
  }
  return all;
}

function findMatches(
  document: Document,
  all: readonly Element[],
  { selector, text }: ElementTarget,
): readonly Element[] {
  // Throws for an invalid selector, even if the page is empty.
  if (selector !== undefined) document.querySelector(selector);
  const selected = selector === undefined ? all : all.filter((element) => element.matches(selector));
  if (text === undefined) return selected;
  const wanted = normalized(text);
  const labelled = selected.filter((element) => normalized(labelOf(element)) === wanted);
  if (selector !== undefined) return labelled;
  const buttons = labelled.filter((element) => element.matches(pressable));
  // Of nested elements with the same text, the innermost.
  return buttons.length > 0
    ? buttons
    : labelled.filter((element) => !labelled.some((inner) => isWithin(inner, element)));
}

/** Whether a person sees by the mouse, or hears by the keyboard, that an element is one to click on. */
function looksClickable(realm: Window, element: Element): boolean {
  if (element.hasAttribute("tabindex")) return true;
  const { parentElement } = element;
  if (parentElement === null || realm.getComputedStyle(element).cursor !== "pointer") return false;
  return realm.getComputedStyle(parentElement).cursor !== "pointer";
}

function isWithin(inner: Element, outer: Element): boolean {
  return inner !== outer && outer.contains(inner);
}

function labelOf(element: Element): string {
  const label = element.getAttribute("aria-label");
  if (label !== null) return label;
  if (element.matches("input")) return element.getAttribute("value") ?? element.getAttribute("alt") ?? "";
  return element.matches("script,style,html,head,body") ? "" : (element.textContent ?? "");
}

function normalized(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim().toLowerCase();
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** `place` is the middle of the element unless another point of it is meant. */
function describeSighting(realm: Window & typeof globalThis, element: Element, place?: Place): ElementSighting {
  const { x, y } = place ?? middleOf(element);
  const hiddenBy = describeHidden(realm, element, { x, y });
  return {
    x,
    y,
    name: nameOf(element),
    hiddenBy,
    blockedBy: hiddenBy === null ? describeBlocked(realm, element, { x, y }) : null,
  };
}

function describeHidden(realm: Window & typeof globalThis, element: Element, place?: Place): string | null {
  if (!element.checkVisibility({ visibilityProperty: true }) || isTransparent(realm, element))
    return "is hidden by its style";
  const { width, height } = element.getBoundingClientRect();
  if (width <= 0 || height <= 0) return "has no size";
  const { x, y } = place ?? middleOf(element);
  const { innerWidth, innerHeight } = realm;
  if (x >= 0 && y >= 0 && x < innerWidth && y < innerHeight) return null;
  return `is outside of the ${String(innerWidth)}x${String(innerHeight)} pixels that are shown`;
}

/** Whether an element is invisible. A run that needs no pixels makes its stage transparent, which does not count. */
function isTransparent(realm: Window & typeof globalThis, element: Element): boolean {
  const isTop = realm.parent === realm;
  for (let one: Node | null = element; one !== null; one = parentOf(one)) {
    if (!(one instanceof realm.Element) || realm.getComputedStyle(one).opacity !== "0") continue;
    const isOfRun = isTop && (one.hasAttribute(stageAttribute) || one === realm.document.documentElement);
    if (!isOfRun) return true;
  }
  return false;
}

function describeBlocked(realm: Window, element: Element, { x, y }: Place): string | null {
  if (element.matches(":disabled")) return "is disabled";
  const hit = elementAt(realm, x, y);
  if (includes(element, hit)) return null;
  return includes(hit, element) ? "lets clicks through in its middle" : `is covered by ${nameOf(hit)}`;
}

/** Whether a click on `hit` is one on the element: it is the element, or in it, in its shadow tree too. */
function includes(element: Element, hit: Element): boolean {
  for (let one: Node | null = hit; one !== null; one = parentOf(one)) if (one === element) return true;
  return false;
}

/** Of a link over two lines, the middle of its longest piece: that of the whole may lie between the pieces. */
function middleOf(element: Element): Place {
  const pieces = [...element.getClientRects()].toSorted((one, other) => other.width - one.width);
  const { left, top, width, height } = pieces[0] ?? element.getBoundingClientRect();
  return { x: rounded(left + width / 2), y: rounded(top + height / 2) };
}

/** Whole pixels, as a mouse has them, unless the element is smaller than one. */
function rounded(value: number): number {
  return Math.floor(value);
}

/** A target by which a tape finds the element again: its id, its text, its kind, its class, or else its place. */
function targetOf(realm: Window & typeof globalThis, all: readonly Element[], element: Element): ElementTarget {
  const { id, localName, classList } = element;
  const text = textOf(element);
  const targets: readonly ElementTarget[] = [
    ...(isPlainName(id) ? [{ selector: `#${id}` }] : []),
    ...(text === "" || text.length > targetTextMax ? [] : [{ text }]),
    { selector: localName },
    ...[...classList].filter(isPlainName).map((name) => ({ selector: `${localName}.${name}` })),
  ];
  const found = targets.map((target) => ({ target, matches: findMatches(realm.document, all, target) }));
  // A tape aims at the first one that is visible.
  const leading = found.filter(({ matches }) => matches.find((one) => describeHidden(realm, one) === null) === element);
  const best = leading.find(({ matches }) => matches.length === 1) ?? leading[0];
  return best?.target ?? { selector: placeOf(element) };
}

/** True for an id or class that can stand in a selector as it is, without escapes. */
function isPlainName(name: string): boolean {
  return /^[a-z_][\w-]*$/iu.test(name);
}

/** Such as `body > div:nth-of-type(2) > span`. */
function placeOf(element: Element): string {
  const { localName, parentElement } = element;
  if (parentElement === null || localName === "body") return localName;
  const alike = [...parentElement.children].filter((child) => child.localName === localName);
  const which = alike.length === 1 ? "" : `:nth-of-type(${String(alike.indexOf(element) + 1)})`;
  return `${placeOf(parentElement)} > ${localName}${which}`;
}

/** The first link to a page of the game that says that it starts the game. */
function listLinks(realm: Window & typeof globalThis, all: readonly Element[]): readonly ClickPrompt[] {
  for (const link of all) {
    if (!(link instanceof realm.HTMLAnchorElement) || link.origin !== realm.location.origin) continue;
    const isStart =
      leadsAway(link) && promptRank(textOf(link)) === 0 && describeSighting(realm, link).hiddenBy === null;
    const name = link.pathname.replace(/^\//u, "");
    if (isStart) return [{ name, target: targetOf(realm, all, link), kind: "link" }];
  }
  return [];
}

/** True for a link to another page, and for the elements in it. */
function leadsAway(element: Element): boolean {
  const link = element.closest<HTMLAnchorElement>("a[href]");
  // A link in an SVG picture has an object as its address.
  if (link === null || typeof link.href !== "string") return false;
  const [page] = element.ownerDocument.URL.split("#");
  // The address of an invalid link has no protocol.
  return link.protocol !== "javascript:" && link.protocol !== ":" && link.href.split("#")[0] !== page;
}

function textOf(element: Element): string {
  return labelOf(element).replaceAll(/\s+/gu, " ").trim();
}

/** Such as `button#start "Play"`. */
function nameOf(element: Element): string {
  const { id } = element;
  const [className] = element.classList;
  const suffix = id === "" ? (className === undefined ? "" : `.${className}`) : `#${id}`;
  const label = textOf(element);
  const quoted = label === "" ? "" : ` ${JSON.stringify(label.length > 40 ? `${label.slice(0, 39)}…` : label)}`;
  return `${element.localName}${suffix}${quoted}`;
}
