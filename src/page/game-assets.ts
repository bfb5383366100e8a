import type { Assets } from "../core/game-context.ts";

/** The URL path under which the server serves the game's folder. */
const gameFolderUrl = "/__game/";

/** Creates the loader of a game's own files. */
export function createAssets(): Assets {
  const url = (path: string): string => new URL(path, new URL(gameFolderUrl, window.location.href)).href;
  async function load(path: string): Promise<Response> {
    const response = await fetch(url(path));
    if (!response.ok) throw new Error(`The asset ${path} did not load: HTTP ${String(response.status)}.`);
    return response;
  }
  return {
    url,
    text: async (path) => (await load(path)).text(),
    json: async (path): Promise<unknown> => (await load(path)).json(),
    bytes: async (path) => (await load(path)).arrayBuffer(),
  };
}
