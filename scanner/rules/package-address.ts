/** The package of a specifier, in any form of address. */
export interface PackageAddress {
  /** The name of the package, with its scope. */
  readonly name: string;
  /** The path within it, without a build folder and without an extension. Empty for the whole package. */
  readonly subpath: string;
}

/**
 * Finds the package in a specifier: `uuid/v4`, `uuid@9`, `npm:uuid@9`, `../node_modules/uuid/v4.js`, or the URL of a
 * package CDN such as `https://esm.sh/uuid@9`. Null for a path and for any other URL.
 */
export function packageAddressOf(specifier: string): PackageAddress | null {
  const path = pathInRegistry(specifier.replace(/[?#].*$/, ""));
  const [, name, rest = ""] = /^((?:@[\w.~-]+\/)?[\w~-][\w.~-]*)(?:@[^/]*)?(?:\/(.*))?$/.exec(path) ?? [];
  return name === undefined ? null : { name, subpath: subpathOf(name, rest) };
}

/** Hosts whose paths all start with a package. */
const packageHosts =
  /^(?:esm\.(?:sh|run)|(?:cdn\.|esm\.)?unpkg\.com|cdn\.(?:skypack|pika)\.dev|jspm\.dev|dev\.jspm\.io)$/;
/** Path segments before the package there: `v135`, `stable`, `pin`, and `*`, which excludes its dependencies. */
const hostPrefixes = /^(?:(?:v\d+|stable|pin|new|-|npm)\/|npm:|\*)*/;

function pathInRegistry(specifier: string): string {
  const installed = specifier.lastIndexOf("node_modules/");
  if (installed !== -1) return specifier.slice(installed + "node_modules/".length);
  const [, host, path = ""] = /^(?:https?:)?\/\/([^/]+)\/(.*)$/.exec(specifier) ?? [];
  if (host === undefined) return specifier.replace(/^(?:npm|jsr):\/?/, "");
  if (packageHosts.test(host)) return path.replace(hostPrefixes, "");
  // Other hosts keep packages in a folder, or beside their version: `npm/uuid@9`,
  // `ajax/libs/three.js/0.160.0/three.module.js`.
  const [, library = "", file = ""] = /^ajax\/libs\/([^/]+)\/[^/]+\/(.*)$/.exec(path) ?? [];
  if (library !== "") return `${library.replace(/\.js$/, "")}/${file}`;
  return /(?:^|\/)npm[/:](.*)$/.exec(path)?.[1] ?? "";
}

/** The index of a package, or a file named after it, is the whole package: its path depends on the build. */
function subpathOf(name: string, path: string): string {
  const folders = path.replace(/\.[mc]?js$/, "").split("/");
  while (folders.length > 1 && buildFolders.test(folders[0] ?? "")) folders.shift();
  const subpath = folders.join("/").replace(/\/index$/, "");
  const [stem = ""] = subpath.split(".");
  const wholes = ["+esm", "index", "main", name.replace(/^.*\/|-es$/g, ""), name.replace(/\..*$/, "")];
  return wholes.includes(stem) ? "" : subpath;
}

const buildFolders =
  /^(?:dist|build|lib|bundles?|browser|min|legacy|optimized|es|esm|cjs|umd|iife|es20\d\d|esnext|(?:esm|commonjs)-(?:browser|node)|dist=.*|mode=.*)$/;
