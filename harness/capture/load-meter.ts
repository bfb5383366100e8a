import type { CountColumns } from "../../src/formats/frame-sample.ts";
import type { LoadCounts } from "../../src/formats/load-counts.ts";
import type { RunPlan } from "../../src/formats/run-plan.ts";
import type { LoggedRequest } from "../serve/request-log.ts";
import type { Site } from "../serve/serve-site.ts";
import type { GamePage } from "./game-page.ts";
import { refusedSockets } from "./refused-sockets.ts";

/** The requests of a stretch of a run. */
interface Stretch {
  readonly answered: readonly LoggedRequest[];
  /** URLs of those that got no answer. */
  readonly failed: readonly string[];
}

/** Counts what a page requests while it boots, and afterwards. */
export class LoadMeter {
  readonly #page: GamePage;
  readonly #site: Site;
  readonly #plan: RunPlan;
  #boot: Stretch = { answered: [], failed: [] };

  constructor(page: GamePage, { site, plan }: { readonly site: Site; readonly plan: RunPlan }) {
    this.#page = page;
    this.#site = site;
    this.#plan = plan;
  }

  /** Ends the boot. Only before the first step. */
  async endBoot(): Promise<void> {
    this.#boot = await this.#take();
  }

  /** Ends the run. `requests` has all its frames. */
  async finish(requests: CountColumns["requests"]): Promise<LoadCounts> {
    const after = await this.#take();
    const { bytes, decodedBytes } = await sumBodies(this.#boot.answered);
    return {
      bootBytes: bytes,
      bootDecodedBytes: decodedBytes,
      bootFailedRequests: countFailed(this.#boot),
      requestsAfterBoot: (requests ?? []).reduce((total, count) => total + count, 0),
      failedRequestsAfterBoot: countFailed(after),
    };
  }

  async #take(): Promise<Stretch> {
    await this.#page.awaitRequests(this.#plan.limits.settleMs);
    const sockets = refusedSockets(this.#page.takeSockets(), this.#plan.allowHosts);
    return {
      answered: this.#site.takeRequests(),
      failed: [...this.#page.takeFailedUrls(), ...sockets.map(({ url }) => url)],
    };
  }
}

/** Each URL counts once: how often the browser asks for a file that it has already is up to its memory. */
function countFailed({ answered, failed }: Stretch): number {
  return new Set([...failed, ...answered.filter((request) => request.failed()).map(({ url }) => url)]).size;
}

async function sumBodies(
  requests: readonly LoggedRequest[],
): Promise<{ readonly bytes: number; readonly decodedBytes: number | null }> {
  let bytes = 0;
  let decodedBytes: number | null = 0;
  for (const request of new Map(requests.map((each) => [each.key, each])).values()) {
    bytes += request.bytes();
    const decoded = await request.decodedBytes();
    decodedBytes = decoded === null || decodedBytes === null ? null : decodedBytes + decoded;
  }
  return { bytes, decodedBytes };
}
