import { request } from "node:http";
import { join } from "node:path";
import { findServedFolder } from "../../../harness/load/served-folder.ts";
import { serveSite, type Site } from "../../../harness/serve/serve-site.ts";
import type { GameFolder } from "../fixtures/game-folder.ts";
import { makePlan } from "../fixtures/make-report.ts";

export const hostName = "game.framegate.localhost";
export const embedName = "embed.framegate.localhost";

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

export async function servePage(folder: GameFolder, html: string, query = ""): Promise<Site> {
  const htmlPath = join(folder.path, html);
  const plan = makePlan({
    target: { kind: "page", htmlPath, served: findServedFolder(htmlPath), declared: null },
    query,
  });
  return await serveSite(plan, join(folder.path, "cache"), new AbortController().signal);
}

/** Requests a path from the site's port like the run's browser: by host name, with the path unchanged. */
export async function ask(
  site: Site,
  path: string,
  host = embedName,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return await new Promise((resolve, reject) => {
    const asked = request(
      { host: "127.0.0.1", port: portOf(site), path, headers: { host, ...headers } },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () => {
          resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts).toString() });
        });
      },
    );
    asked.on("error", reject);
    asked.end();
  });
}

export function portOf(site: Site): number {
  return Number(/MAP game\.framegate\.localhost 127\.0\.0\.1:(\d+)/.exec(site.hostRules)?.[1]);
}

export async function bodiesOf(
  site: Site,
  paths: readonly string[],
): Promise<readonly (string | number | undefined)[]> {
  return await Promise.all(
    paths.map(async (path) => ask(site, path).then(({ status, body }) => (status === 200 ? body : status))),
  );
}
