import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { bundleDir, distDir, packageRoot } from "../package-root.ts";
import { licensesOf } from "./bundle-licenses.ts";

/**
 * Packages that a scan needs, packages that can only be imported, and Zod. Opening Zod's files was a fifth of a command's
 * start: 240 ms of CPU time, and 190 ms with Zod in the bundle. Other packages made no difference, and stay where they are
 * installed.
 */
const bundledPackages = [
  "@rolldown/pluginutils",
  "@typescript-eslint/visitor-keys",
  "entities",
  "eslint-visitor-keys",
  "parse5",
  "pbf",
  "picocolors",
  "rolldown",
  "zod",
];

/** rolldown's relative path to its native part is wrong inside the bundle; that part stays where it is installed. */
const nativePartOfRolldown: Plugin = {
  name: "native-part-of-rolldown",
  transform: {
    filter: { id: /rolldown[/\\]dist[/\\]shared[/\\]rolldown-runtime-/u },
    handler: (code) =>
      replaceThere(
        code,
        "createRequire(import.meta.url)",
        'createRequire(createRequire(import.meta.url).resolve("rolldown/package.json"))',
      ),
  },
};

/** Patches a package's code, and fails if a new version of the package has a different text there. */
function replaceThere(code: string, text: string, replacement: string): string {
  if (!code.includes(text)) throw new Error(`A package that is bundled does not say ${text} any more.`);
  return code.replace(text, replacement);
}

interface CommandBundle {
  /** File name of the command's entry. */
  readonly entry: string;
  /** Paths of all bundled modules. */
  readonly modules: readonly string[];
}

/**
 * Bundles the command into a few files. Finding and opening a scan's forty modules takes Node longer than scanning a
 * small game. The bundle is CommonJS, which Node starts ten milliseconds sooner.
 */
async function bundleCommand(): Promise<CommandBundle> {
  const bundle = await rolldown({
    input: { command: join(distDir, "harness/cli/bin.js") },
    platform: "node",
    // Harness modules load the scanner on demand; in the bundle it is already there.
    checks: { ineffectiveDynamicImport: false },
    plugins: [nativePartOfRolldown],
    // Without this, importing its resolver also checks and builds the options of its bundler, which takes 7 ms.
    treeshake: { moduleSideEffects: [{ test: /[/\\]rolldown[/\\]dist[/\\]/u, sideEffects: false }] },
    external: (id) => /^[^./]/u.test(id) && !bundledPackages.some((name) => id === name || id.startsWith(`${name}/`)),
  });
  const { output } = await bundle.write({
    dir: bundleDir,
    format: "cjs",
    entryFileNames: "[name]-[hash].cjs",
    chunkFileNames: "[name]-[hash].cjs",
  });
  await bundle.close();
  const chunks = output.filter((file) => file.type === "chunk");
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (entry === undefined) throw new Error("The bundle has no entry.");
  const own = new Set(chunks.map(({ fileName }) => fileName));
  // A scan loads `program` only for its help, and runs none of the other commands.
  const ofScans = chunks.filter(({ name }) => name !== "program");
  const imported = ofScans.flatMap(({ dynamicImports }) => dynamicImports.filter((id) => !own.has(id)));
  if (imported.length > 0) throw new Error(`A scan cannot import ${imported.join(", ")}: its bundle is CommonJS.`);
  return { entry: entry.fileName, modules: chunks.flatMap(({ moduleIds }) => moduleIds) };
}

/** The first module after the check of Node's version. It loads the others. */
async function bundleStart(commandFile: string): Promise<void> {
  const bundle = await rolldown({
    input: { start: join(distDir, "harness/cli/start.js") },
    platform: "node",
    external: /^[^./]/u,
    transform: { define: { commandFile: JSON.stringify(commandFile) } },
  });
  await bundle.write({ dir: bundleDir, format: "cjs", entryFileNames: "[name].cjs" });
  await bundle.close();
}

rmSync(bundleDir, { recursive: true, force: true });
const { entry, modules } = await bundleCommand();
await bundleStart(entry);
// Not bundled, because a bundler would wrap it in newer syntax than an old Node can read.
for (const name of ["framegate.cjs", "node-support.cjs"]) {
  copyFileSync(join(packageRoot, "harness/cli", name), join(bundleDir, name));
}
writeFileSync(join(bundleDir, "third-party-licenses.txt"), licensesOf(modules));
