import { assemblyCode } from "./assembly-code.ts";

/** What `assembly/clear-bytes.ts` exports. Lengths and places are in bytes. */
export interface Assembly {
  /** Where a name is put before one of the next two is called. */
  givenName(): number;
  addWord(length: number, kind: number, set: number, bit: number): void;
  addMember(length: number, set: number): void;
  /** From where on the memory is free for texts. */
  textStart(): number;
  /** The number of a verdict, of those in byte-filter.ts. */
  judge(start: number, end: number, hasTags: boolean): number;
}

/** What it asks of JavaScript, about what is in the memory. */
export interface AssemblyImports {
  /** Whether the name of a package begins at a place, its scope's `@` aside. */
  isPackage(start: number): boolean;
}

/** Makes one, without any words yet, that judges texts in `memory`. That has to be new: it counts on finding zeros. */
export function openAssembly(memory: WebAssembly.Memory, { isPackage }: AssemblyImports): Assembly {
  const module = new WebAssembly.Module(Buffer.from(assemblyCode, "base64"));
  const { exports } = new WebAssembly.Instance(module, { env: { memory, isPackage } });
  // The types of what it exports are not known here, only to its compiler.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return exports as unknown as Assembly;
}
