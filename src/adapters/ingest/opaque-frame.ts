import { embedPage } from "../../page/embed-page.ts";
import type { RootAdapter } from "../../page/root-adapter.ts";

/** Mounts a page on an origin of its own. Nothing of its scene is known. */
export function ingestOpaque(pageUrl: string): RootAdapter {
  return async ({ layer, whileLoading }) => {
    await whileLoading(embedPage(layer, pageUrl + window.location.search));
    return {
      hasLayout: true,
      showsDom: () => false,
      worlds: () => [],
      countEntities: () => null,
      hashInto: () => undefined,
    };
  };
}
