import type { Plugin, ResolvedConfig } from "vite";

/** What only the resolved configuration knows, and what plugins read, known after a build. */
export interface BuildObserver {
  readonly plugin: Plugin;
  /** Absolute paths, folders among them, that plugins said a build depends on. */
  watched(): readonly string[];
  configuration(): ObservedConfiguration;
}

export interface ObservedConfiguration {
  readonly publicDir: string | null;
  /** The configuration and what it imports, from anywhere. */
  readonly files: readonly string[];
  /** Folder of the `.env` files; null where the game wants none. */
  readonly environmentDir: string | null;
  /** What the names of those variables begin with that the game's code sees. */
  readonly environmentPrefixes: readonly string[];
}

/** Creates the plugin that sees what a build reads besides its modules. It has to be the last one of the configuration. */
export function createBuildObserver(): BuildObserver {
  const watched = new Set<string>();
  let configuration: ObservedConfiguration = {
    publicDir: null,
    files: [],
    environmentDir: null,
    environmentPrefixes: [],
  };
  const plugin: Plugin = {
    name: "framegate:observe-build",
    configResolved(config) {
      configuration = observe(config);
      for (const other of config.plugins) observeHooks(other, watched);
      removeIgnoredOptions(config);
    },
  };
  return { plugin, watched: () => [...watched], configuration: () => configuration };
}

function observe(config: ResolvedConfig): ObservedConfiguration {
  return {
    publicDir: config.publicDir === "" ? null : config.publicDir,
    files: config.configFileDependencies,
    environmentDir: config.envDir === false ? null : config.envDir,
    environmentPrefixes: [config.envPrefix ?? "VITE_"].flat(),
  };
}

const observedHooks = ["buildStart", "resolveId", "load", "transform", "renderChunk", "generateBundle"] as const;

type Hook = (this: unknown, ...values: unknown[]) => unknown;

/**
 * Makes the hooks of a plugin tell what they add to the watched files: the imports of a style sheet, the sources of a
 * generated module. The bundler knows them all, but says so only to who watches, not to who builds once.
 */
function observeHooks(plugin: Plugin, watched: Set<string>): void {
  for (const name of observedHooks) {
    const hook: unknown = Reflect.get(plugin, name);
    if (isHook(hook)) Reflect.set(plugin, name, observed(hook, watched));
    else if (typeof hook === "object" && hook !== null) {
      const handler: unknown = Reflect.get(hook, "handler");
      if (isHook(handler)) Reflect.set(plugin, name, { ...hook, handler: observed(handler, watched) });
    }
  }
}

function observed(hook: Hook, watched: Set<string>): Hook {
  return function observedHook(...values) {
    const add: unknown = typeof this === "object" && this !== null ? Reflect.get(this, "addWatchFile") : undefined;
    if (typeof this === "object" && this !== null && isHook(add)) {
      // On the object itself, which the bundler makes anew for every call, and which hides state from a proxy.
      const replacement = (path: unknown): void => {
        if (typeof path === "string") watched.add(path);
        Reflect.apply(add, this, [path]);
      };
      Object.defineProperty(this, "addWatchFile", { value: replacement, configurable: true, writable: true });
    }
    return Reflect.apply(hook, this, values);
  };
}

function isHook(value: unknown): value is Hook {
  return typeof value === "function";
}

/** How the game splits its own bundles. Framegate splits in its own way, and the bundler would warn about each of these. */
function removeIgnoredOptions(config: ResolvedConfig): void {
  for (const { build } of [config, ...Object.values(config.environments)]) {
    for (const output of [build.rolldownOptions.output ?? []].flat()) {
      for (const name of ["manualChunks", "advancedChunks", "inlineDynamicImports"])
        Reflect.deleteProperty(output, name);
    }
  }
}
