import { createElement } from "react";
import { createRoot } from "react-dom/client";

/** A root of the manifest's own, which loads React before the unmodified game does. */
export function setup({ container }) {
  createRoot(container).render(createElement("p", null, "Score"));
}
