import type { MountedRoot } from "../../page/root-adapter.ts";

/** An unmodified game can be removed only with its page, and learns of a new size from its window. */
export const unmanaged: Pick<MountedRoot, "removal" | "resize"> = { removal: null, resize: () => undefined };
