import { withinLimit } from "./within-limit.ts";

/** A page or a worker, as the browser's driver sees it. */
export interface AskedRealm {
  evaluate(script: string): Promise<unknown>;
}

/** Answers of the realms of a page. Whatever the browser reported of a realm before its answer is known by then. */
export class RealmAnswers {
  readonly #silent = new WeakSet<AskedRealm>();

  /**
   * Waits until all of them have answered, for at most `limitMs`. One that did not answer in time, such as a worker in an
   * endless loop, is not waited for again.
   */
  async wait(realms: readonly AskedRealm[], limitMs: number): Promise<void> {
    const waiting = new Set(realms.filter((realm) => !this.#silent.has(realm)));
    const answers = [...waiting].map(async (realm) => {
      // A realm that has gone has nothing more to report.
      await realm.evaluate("0").catch(() => undefined);
      waiting.delete(realm);
    });
    await withinLimit(Promise.all(answers), limitMs, () => new Error("No answer.")).catch(() => undefined);
    for (const realm of waiting) this.#silent.add(realm);
  }
}
