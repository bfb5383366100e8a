import type { MountedRoot } from "../../page/root-adapter.ts";

/** An unmodified game goes only with its page, and hears of a new size from its window. */
export const unmanaged: Pick<MountedRoot, "removal" | "resize"> = { removal: null, resize: () => undefined };
