import type { ViewCell, ViewTable } from "../formats/report-view.ts";
import { element } from "./element.ts";

/** A table. One that is sortable has a button in each heading. */
export function tableOf({ caption, columns, rows, isSortable }: ViewTable): HTMLElement {
  const body = element("tbody");
  const fill = (sorted: ViewTable["rows"]): void => {
    body.replaceChildren(...sorted.map((cells) => rowOf(cells, columns)));
  };
  fill(rows);
  const headings = columns.map(({ label, align }) => element("th", { scope: "col", class: align }, label));
  if (isSortable) makeSortable(headings, rows, fill);
  const table = element(
    "table",
    {},
    element("caption", {}, caption),
    element("thead", {}, element("tr", {}, ...headings)),
    body,
  );
  return scrollable(table, caption);
}

/** A place in which a wide table scrolls, by keyboard too. */
export function scrollable(table: HTMLTableElement, label: string): HTMLElement {
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, table);
}

function rowOf(cells: readonly ViewCell[], columns: ViewTable["columns"]): HTMLElement {
  const [first, ...others] = cells.map(({ text }, index) => {
    const isFirst = index === 0;
    const attributes = { class: columns[index]?.align ?? "left" };
    return isFirst ? element("th", { ...attributes, scope: "row" }, text) : element("td", attributes, text);
  });
  return element("tr", {}, ...(first === undefined ? [] : [first]), ...others);
}

/** A press sorts by a column, figures from the largest; the next one turns the order around. */
function makeSortable(
  headings: readonly HTMLElement[],
  rows: ViewTable["rows"],
  fill: (sorted: ViewTable["rows"]) => void,
): void {
  headings.forEach((heading, index) => {
    const button = element("button", { type: "button", class: "sort" }, heading.textContent);
    heading.replaceChildren(button);
    button.addEventListener("click", () => {
      const isFigure = rows.some((cells) => (cells[index]?.value ?? null) !== null);
      const before = heading.getAttribute("aria-sort");
      const order =
        before === null ? (isFigure ? "descending" : "ascending") : before === "ascending" ? "descending" : "ascending";
      for (const other of headings) other.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", order);
      const sorted = rows.toSorted((one, other) => compare(one[index], other[index]));
      fill(order === "ascending" ? sorted : sorted.toReversed());
    });
  });
}

function compare(one: ViewCell | undefined, other: ViewCell | undefined): number {
  if (one === undefined || other === undefined) return 0;
  if (one.value !== null && other.value !== null) return one.value - other.value;
  return one.text < other.text ? -1 : one.text > other.text ? 1 : 0;
}
