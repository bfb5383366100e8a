/** A URL without its fragment, as the browser requests it and names it in its entries. */
export function withoutFragment(url: string): string {
  return url.split("#")[0] ?? "";
}
