import type { CDPSession } from "puppeteer-core";
import { engineWords } from "../../src/formats/engine-words.ts";
import { workerLook } from "../../src/formats/page-port.ts";
import { withinLimit } from "./within-limit.ts";

type LookSession = Pick<CDPSession, "id" | "on" | "once" | "send">;

/** A function that a realm has handed over, and the session that holds it. */
interface Looker {
  readonly session: LookSession;
  readonly objectId: string;
}

const group = "framegate.look";
// Scopes around a function, innermost first. An engine's own are among the first.
const scopesMax = 4;
// A worker blocked on shared memory, as WebAssembly threads are, does not answer.
const answerLimitMs = 3000;

/**
 * Hands the functions on the heaps of a page and its workers to the preludes there, which look for engine classes. The
 * debugger lists them, so nothing in the page has to be replaced, and engines inside bundles are found as well.
 */
export class HeapLook {
  readonly #session: LookSession;
  /** By the id of each realm's execution context. */
  readonly #inPage = new Map<number, Looker>();
  /** Scripts besides the prelude in which no word of an engine has been sought yet, by their execution contexts. */
  readonly #unread = new Map<number, string[]>();
  /** The execution contexts with a script that has such a word. Only these can hold an engine. */
  readonly #withWords = new Set<number>();
  /** By the session of each worker; null until it has handed over a function. */
  readonly #inWorkers = new Map<LookSession, Looker | null>();
  /** Workers that have appeared but whose session has not answered yet. */
  readonly #attaching = new Set<Promise<unknown>>();
  /** URLs of the workers, by the id of their session. Each is a blob of the prelude's, so no two are equal. */
  readonly #urls = new Map<string, string>();
  readonly #silent = new Set<string>();

  /** Listens to the session of a page that has loaded nothing yet. */
  constructor(session: LookSession, secret: string, preludeUrl: string) {
    this.#session = session;
    session.on("Debugger.scriptParsed", ({ executionContextId, url, scriptId, scriptLanguage }) => {
      if (url === preludeUrl) return;
      // The names of its classes may be in the binary, where nothing can seek them.
      if (scriptLanguage === "WebAssembly") this.#withWords.add(executionContextId);
      if (this.#withWords.has(executionContextId)) return;
      const unread = this.#unread.get(executionContextId);
      if (unread === undefined) this.#unread.set(executionContextId, [scriptId]);
      else unread.push(scriptId);
    });
    session.on("Runtime.consoleAPICalled", ({ args: [first, looker], executionContextId }) => {
      if (first?.value === secret && looker?.objectId !== undefined) {
        this.#inPage.set(executionContextId, { session, objectId: looker.objectId });
      }
    });
    const numbers = new Map<string, number>();
    session.on("Runtime.executionContextCreated", ({ context: { id, uniqueId } }) => {
      numbers.set(uniqueId, id);
    });
    session.on("Runtime.executionContextDestroyed", ({ executionContextUniqueId }) => {
      this.#inPage.delete(numbers.get(executionContextUniqueId) ?? 0);
    });
    session.on("Runtime.executionContextsCleared", () => {
      this.#inPage.clear();
      this.#unread.clear();
    });
  }

  /** Follows the workers of a page or a worker. */
  async followWorkers(session: LookSession): Promise<void> {
    session.on("Target.attachedToTarget", ({ sessionId, targetInfo: { url } }) => {
      this.#urls.set(sessionId, url);
    });
    session.on("sessionattached", (worker) => {
      this.#inWorkers.set(worker, null);
      const attaching = this.#attach(worker).catch(() => {
        this.#inWorkers.delete(worker);
      });
      this.#attaching.add(attaching);
      void attaching.finally(() => this.#attaching.delete(attaching));
    });
    session.on("sessiondetached", (worker) => {
      this.#inWorkers.delete(worker);
    });
    const filter = [{ type: "worker" }];
    await session.send("Target.setAutoAttach", {
      ...{ autoAttach: true, waitForDebuggerOnStart: false, flatten: true, filter },
    });
  }

