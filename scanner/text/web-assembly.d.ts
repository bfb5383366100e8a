/** What the scanner uses of WebAssembly: Node's own types leave it to the DOM's, which the scanner does without. */
declare namespace WebAssembly {
  class Memory {
    readonly buffer: ArrayBuffer;
    /** `initial` and `pages` are in pieces of 64 KiB. */
    constructor(descriptor: { readonly initial: number });
    grow(pages: number): number;
  }

  interface Module {
    readonly [Symbol.toStringTag]: string;
  }
  const Module: new (bytes: Uint8Array) => Module;

  class Instance {
    readonly exports: object;
    constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>);
  }
}
