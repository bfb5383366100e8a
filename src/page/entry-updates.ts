import type { RunningHost } from "./host.ts";
import { blameRoot, reportMountFailure } from "./mount-failure.ts";
import type { EntryModule } from "./root-adapter.ts";

interface Update {
  /** The URL of the module that is taken, perhaps with a query. */
  readonly acceptedPath: string;
  readonly timestamp: number;
}

/** The client of a development server, as far as entries need it. */
interface HotClient {
  on(event: "vite:beforeUpdate", listener: (payload: { readonly updates: readonly Update[] }) => void): void;
}

/** Passes new versions of entries on to the host page. */
export class EntryUpdates {
  readonly #host: RunningHost;
  #updates: readonly Update[] = [];

  constructor(host: RunningHost, hot: HotClient) {
    this.#host = host;
    hot.on("vite:beforeUpdate", ({ updates }) => {
      this.#updates = updates;
    });
  }

  /**
   * Takes the new version of the entry of these roots, whose URL is `url`. If it could not be loaded, `entry` is
   * undefined: the roots stay as they are, and the module's error is reported.
   */
  take(rootIds: readonly string[], url: string, entry: EntryModule | undefined): void {
    if (entry === undefined) void this.#tellFailure(rootIds[0] ?? "", url);
    else this.#host.replaceEntry(rootIds, entry);
  }

  /**
   * Reports a module's error, which Vite's client does not pass on. Importing a failed module again throws the same
   * error without running it again.
   */
  async #tellFailure(rootId: string, url: string): Promise<void> {
    const update = this.#updates.find(({ acceptedPath }) => acceptedPath.split("?", 1)[0] === url);
    if (update === undefined) return;
    // The same URL that the client used. Vite adds a parameter to URLs without an origin, and the module would run a
    // second time.
    const taken = new URL(`${url}?t=${String(update.timestamp)}`, window.location.href).href;
    try {
      await blameRoot(rootId, import(/* @vite-ignore */ taken));
    } catch (thrown) {
      // Build errors are reported by the server.
      if (!/failed to fetch/iu.test(String(thrown))) this.#host.tellFailure(reportMountFailure(thrown));
    }
  }
}
