export function setup(): void {
  findExit();
}

function findExit(): void {
  let steps = 0;
  while (steps >= 0) steps = (steps + 1) % 1000;
}
