import { readFile } from "node:fs/promises";
import { dirname, extname, resolve } from "node:path";
import type { Loader, OnLoadResult, OnResolveArgs, OnResolveResult, PartialMessage, Plugin } from "esbuild-wasm";
import { runOrigins } from "../origins.ts";
import type { HostModule } from "../page-bundles.ts";
import { readModule } from "./read-module.ts";
import { locate, refuse, refuseMeta, refuseSpecifier, urlInGame } from "./refusals.ts";
import { isRuntime, type PackageModule, resolvePackage, resolveRuntime } from "./resolve-package.ts";

/** The part of a hosted build that knows the game. */
export interface GamePlugin {
  readonly plugin: Plugin;
  /** Packages that the game imports, in the order they were found. Known after the build. */
  imported(): readonly PackageModule[];
}

/** Imported by games, and provided by the host page. */
export const ownSpecifiers: ReadonlyMap<string, HostModule> = new Map([
  ["framegate", "index.js"],
  ["framegate/adapter", "adapter.js"],
]);

/**
 * Creates the plugin that leaves packages to the page's import map, resolves assets to their served URLs, and refuses
 * features that only Vite has.
 */
export function createGamePlugin(gameDir: string): GamePlugin {
  const imported: PackageModule[] = [];
  const plugin: Plugin = {
    name: "framegate:hosted-game",
    setup(build) {
      build.onResolve({ filter: /./ }, (args): OnResolveResult | undefined => {
        if (args.kind === "entry-point") return undefined;
        if (args.kind === "url-token") return resolveUrl(args, gameDir);
        const refusal = refuseSpecifier(args.path);
        if (refusal !== null) return { errors: [refuse(refusal)] };
        return ownSpecifiers.has(args.path) ? external(args.path) : resolveBare(args);
      });
      build.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path }) => await loadScript(path, gameDir));
      build.onLoad({ filter: assetName }, ({ path }) => loadAsset(path, gameDir));
    },
  };

  function resolveBare({ path: specifier, importer, resolveDir }: OnResolveArgs): OnResolveResult | undefined {
    const found = isRuntime(specifier) ? resolveRuntime(specifier, resolveDir) : resolvePackage(specifier, resolveDir);
    // The TypeScript configuration may map it, which esbuild handles.
    if (found === null) return undefined;
    // Browsers load neither as a module.
    if (/\.(?:css|json)$/u.test(found.file)) return { path: found.file };
    imported.push(found);
    return importer === "" ? undefined : external(specifier);
  }

  return { plugin, imported: () => imported };
}

function external(path: string): OnResolveResult {
  return { path, external: true };
}

/** A style sheet's relative URLs count from its own folder, not from that of the built one. */
function resolveUrl({ path, resolveDir }: OnResolveArgs, gameDir: string): OnResolveResult | undefined {
  if (/^(?:[a-z]+:|\/|#)/iu.test(path)) return external(path);
  const url = urlInGame(resolve(resolveDir, path), gameDir);
  return url === null ? { errors: [refuse(outside)] } : external(url);
}

const outside = {
  what: "an asset outside of the game's folder is served to no page",
  instead: "Move it into the folder.",
} as const;

/** Files that Vite treats as assets, too: importing one gives its URL. */
const assetName =
  /\.(?:apng|avif|bmp|gif|ico|jfif|jpe?g|pjp|pjpeg|png|svg|webp|cur|jxl|aac|flac|m4a|mov|mp3|mp4|oga|ogg|opus|vtt|wav|weba|webm|eot|otf|ttf|woff2?|pdf|txt|webmanifest)$/i;

function loadAsset(path: string, gameDir: string): OnLoadResult {
  const url = urlInGame(path, gameDir);
  return url === null
    ? { errors: [refuse(outside)] }
    : { contents: `export default ${JSON.stringify(url)};`, loader: "js" };
}

/** Undefined if esbuild can read the file just as well. */
async function loadScript(path: string, gameDir: string): Promise<OnLoadResult | undefined> {
  const text = await readFile(path, "utf8");
  const metas = text.includes("import.meta") ? (readModule(path, text)?.metas ?? []) : [];
  if (metas.length === 0) return undefined;
  const errors: PartialMessage[] = [];
  const url = urlInGame(path, gameDir);
  let contents = "";
  let from = 0;
  for (const { start, end } of metas) {
    const refusal = refuseMeta(text.slice(0, start), text.slice(end));
    if (refusal !== null) errors.push(refuse(refusal, locate(path, text, { start, end })));
    const [member] = /^\s*\.\s*url\b/u.exec(text.slice(end)) ?? [];
    if (member === undefined || url === null) continue;
    // Resolved next to the source, so that its neighbours are found. Later columns shift, which a source map cannot
    // show.
    contents += text.slice(from, start) + JSON.stringify(`${runOrigins.host}${url}`);
    from = end + member.length;
  }
  return { contents: contents + text.slice(from), loader: loaderOf(path), errors, resolveDir: dirname(path) };
}

function loaderOf(path: string): Loader {
  const extension = extname(path);
  if (extension === ".tsx" || extension === ".jsx") return extension === ".tsx" ? "tsx" : "jsx";
  return /^\.[cm]?ts$/u.test(extension) ? "ts" : "js";
}
