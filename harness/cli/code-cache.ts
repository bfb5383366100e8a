import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire, wrap } from "node:module";
import { basename, join } from "node:path";
import { Script } from "node:vm";
import type * as atomic from "write-file-atomic";
import { makeFolder } from "../../disk/make-folder.ts";

/** The files that the command is bundled into, which name each other. */
export interface CommandFiles {
  /** Runs the file of this name, and gives what it exports. */
  readonly run: (name: string) => unknown;
  /**
   * Keeps what V8 has compiled by now of the files for which nothing was kept. The first time it only leaves a mark: on a
   * machine that is made anew for each build nobody would read it, and to keep it takes a tenth of a small scan.
   */
  readonly keep: () => void;
}

/**
 * Opens the files of the bundle, and what V8 has made of the larger ones in an earlier run: most of what a scan compiles it
 * needs for a fraction of a second. Node 22 does this on request (`module.enableCompileCache`), Node 20 does not.
 *
 * The files' names change with their content, by which what was kept is known. V8 itself refuses what another V8 has made, or
 * the same one with other flags. What is torn or somebody else's counts as nothing, and a cache that cannot be written is done
 * without.
 *
 * They cannot use `import()`: Node 20 runs that in a script only with a warning.
 *
 * @param folder Where the bundle is, absolute.
 * @param cache The folder for what is kept.
 */
export function openCommandFiles(folder: string, cache: string): CommandFiles {
  const modules = new Map<string, { readonly exports: unknown }>();
  const unkept = new Map<string, Script>();

  const compile = (name: string, path: string): Script => {
    const source = wrap(readFileSync(path, "utf8"));
    if (source.length < keptFrom) return new Script(source, { filename: path });
    const cachedData = readKept(join(cache, name + keptExtension));
    const script = new Script(source, { filename: path, ...(cachedData === null ? {} : { cachedData }) });
    if (script.cachedDataRejected !== false) unkept.set(name, script);
    return script;
  };

  const run = (name: string): unknown => {
    const known = modules.get(name);
    if (known !== undefined) return known.exports;
    const path = join(folder, name);
    const script = compile(name, path);
    const module = { exports: {} };
    modules.set(name, module);
    const requireOthers = createRequire(path);
    const require = (id: string): unknown => (id.startsWith("./") ? run(basename(id)) : requireOthers(id));
    // A function of these five, as every module of CommonJS.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    const define = script.runInThisContext() as (...ofModule: readonly unknown[]) => void;
    define.call(module.exports, module.exports, require, module, path, folder);
    return module.exports;
  };

  return {
    run,
    keep() {
      if (unkept.size === 0) return;
      try {
        makeFolder(cache, 0o700);
        removeOld(cache);
        for (const [name, script] of unkept) {
          const file = join(cache, name + keptExtension);
          if (existsSync(file)) writeKept(file, script.createCachedData());
          else writeFileSync(file, "", { mode: 0o600 });
        }
      } catch {
        // The next run takes as long as this one.
      }
    },
  };
}

const keptExtension = ".v8";

/** In characters. What is smaller is compiled as soon as what was kept of it is read. */
const keptFrom = 20_000;

/** V8 counts on what it is given, so that it is kept twice: where one copy is not as the other, the file is torn. */
function readKept(file: string): Buffer | null {
  try {
    if (!isOurs(file)) return null;
    const bytes = readFileSync(file);
    const code = bytes.subarray(0, bytes.length / 2);
    return code.length > 0 && code.equals(bytes.subarray(code.length)) ? code : null;
  } catch {
    return null;
  }
}

/** Whether nobody else can have written it: what is in it will run. */
function isOurs(file: string): boolean {
  const { uid, mode } = statSync(file);
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}

function writeKept(file: string, code: Buffer): void {
  // Loaded here, because most runs write nothing.
  // eslint-disable-next-line @typescript-eslint/no-unsafe-assignment
  const { sync: writeAtomically }: typeof atomic = createRequire(import.meta.url)("write-file-atomic");
  // Not waited for to be on the disk: what is not all there counts as nothing.
  writeAtomically(file, Buffer.concat([code, code]), { mode: 0o600, fsync: false });
}

const keptForMs = 30 * 24 * 60 * 60 * 1000;

/** What earlier versions left behind. What is still in use is made anew. */
function removeOld(cache: string): void {
  for (const name of readdirSync(cache).filter((one) => one.endsWith(keptExtension))) {
    const file = join(cache, name);
    if (statSync(file).mtimeMs < Date.now() - keptForMs) rmSync(file, { force: true });
  }
}
