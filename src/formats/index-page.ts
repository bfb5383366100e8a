/**
 * A path or URL without a query, with the name of the index page that a server sends for a folder: `dist/` is
 * `dist/index.html`. Any other is returned unchanged.
 */
export function withIndexPage(path: string): string {
  return path.replace(/(?<=^|\/)$/u, "index.html");
}
