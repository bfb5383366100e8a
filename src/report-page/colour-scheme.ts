import { element } from "./element.ts";

const redrawings: (() => void)[] = [];

/** A choice between the colours of the system, light ones and dark ones. */
export function colourSwitch(): HTMLElement {
  const choices = [
    ["", "System"],
    ["light", "Light"],
    ["dark", "Dark"],
  ] as const;
  const select = element(
    "select",
    { id: "scheme" },
    ...choices.map(([value, text]) => element("option", { value }, text)),
  );
  select.addEventListener("change", () => {
    showIn(select.value);
  });
  return element("div", { class: "control" }, element("label", { for: "scheme" }, "Colours"), " ", select);
}

/** Draws charts again when the colours change. Paper is light. */
export function followPrinting(draw: () => void): void {
  redrawings.push(draw);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  let before = "";
  addEventListener("beforeprint", () => {
    before = document.documentElement.style.colorScheme;
    // On paper they could not be opened.
    for (const details of document.querySelectorAll("details")) details.open = true;
    showIn("light");
  });
  addEventListener("afterprint", () => {
    showIn(before);
  });
}

function showIn(scheme: string): void {
  document.documentElement.style.colorScheme = scheme;
  for (const draw of redrawings) draw();
}

const probe = element("span");

/** The value of a custom property of the style in the current colours, for a canvas. */
export function colourOf(property: string): string {
  probe.style.color = `var(${property})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
