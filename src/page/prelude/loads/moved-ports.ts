/**
 * Tells whether a port of `realm` has moved. No property says so: but the browser refuses a clone whose list of ports
 * holds one that has moved, names the first of them by its index, and moves none. Call before anything is replaced.
 */
export function createMovedTest(realm: Window & typeof globalThis): (port: MessagePort) => boolean {
  const { MessageChannel, structuredClone } = realm;
  const clone = (transfer: MessagePort[]): unknown => Reflect.apply(structuredClone, realm, [null, { transfer }]);
  let moved: MessagePort | null = null;
  return (port) => {
    if (moved === null) {
      moved = new MessageChannel().port1;
      clone([moved]);
    }
    try {
      clone([port, moved]);
    } catch (thrown) {
      return thrown instanceof realm.DOMException && thrown.message.includes("index 0");
    }
    return false;
  };
}
