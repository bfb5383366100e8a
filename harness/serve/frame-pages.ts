import type { ResolvedIngest, ResolvedRoot } from "../../src/formats/manifest.ts";
import { framePage } from "./ingest-entry.ts";

/** A page of the host's build. */
export interface FramePage {
  readonly fileName: string;
  readonly source: string;
}

/** Pages of the games with the strategy iframe-reachable, each with its base and its body. */
export function framePages(roots: readonly ResolvedRoot[]): readonly FramePage[] {
  return roots.flatMap(({ adapter }, index) => {
    if (adapter.kind !== "ingest" || adapter.ingest.strategy !== "iframe-reachable") return [];
    return [{ fileName: framePage(index), source: pageOf(adapter.ingest) }];
  });
}

function pageOf({ baseHref, bundleUrl, bodyHtml }: ResolvedIngest): string {
  // Without a declared base, a game's relative URLs count from its bundle.
  const base = baseHref === null ? inProject(bundleUrl ?? "").replace(/[^/]*$/u, "") : inProject(baseHref);
  return `<!doctype html>
<html>
<head><meta charset="utf-8"><base href="${escape(base)}"><style>html,body{margin:0;height:100%}</style></head>
<body>${bodyHtml ?? ""}</body>
</html>
`;
}

/** A path refers to the project, where Framegate serves it. */
function inProject(url: string): string {
  return URL.canParse(url) || url.startsWith("/__game/") ? url : `/__game/${url.replace(/^\/+/u, "")}`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}