  /**
   * Searches the heap of each realm that may hold an engine, and returns how many there were. A search walks the heap of
   * the whole page and collects its garbage, so only between two frames. It takes as long as to load a small page.
   */
  async look(): Promise<number> {
    await this.#readScripts();
    const inPage = [...this.#inPage].filter(([context]) => this.#withWords.has(context));
    const realmCount = inPage.length + this.#inWorkers.size;
    for (const [context, looker] of inPage) {
      await lookIn(looker).catch((thrown: unknown) => {
        // A frame may disappear during the search.
        if (this.#inPage.has(context)) throw thrown;
      });
    }
    await Promise.all(this.#attaching);
    await Promise.all([...this.#inWorkers.keys()].map(async (worker) => await this.#lookInWorker(worker)));
    return realmCount;
  }

  /** True for the URL of a worker that did not answer when its heap was searched. */
  isSilent(url: string): boolean {
    return this.#silent.has(url);
  }

  async #readScripts(): Promise<void> {
    const unread = [...this.#unread];
    this.#unread.clear();
    for (const [context, scripts] of unread) {
      if (this.#withWords.has(context)) continue;
      const found = await Promise.all(scripts.map(async (scriptId) => await this.#hasWord(scriptId)));
      if (found.includes(true)) this.#withWords.add(context);
    }
  }

  async #hasWord(scriptId: string): Promise<boolean> {
    const query = { scriptId, query: engineWords.join("|"), isRegex: true, caseSensitive: true };
    // A script that the browser no longer knows has no functions left.
    return await this.#session.send("Debugger.searchInContent", query).then(
      ({ result }) => result.length > 0,
      () => false,
    );
  }

  async #attach(worker: LookSession): Promise<void> {
    worker.on("Runtime.consoleAPICalled", ({ args: [first, looker] }) => {
      // The prelude runs before all scripts of the worker. A later message is not its.
      if (this.#inWorkers.get(worker) !== null || first?.value !== workerLook) return;
      if (looker?.objectId !== undefined) this.#inWorkers.set(worker, { session: worker, objectId: looker.objectId });
    });
    const attached = Promise.all([worker.send("Runtime.enable"), this.followWorkers(worker)]);
    await withinLimit(attached, answerLimitMs, () => new Error("The worker does not answer."));
  }

  /** A worker that does not answer is not searched again. */
  async #lookInWorker(worker: LookSession): Promise<void> {
    const late = (): Error => new Error("The worker does not answer.");
    const answer = worker.send("Runtime.evaluate", { expression: "0" });
    const answers = await withinLimit(answer, answerLimitMs, late).then(
      () => true,
      () => false,
    );
    const looker = this.#inWorkers.get(worker);
    if (!answers) {
      this.#inWorkers.delete(worker);
      this.#silent.add(this.#urls.get(worker.id()) ?? "");
    } else if (looker !== null && looker !== undefined) {
      await lookIn(looker).catch((thrown: unknown) => {
        // It may disappear during the search.
        if (this.#inWorkers.has(worker)) throw thrown;
      });
    }
  }
}

async function lookIn({ session, objectId: looker }: Looker): Promise<void> {
  const prototypeObjectId = await internalOf(session, looker, "[[Prototype]]");
  if (prototypeObjectId !== null) {
    const { objects } = await session.send("Runtime.queryObjects", { prototypeObjectId, objectGroup: group });
    const wanted = objects.objectId === undefined ? null : await show(session, looker, objects.objectId);
    for (const made of wanted === null ? [] : await entriesOf(session, wanted)) {
      await showScopes(session, looker, made);
    }
  }
  await session.send("Runtime.releaseObjectGroup", { objectGroup: group });
}

/** The prelude's answer, if it is an object. */
async function show(session: LookSession, looker: string, shown: string): Promise<string | null> {
  const { result } = await session.send("Runtime.callFunctionOn", {
    objectId: looker,
    functionDeclaration: "function (shown) { return this(shown); }",
    arguments: [{ objectId: shown }],
    objectGroup: group,
  });
  return result.objectId ?? null;
}

/** Hands over the variables in a function's scopes. */
async function showScopes(session: LookSession, looker: string, made: string): Promise<void> {
  const scopes = await internalOf(session, made, "[[Scopes]]");
  if (scopes === null) return;
  for (const scope of (await entriesOf(session, scopes)).slice(0, scopesMax)) await show(session, looker, scope);
}

async function internalOf(session: LookSession, objectId: string, name: string): Promise<string | null> {
  const { internalProperties = [] } = await session.send("Runtime.getProperties", { objectId, ownProperties: true });
  return internalProperties.find((property) => property.name === name)?.value?.objectId ?? null;
}

/** The objects and functions in a list. */
async function entriesOf(session: LookSession, listId: string): Promise<readonly string[]> {
  const { result } = await session.send("Runtime.getProperties", { objectId: listId, ownProperties: true });
  return result.flatMap(({ name, value }) => (/^\d+$/u.test(name) ? (value?.objectId ?? []) : []));
}
