import type { ReportView } from "../formats/report-view.ts";
import { element } from "./element.ts";

/** The texts of a page's head. */
export type HeaderView = Pick<ReportView, "title" | "badge" | "status" | "sentence" | "facts" | "command">;

/** The game, its verdict, how it ran, and the command that repeats it. `product` names the kind of page. */
export function pageHeader(view: HeaderView, product: string, colours: HTMLElement): HTMLElement {
  return element(
    "header",
    {},
    element("div", { class: "masthead" }, element("span", { class: "product" }, product), colours),
    element("h1", {}, view.title),
    element(
      "p",
      { class: `verdict ${view.status}` },
      element("strong", { class: "badge" }, view.badge),
      element("span", {}, view.sentence),
    ),
    element("ul", { class: "facts" }, ...view.facts.map((fact) => element("li", {}, fact))),
    ...(view.command === null ? [] : [commandLine(view.command)]),
  );
}

/** A command, with a button that copies it. */
export function commandLine(command: string): HTMLElement {
  const code = element("code", {}, command);
  const button = element("button", { type: "button", class: "control" }, "Copy");
  button.addEventListener("click", () => {
    void copy(code, command).then((text) => {
      button.textContent = text;
    });
  });
  return element("div", { class: "command" }, code, button);
}

/** A page from the disk may not write to the clipboard in every browser. Then the command is selected, to be copied by hand. */
async function copy(code: HTMLElement, command: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(command);
    return "Copied";
  } catch {
    getSelection()?.selectAllChildren(code);
    return "Selected";
  }
}
