import type { CDPSession } from "puppeteer-core";
import { wasmCountsSuffix } from "../../src/formats/work.ts";

type ReaderSession = Pick<CDPSession, "on" | "send">;

interface RealmReader {
  /** Object id of the function that the realm's prelude has handed over. */
  readonly objectId: string;
  modules: number;
  uncounted: number;
}

/** Reads how much WebAssembly a page has executed, from its preludes. */
export class WasmReader {
  readonly #session: ReaderSession;
  /** By execution context id. */
  readonly #readers = new Map<number, RealmReader>();
  #modules = 0;
  #uncounted = 0;

  /** Listens to the session of a page that has loaded nothing yet. */
  constructor(session: ReaderSession, secret: string) {
    this.#session = session;
    session.on("Runtime.consoleAPICalled", ({ args: [first, reader], executionContextId }) => {
      if (first?.value === secret + wasmCountsSuffix && reader?.objectId !== undefined) {
        this.#readers.set(executionContextId, { objectId: reader.objectId, modules: 0, uncounted: 0 });
      }
    });
    const numbers = new Map<string, number>();
    session.on("Runtime.executionContextCreated", ({ context: { id, uniqueId } }) => {
      numbers.set(uniqueId, id);
    });
    session.on("Runtime.executionContextDestroyed", ({ executionContextUniqueId }) => {
      this.#readers.delete(numbers.get(executionContextUniqueId) ?? 0);
    });
    session.on("Runtime.executionContextsCleared", () => {
      this.#readers.clear();
    });
  }

  /** Number of modules counted so far. */
  get modules(): number {
    return this.#modules;
  }

  get uncounted(): number {
    return this.#uncounted;
  }

  /** Instructions executed since the last reading, in all realms. */
  async read(): Promise<number> {
    let instructions = 0;
    for (const [context, reader] of this.#readers) {
      const counts = await this.#ask(reader).catch((thrown: unknown) => {
        // A frame may disappear during the call.
        if (this.#readers.has(context)) throw thrown;
        return null;
      });
      if (counts === null) continue;
      instructions += counts.instructions;
      this.#modules += counts.modules - reader.modules;
      this.#uncounted += counts.uncounted - reader.uncounted;
      reader.modules = counts.modules;
      reader.uncounted = counts.uncounted;
    }
    return instructions;
  }

  async #ask({ objectId }: RealmReader): Promise<Readonly<Record<"instructions" | "modules" | "uncounted", number>>> {
    const { result } = await this.#session.send("Runtime.callFunctionOn", {
      ...{ objectId, functionDeclaration: "function () { return this(); }", returnByValue: true },
    });
    const value: unknown = result.value;
    const field = (name: string): number =>
      typeof value === "object" && value !== null ? Number(Reflect.get(value, name)) : 0;
    return { instructions: field("instructions"), modules: field("modules"), uncounted: field("uncounted") };
  }
}
