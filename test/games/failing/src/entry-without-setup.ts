export function start(): void {
  // The harness asks for setup.
}
