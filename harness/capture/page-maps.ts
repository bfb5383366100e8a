import type { MappedPosition, SourceMapConsumer } from "source-map-js";
import type { CDPSession } from "#puppeteer-core";
import type { Site } from "../serve/serve-site.ts";
import { gamePathOf, type OriginalPosition, type OriginalPositions, sourceMapOf } from "./stack-positions.ts";

/** Source maps referenced by the scripts of an unmodified page, and the lengths of its scripts. */
export class PageMaps implements OriginalPositions {
  readonly #urls = new Map<string, string>();
  readonly #maps = new Map<string, SourceMapConsumer>();
  /** Characters, by path. */
  readonly #lengths = new Map<string, number>();

  /** Records every script that the session's page runs from now on. Its debugger must be enabled. */
  follow(session: Pick<CDPSession, "on">): void {
    session.on("Debugger.scriptParsed", ({ url, sourceMapURL = "", length = 0 }) => {
      const path = gamePathOf(url);
      this.#lengths.set(path, Math.max(length, this.#lengths.get(path) ?? 0));
      if (sourceMapURL !== "" && URL.canParse(sourceMapURL, url)) this.#urls.set(url, new URL(sourceMapURL, url).href);
    });
  }

  /** Reads the maps. A missing or broken map is skipped: positions then stay those in the script. */
  async load(site: Pick<Site, "readText">): Promise<void> {
    for (const [script, url] of this.#urls) {
      const text = url.startsWith("data:") ? await (await fetch(url)).text() : await site.readText(url);
      const map = text === null ? null : sourceMapOf(parseMap(text));
      if (map !== null) this.#maps.set(script, map);
    }
  }

  /** Characters of the longest script of a path; 0 for a source that is no script of the page. */
  lengthOf(path: string): number {
    return this.#lengths.get(path) ?? 0;
  }

  originalOf(script: string, line: number, column: number): OriginalPosition | null {
    const original = this.#maps.get(script)?.originalPositionFor({ line, column: column - 1 });
    if (typeof original?.source !== "string") return null;
    const source = sourceOf(original, this.#urls.get(script) ?? script);
    return { source, line: original.line, column: original.column + 1, name: original.name ?? null };
  }
}

function parseMap(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Path of a source. Bundlers make up schemes, such as `webpack://game/./src/tick.js`. */
function sourceOf({ source }: Pick<MappedPosition, "source">, mapUrl: string): string {
  const bundled = /^[a-z][a-z-]*:\/\/[^/]*\/(?:\.\/)?(.*)$/u.exec(source)?.[1];
  if (bundled !== undefined && !/^(?:https?|file):/u.test(source)) return bundled;
  if (mapUrl.startsWith("data:") || !URL.canParse(source, mapUrl)) return source;
  return gamePathOf(new URL(source, mapUrl).href);
}
