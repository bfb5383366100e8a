const documentFragment = 11;

/** Checked by its members, because each realm has a class of its own. */
export function isShadowRoot(value: unknown): value is ShadowRoot {
  if (typeof value !== "object" || value === null) return false;
  return "host" in value && "nodeType" in value && value.nodeType === documentFragment;
}
