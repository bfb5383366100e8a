/** By key, the number of steps by which a slider moves. */
const slides: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 };
const optionsOfPage = 3;
/** By key, the direction in a list. */
const turns: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

/**
 * Moves a slider, or counts a number up or down, as the browser does for a key. Returns false if the field has no such
 * key, and calls `tell` after a change.
 */
export function turnField(field: HTMLInputElement, key: string, tell: (field: HTMLElement) => void): boolean {
  if (!hasSteps(field, key)) return false;
  const before = field.value;
  if (key === "Home" || key === "End") field.value = key === "Home" ? lowestOf(field) : highestOf(field);
  else if (!step(field, key)) return false;
  if (field.value !== before) tell(field);
  return true;
}

function hasSteps({ type, disabled, readOnly, step: size }: HTMLInputElement, key: string): boolean {
  if (disabled || readOnly || size === "any") return false;
  return type === "range" || (type === "number" && (key === "ArrowUp" || key === "ArrowDown"));
}

function step(field: HTMLInputElement, key: string): boolean {
  const page = { PageUp: 1, PageDown: -1 }[key];
  const steps = page === undefined ? (slides[key] ?? 0) : page * pageOf(field);
  if (steps > 0) field.stepUp(steps);
  if (steps < 0) field.stepDown(-steps);
  return steps !== 0;
}

function lowestOf({ min }: HTMLInputElement): string {
  return min === "" ? "0" : min;
}

function highestOf({ max }: HTMLInputElement): string {
  return max === "" ? "100" : max;
}

/** The least and the greatest value of a slider. */
export function rangeOf(field: HTMLInputElement): { readonly low: number; readonly high: number } {
  return { low: Number(lowestOf(field)), high: Number(highestOf(field)) };
}

/** A tenth of a slider in its steps, at least one. */
function pageOf(field: HTMLInputElement): number {
  const size = Number(field.step);
  const { low, high } = rangeOf(field);
  return Math.max(1, Math.round((high - low) / (size > 0 ? size : 1) / 10));
}

/** The radio button that an arrow key goes to from another one of its group; null if there is none. */
export function nextRadio(from: HTMLInputElement, key: string): HTMLElement | null {
  const by = turns[key];
  if (by === undefined || from.name === "") return null;
  const group = fieldsOf(from).filter(
    ({ type, name, disabled }) => type === "radio" && name === from.name && !disabled,
  );
  const next = group.at((group.indexOf(from) + by) % group.length) ?? from;
  return next === from ? null : next;
}

/**
 * The fields of a field's form, itself included, in the order of the tree. Not by the form's own list, which leaves out
 * buttons with a picture, and which a field may hide by its name.
 */
export function fieldsOf(field: HTMLInputElement): readonly FormField[] {
  const root = field.getRootNode();
  if (!isTree(root)) return [];
  return [...root.querySelectorAll<FormField>("button, input")].filter(({ form }) => form === field.form);
}

type FormField = HTMLButtonElement | HTMLInputElement;

/** Checked by its member, because each realm has classes of its own. */
function isTree(node: Node): node is Document | ShadowRoot {
  return "querySelectorAll" in node;
}

/** Chooses another option of a closed list, as an arrow key does. Returns false for a key that does not. */
export function turnList(list: HTMLSelectElement, key: string, tell: (list: HTMLElement) => void): boolean {
  const by = { Home: 1, End: -1, PageDown: 1, PageUp: -1 }[key] ?? turns[key];
  if (by === undefined || list.multiple) return false;
  const usable = [...list.options].filter(({ disabled }) => !disabled).map(({ index }) => index);
  const chosen = list.selectedIndex;
  const after = usable.filter((index) => (by > 0 ? index > chosen : index < chosen));
  const near = by > 0 ? after : after.toReversed();
  const isFar = (index: number): boolean => Math.abs(index - chosen) >= optionsOfPage;
  const far = key.startsWith("Page") ? (near.find(isFar) ?? near.at(-1)) : near.at(0);
  const next = { Home: usable.at(0), End: usable.at(-1) }[key] ?? far ?? chosen;
  if (next === chosen) return true;
  list.selectedIndex = next;
  tell(list);
  return true;
}
