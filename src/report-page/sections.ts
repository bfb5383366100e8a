import type { ViewBlock, ViewSection } from "../formats/report-view.ts";
import { element } from "./element.ts";
import { tableOf } from "./tables.ts";

/** A section with its heading. */
export function titledSection(id: string, title: string, ...children: readonly Node[]): HTMLElement {
  const headingId = `${id}-title`;
  return element("section", { id, "aria-labelledby": headingId }, element("h2", { id: headingId }, title), ...children);
}

/** A section of texts and tables. */
export function sectionOf({ id, title, blocks }: ViewSection): HTMLElement {
  return titledSection(id, title, ...blocks.map(blockOf));
}

function blockOf(block: ViewBlock): HTMLElement {
  switch (block.kind) {
    case "text":
      return element("p", {}, block.text);
    case "code":
      return element("details", {}, element("summary", {}, block.title), element("pre", {}, block.text));
    case "notices":
      return element(
        "ul",
        { class: "notices" },
        ...block.notices.map(({ mark, text }) =>
          element(
            "li",
            { class: mark === "failure" ? "fail" : "inconclusive" },
            element("strong", {}, mark),
            " ",
            text,
          ),
        ),
      );
    case "table":
      return tableOf(block.table);
    case "picture":
      return element(
        "figure",
        { class: "picture" },
        element("img", { src: block.url, alt: block.text }),
        element("figcaption", {}, block.text),
      );
  }
}
