import { embedPage } from "../../page/embed-page.ts";
import type { MountedRoot, RootAdapter } from "../../page/root-adapter.ts";
import { unmanaged } from "./unmanaged.ts";

/** A page whose scene is unknown. */
export const opaquePage: MountedRoot = {
  ...unmanaged,
  hasLayout: true,
  showsDom: () => false,
  worlds: () => [],
  countEntities: () => null,
  hashInto: () => undefined,
};

/** Mounts a page on an origin of its own. */
export function ingestOpaque(pageUrl: string): RootAdapter {
  return async ({ layer, whileLoading, opened }) => {
    await whileLoading(embedPage(layer, pageUrl + window.location.search, opened));
    return opaquePage;
  };
}
