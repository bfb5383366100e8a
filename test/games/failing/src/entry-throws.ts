export function setup(): void {
  throw new Error("no map for level 3");
}
