export async function setup(): Promise<void> {
  await new Promise(() => undefined);
}
