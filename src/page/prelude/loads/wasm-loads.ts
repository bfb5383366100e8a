import type { AsyncOrder } from "./async-order.ts";
import { type Method, replaceMethod } from "../native/native-look.ts";

/** Orders the compilations of WebAssembly. */
export function installWasmLoads(realm: Window & typeof globalThis, order: AsyncOrder): void {
  for (const name of ["compile", "instantiate"]) {
    replaceMethod(realm.WebAssembly, name, (original) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        const result: unknown = Reflect.apply(original, this, parameters);
        return result instanceof Promise ? noted(order.track(`WebAssembly.${name}`, result)) : result;
      }
      return replacement;
    });
  }
  for (const name of ["compileStreaming", "instantiateStreaming"]) {
    replaceMethod(realm.WebAssembly, name, (original) => {
      function replacement(this: unknown, ...parameters: unknown[]): Promise<unknown> {
        return stream(`WebAssembly.${name}`, original.bind(realm.WebAssembly), parameters);
      }
      return replacement;
    });
  }

  /**
   * The response may be a promise, which the page may leave pending for as long as it likes. Only then does the
   * browser's part begin.
   */
  async function stream(name: string, start: Method, [source, ...rest]: unknown[]): Promise<unknown> {
    const response: unknown = await source;
    return await noted(order.track(name, Promise.resolve(Reflect.apply(start, undefined, [response, ...rest]))));
  }

  /** Glue code creates its classes once its module is compiled. */
  function noted(compiled: Promise<unknown>): Promise<unknown> {
    compiled.then(
      () => {
        order.noteCode();
      },
      () => undefined,
    );
    return compiled;
  }
}
