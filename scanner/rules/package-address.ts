/** The package that a specifier names, however it is addressed. */
export interface PackageAddress {
  /** The name of the package, with its scope. */
  readonly name: string;
  /** The path within it, without the folder of what was built and without an ending; empty for the package as a whole. */
  readonly subpath: string;
}

/**
 * Reads the package out of a specifier: `uuid/v4`, `uuid@9`, `npm:uuid@9`, `../node_modules/uuid/v4.js`, and addresses of
 * the servers that hand packages out to browsers, as `https://esm.sh/uuid@9`. Null for a path and for any other address.
 */
export function packageAddressOf(specifier: string): PackageAddress | null {
  const path = pathInRegistry(specifier.replace(/[?#].*$/, ""));
  const [, name, rest = ""] = /^((?:@[\w.~-]+\/)?[\w~-][\w.~-]*)(?:@[^/]*)?(?:\/(.*))?$/.exec(path) ?? [];
  return name === undefined ? null : { name, subpath: subpathOf(name, rest) };
}

/** Hosts whose paths all begin with a package. */
const packageHosts =
  /^(?:esm\.(?:sh|run)|(?:cdn\.|esm\.)?unpkg\.com|cdn\.(?:skypack|pika)\.dev|jspm\.dev|dev\.jspm\.io)$/;
/** Path segments before the package there: `v135`, `stable`, `pin`, and `*`, which leaves out its dependencies. */
const hostPrefixes = /^(?:(?:v\d+|stable|pin|new|-|npm)\/|npm:|\*)*/;

function pathInRegistry(specifier: string): string {
  const installed = specifier.lastIndexOf("node_modules/");
  if (installed !== -1) return specifier.slice(installed + "node_modules/".length);
  const [, host, path = ""] = /^(?:https?:)?\/\/([^/]+)\/(.*)$/.exec(specifier) ?? [];
  if (host === undefined) return specifier.replace(/^(?:npm|jsr):\/?/, "");
  if (packageHosts.test(host)) return path.replace(hostPrefixes, "");
  // Others keep packages in a folder, or beside their version: `npm/uuid@9`, `ajax/libs/three.js/0.160.0/three.module.js`.
  const [, library = "", file = ""] = /^ajax\/libs\/([^/]+)\/[^/]+\/(.*)$/.exec(path) ?? [];
  if (library !== "") return `${library.replace(/\.js$/, "")}/${file}`;
  return /(?:^|\/)npm[/:](.*)$/.exec(path)?.[1] ?? "";
}

/** A file that is the package as a whole, its index or one of its name, has no path of its own: it may have been built in any way. */
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
