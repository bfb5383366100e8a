export function start(): void {
  // The harness requires setup.
}
