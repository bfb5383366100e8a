/** Sets up nothing at all. */
export function setup(): void {
  // A root that shows nothing must not pass as cheap.
}
