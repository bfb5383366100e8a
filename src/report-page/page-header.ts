import type { ReportView } from "../formats/report-view.ts";
import { element } from "./element.ts";

/** The game, its verdict, how it ran, and the command that repeats it. */
export function pageHeader(view: ReportView, colours: HTMLElement): HTMLElement {
  return element(
    "header",
    {},
    element("div", { class: "masthead" }, element("span", { class: "product" }, "Framegate report"), colours),
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

function commandLine(command: string): HTMLElement {
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
