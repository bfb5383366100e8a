import type { CDPSession } from "puppeteer-core";

type LookSession = Pick<CDPSession, "on" | "send">;

const group = "framegate.look";
// The variables around a function, innermost first. An engine's own are among the first ones.
const scopesMax = 4;

/**
 * Shows the functions on a page's heap to the preludes in it, which look for the classes of engines. The debugger lists
 * them, so nothing of the page has to be replaced, and an engine is found in a bundle as well.
 */
export class HeapLook {
  readonly #session: LookSession;
  /** The function that each realm has handed over, by the number of its execution context. */
  readonly #lookers = new Map<number, string>();

  /** Listens to the session of a page that has loaded nothing yet. */
  constructor(session: LookSession, secret: string) {
    this.#session = session;
    session.on("Runtime.consoleAPICalled", ({ args: [first, looker], executionContextId }) => {
      if (first?.value === secret && looker?.objectId !== undefined) {
        this.#lookers.set(executionContextId, looker.objectId);
      }
    });
    const numbers = new Map<string, number>();
    session.on("Runtime.executionContextCreated", ({ context: { id, uniqueId } }) => {
      numbers.set(uniqueId, id);
    });
    session.on("Runtime.executionContextDestroyed", ({ executionContextUniqueId }) => {
      this.#lookers.delete(numbers.get(executionContextUniqueId) ?? 0);
    });
    session.on("Runtime.executionContextsCleared", () => {
      this.#lookers.clear();
    });
  }

  /** Looks at the heap of each realm. Collects all garbage on the way: between two frames only. */
  async look(): Promise<void> {
    for (const [context, looker] of this.#lookers) {
      await this.#lookIn(looker).catch((thrown: unknown) => {
        // A frame may go while it is looked at.
        if (this.#lookers.has(context)) throw thrown;
      });
    }
    await this.#session.send("Runtime.releaseObjectGroup", { objectGroup: group });
  }

  async #lookIn(looker: string): Promise<void> {
    const prototypeObjectId = await this.#internalOf(looker, "[[Prototype]]");
    if (prototypeObjectId === null) return;
    const { objects } = await this.#session.send("Runtime.queryObjects", { prototypeObjectId, objectGroup: group });
    if (objects.objectId === undefined) return;
    const wanted = await this.#show(looker, objects.objectId);
    for (const made of wanted === null ? [] : await this.#entriesOf(wanted)) await this.#showScopes(looker, made);
  }

  /** Returns what the prelude answers, if it is an object. */
  async #show(looker: string, shown: string): Promise<string | null> {
    const { result } = await this.#session.send("Runtime.callFunctionOn", {
      objectId: looker,
      functionDeclaration: "function (shown) { return this(shown); }",
      arguments: [{ objectId: shown }],
      objectGroup: group,
    });
    return result.objectId ?? null;
  }

  /** Shows the variables that a function sees. */
  async #showScopes(looker: string, made: string): Promise<void> {
    const scopes = await this.#internalOf(made, "[[Scopes]]");
    if (scopes === null) return;
    for (const scope of (await this.#entriesOf(scopes)).slice(0, scopesMax)) await this.#show(looker, scope);
  }

  async #internalOf(objectId: string, name: string): Promise<string | null> {
    const { internalProperties = [] } = await this.#session.send("Runtime.getProperties", {
      ...{ objectId, ownProperties: true },
    });
    return internalProperties.find((property) => property.name === name)?.value?.objectId ?? null;
  }

  /** The objects and functions in a list. */
  async #entriesOf(listId: string): Promise<readonly string[]> {
    const { result } = await this.#session.send("Runtime.getProperties", { objectId: listId, ownProperties: true });
    return result.flatMap(({ name, value }) => (/^\d+$/u.test(name) ? (value?.objectId ?? []) : []));
  }
}
