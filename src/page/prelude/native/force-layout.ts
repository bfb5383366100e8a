/**
 * Computes the styles and the layout of a page, which the browser would do later, at a time of its own, or never.
 * Profiles tell the time of layouts by the name of this function.
 */
export function forceLayout(document: Document): void {
  // A document that is just being loaded has no element yet.
  document.querySelector(":root")?.getBoundingClientRect();
}
