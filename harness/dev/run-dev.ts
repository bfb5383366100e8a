import type { Server } from "node:http";
import { relative, sep } from "node:path";
import type { ViteDevServer } from "vite";
import type { RunPlan } from "../../src/formats/run-plan.ts";
import { cacheFolder } from "../cache-folder.ts";
import type { Environment } from "../environment.ts";
import { FramegateError, isFramegateError } from "../errors.ts";
import { buildFailed, noteBuild } from "../serve/blame-build.ts";
import type { SiteOrigins } from "../serve/origins.ts";
import { listenFrom } from "../serve/listen.ts";
import { createPrivateServer } from "../serve/private-server.ts";
import { type Answer, answerBy, queryOf } from "./dev-answers.ts";
import { createDevVite, type DevTarget, preparedDir, rootOf } from "./dev-vite.ts";

/** A game as read from disk. */
export interface DevGame {
  /** Plan of a page with this query, which decides its seed; null stands for the printed address. */
  readonly planFor: (query: string | null) => RunPlan;
  /** Whether the game was loaded from a file, given by its absolute path: its manifest, its input map or a scene. */
  readonly isReadFrom: (path: string) => boolean;
}

/** Options of `runDev`. */
export interface DevOptions {
  readonly game: DevGame;
  /** Reloads the game. Throws the problems in its files. */
  readonly loadAgain: () => Promise<DevGame>;
  /** The preferred port. */
  readonly port: number;
  readonly env: Environment;
  /** Ends the server. */
  readonly signal: AbortSignal;
  /** Called once, when the server is ready. */
  readonly onReady: (url: string) => void;
  /**
   * Called with each error of the game: one that kept it from being read or built, that ended it, or that kept one of
   * its roots from mounting.
   */
  readonly onError: (error: FramegateError) => void;
  /** Called with each changed file, relative to the game. */
  readonly onChange: (file: string) => void;
}

/**
 * Serves a game for a person's own browser until `signal` aborts. Each page runs as the plan for its query says, in
 * real time and with the input of real devices. Changes of the game's files are picked up.
 *
 * @throws FramegateError `not-supported`, `dev-port-taken`, `build-failed`, `package-missing`, `write-failed`.
 */
