import { isFramegateError } from "../errors.ts";

/** An error from a game's configuration is the game's, wherever it surfaced. */
export async function blame(thrown: unknown): Promise<unknown> {
  if (isFramegateError(thrown) || !(thrown instanceof Error)) return thrown;
  const { blameBuild } = await import("../serve/blame-build.ts");
  return blameBuild(thrown) ?? thrown;
}
