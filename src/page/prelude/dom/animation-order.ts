/** The place of an animation in the stacking order of effects. */
export interface CompositeRank {
  /** 0 for transitions, 1 for CSS animations, 2 for all others. */
  readonly kind: 0 | 1 | 2;
  readonly element: Element | null;
  readonly pseudo: string;
  /** Property of a transition; empty for all others. */
  readonly property: string;
  /** For transitions, the number of the style change that started them; otherwise the number of the animation. */
  readonly sequence: number;
}

/** Captured at the start, because a page may replace it. */
type ComparePosition = (one: Node, other: Node) => number;

const disconnected = 1;
const following = 4;
const pseudoOrder = ["", "::marker", "::before", "::after"];

/** Compares as https://drafts.csswg.org/web-animations-1/#animation-composite-order and the drafts of CSS do. */
export function compareRanks(one: CompositeRank, other: CompositeRank, comparePosition: ComparePosition): number {
  if (one.kind !== other.kind) return one.kind - other.kind;
  if (one.kind !== 2 && one.element !== null && other.element !== null) {
    if (one.element === other.element) {
      if (one.pseudo !== other.pseudo) return pseudoPlace(one.pseudo) - pseudoPlace(other.pseudo);
    } else {
      const place = placeOf(comparePosition(one.element, other.element));
      if (place !== 0) return place;
    }
  }
  if (one.sequence !== other.sequence) return one.sequence - other.sequence;
  return one.property < other.property ? -1 : one.property > other.property ? 1 : 0;
}

/** Between two trees the browser answers by memory addresses, so there the older animation comes first. */
function placeOf(position: number): number {
  if ((position & disconnected) !== 0) return 0;
  return (position & following) === 0 ? 1 : -1;
}

/** The place among the parts of one element. Other pseudo-elements come between ::before and ::after. */
function pseudoPlace(pseudo: string): number {
  const place = pseudoOrder.indexOf(pseudo);
  return place === -1 ? pseudoOrder.length - 1.5 : place;
}