export async function runDev(options: DevOptions): Promise<void> {
  const { game, port, signal, onReady } = options;
  const { planFor } = game;
  // Before anything listens.
  devTarget(planFor(null));
  let answer: Promise<Answer> = Promise.resolve((_request, response) => {
    response.writeHead(serviceUnavailable).end();
  });
  // The check of the peer comes first. Vite adds its own socket.
  const server = createPrivateServer(
    (request, response) => {
      void answer.then((answerNow) => {
        answerNow(request, response);
      });
    },
    null,
    () => false,
  );
  try {
    const origins = originsAt(await listenFrom(server, port));
    const served = new ServedGame(options, origins, server, (next) => {
      answer = next;
    });
    try {
      await served.open(game);
      signal.throwIfAborted();
      onReady(`${origins.host}/${queryOf(planFor(null).query)}`);
      await aborted(signal);
    } finally {
      await served.close();
    }
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const serviceUnavailable = 503;

function devTarget({ target }: RunPlan): DevTarget {
  if (target.kind !== "server") return target;
  throw new FramegateError("not-supported", {
    what: "Serving a game that has a server of its own",
    path: target.url,
    instead: "Open its address in a browser. `framegate record` and `framegate perf` run it as it is.",
  });
}

/** Two names of this machine, so that an unmodified page cannot reach its host. */
function originsAt(port: number): SiteOrigins {
  return { host: `http://localhost:${String(port)}`, embed: `http://127.0.0.1:${String(port)}` };
}

/** The game behind the server. It is read again when its manifest changes. */
class ServedGame {
  readonly #options: DevOptions;
  readonly #origins: SiteOrigins;
  readonly #server: Server;
  readonly #answerWith: (answer: Promise<Answer>) => void;
  #vite: ViteDevServer | null = null;
  /** The last of the reads, which run one after another. */
  #reading: Promise<void> = Promise.resolve();

  /** Calls `answerWith` with the handler of all requests from now on. Requests in between wait. */
  constructor(
    options: DevOptions,
    origins: SiteOrigins,
    server: Server,
    answerWith: (answer: Promise<Answer>) => void,
  ) {
    this.#options = options;
    this.#origins = origins;
    this.#server = server;
    this.#answerWith = answerWith;
  }

  /** @throws FramegateError `build-failed`, `package-missing`, `write-failed`; the previous game is served on then. */
  async open({ planFor, isReadFrom }: DevGame): Promise<void> {
    const { env, onError } = this.#options;
    const target = devTarget(planFor(null));
    const vite = await startVite(this.#options, target, this.#origins, this.#server);
    const former = this.#vite;
    // Its pages reconnect at once, and wait until its socket is gone.
    if (former !== null) reloadPages(former);
    this.#vite = vite;
    this.#watch(vite, target, isReadFrom);
    const answer = answerBy({ planFor, target, origins: this.#origins, vite, env, onError });
    const taken = former === null ? Promise.resolve() : former.close();
    this.#answerWith(taken.then(() => answer));
    await taken;
  }

  async close(): Promise<void> {
    await this.#reading;
    await this.#vite?.close();
  }

  /** Watches the files that the game may read. */
  #watch(vite: ViteDevServer, target: DevTarget, isReadFrom: (path: string) => boolean): void {
    const { watcher, environments } = vite;
    const { folder } = target.served;
    watcher.add(folder);
    watcher.on("all", (event, path) => {
      const file = relative(rootOf(target), path);
      if (event === "addDir" || event === "unlinkDir" || relative(folder, path).split(sep).some(isAside)) return;
      this.#options.onChange(file);
      if (isReadFrom(path)) this.#readAgain();
      // Vite itself handles a module: it hands it to modules that accept it, or else reloads the pages.
      else if ((environments.client.moduleGraph.getModulesByFile(path)?.size ?? 0) === 0) reloadPages(vite);
    });
  }

  #readAgain(): void {
    this.#reading = this.#reading.then(async () => {
      const { signal, loadAgain, onError } = this.#options;
      if (signal.aborted) return;
      try {
        await this.open(await loadAgain());
      } catch (thrown) {
        if (!isFramegateError(thrown)) throw thrown;
        onError(thrown);
      }
    });
  }
}

function reloadPages({ environments }: ViteDevServer): void {
  environments.client.hot.send({ type: "full-reload", path: "*" });
}

async function startVite(
  { env, onError }: DevOptions,
  target: DevTarget,
  origins: SiteOrigins,
  server: Server,
): Promise<ViteDevServer> {
  const outDir = preparedDir(target, cacheFolder(env));
  const explain = (thrown: unknown): FramegateError => buildFailed(sourceOf(target), thrown, outDir);
  if (target.kind === "manifest") noteBuild(target, outDir);
  try {
    return await createDevVite({
      ...{ target, origins, server, cacheDir: cacheFolder(env) },
      onError: (thrown) => {
        onError(explain(thrown));
      },
    });
  } catch (thrown) {
    throw explain(thrown);
  }
}

/** The subject of a build error. A page without a manifest stands for itself. */
function sourceOf(target: DevTarget): Parameters<typeof buildFailed>[0] {
  if (target.kind === "manifest") return target;
  const { htmlPath, served } = target;
  return {
    gameDir: served.folder,
    manifestPath: htmlPath,
    manifest: { name: relative(served.folder, htmlPath), roots: [] },
  };
}

/** Whether a change does not concern the game: a hidden file, such as an editor's, or a package. */
function isAside(name: string): boolean {
  return (name.startsWith(".") && name !== "..") || name === "node_modules";
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener(
      "abort",
      () => {
        resolve();
      },
      { once: true },
    );
  });
}
