import type { Plugin, ResolvedConfig } from "vite";

/** Resolved configuration and the files that plugins read, known after a build. */
export interface BuildObserver {
  readonly plugin: Plugin;
  /** Absolute paths of the files and folders that the build depends on, as reported by plugins. */
  watched(): readonly string[];
  configuration(): ObservedConfiguration;
}

export interface ObservedConfiguration {
  readonly publicDir: string | null;
  /** Configuration files and their imports. */
  readonly files: readonly string[];
  /** Folder of the `.env` files; null if the game uses none. */
  readonly environmentDir: string | null;
  /** Prefixes of the environment variables that the game's code sees. */
  readonly environmentPrefixes: readonly string[];
}

/** Creates the plugin that observes which files a build reads besides its modules. It must be the last plugin. */
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
 * Wraps the hooks of a plugin to record the files that they watch, such as the imports of a style sheet. The bundler
 * knows them, but reports them only in watch mode.
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
      // On the object itself, which is new for every call. A proxy would break its private state.
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

/**
 * Removes the game's own chunk splitting. Framegate splits its own way, and the bundler would warn about each of these.
 */
function removeIgnoredOptions(config: ResolvedConfig): void {
  for (const { build } of [config, ...Object.values(config.environments)]) {
    for (const output of [build.rolldownOptions.output ?? []].flat()) {
      for (const name of ["manualChunks", "advancedChunks", "inlineDynamicImports"])
        Reflect.deleteProperty(output, name);
    }
  }
}
