import type { ResolvedIngest, ResolvedManifest } from "../../src/formats/manifest.ts";

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/u;

const defaultPorts: Readonly<Record<string, string>> = { "http:": "80", "https:": "443", "ws:": "80", "wss:": "443" };

/**
 * Hosts of this machine, with their ports, that the ingest adapters of a manifest name: a local server's address in a
 * manifest is meant to be reached. Other hosts need `--allow-host`.
 */
export function namedHosts(manifest: ResolvedManifest | null): readonly string[] {
  const ingests = manifest?.roots.flatMap(({ adapter }) => (adapter.kind === "ingest" ? [adapter.ingest] : [])) ?? [];
  return [...new Set(ingests.flatMap(urlsIn).flatMap(hostIn))];
}

function urlsIn({ assets, bundleUrl, baseHref, assetBaseUrl, pixiModuleUrl }: ResolvedIngest): readonly string[] {
  return [bundleUrl, baseHref, assetBaseUrl, pixiModuleUrl, ...Object.values(assets)].filter((url) => url !== null);
}

function hostIn(url: string): readonly string[] {
  if (!URL.canParse(url)) return [];
  const { protocol, hostname, port } = new URL(url);
  const defaultPort = defaultPorts[protocol];
  if (defaultPort === undefined || !loopback.test(hostname)) return [];
  // A host without a port would open all of its ports.
  return [`${hostname}:${port === "" ? defaultPort : port}`];
}
