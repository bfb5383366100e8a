export function setup(): void {
  const speed = ;
}
