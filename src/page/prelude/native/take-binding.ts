/** Removes a binding of the harness from the page, which could use it to mislead the harness. Returns a call of it. */
export function takeBinding(realm: typeof globalThis, name: string): (payload: string) => void {
  const binding: unknown = Reflect.get(realm, name);
  Reflect.deleteProperty(realm, name);
  return (payload) => {
    if (typeof binding === "function") Reflect.apply(binding, realm, [payload]);
  };
}
