import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { bundleDir, distDir, packageRoot } from "../package-root.ts";
import { licensesOf } from "./bundle-licenses.ts";

/**
 * What a scan needs of other packages, what can only be imported, and Zod: to open its files was a fifth of what a command
 * took to start, 240 ms of CPU time with them and 190 ms without. What else the commands need stays where it is installed;
 * with all of it in the bundle a command started no sooner.
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

/** Its relative path to the native part of rolldown is wrong from inside the bundle; that part stays where it is installed. */
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

/** Replaces a part of a package's code, and fails if a new version of the package has another text there. */
function replaceThere(code: string, text: string, replacement: string): string {
  if (!code.includes(text)) throw new Error(`A package that is bundled does not say ${text} any more.`);
  return code.replace(text, replacement);
}

interface CommandBundle {
  /** The name of the file that runs the command. */
  readonly entry: string;
  /** The paths of all that is in the bundle. */
  readonly modules: readonly string[];
}

/**
 * Bundles the command into a few files. To find and open the forty modules that a scan is written in takes Node longer than
 * it takes to scan a small game. They are CommonJS, which Node starts ten milliseconds sooner.
 */
async function bundleCommand(): Promise<CommandBundle> {
  const bundle = await rolldown({
    input: { command: join(distDir, "harness/cli/bin.js") },
    platform: "node",
    // Modules of the harness load the scanner when they need it; in the bundle it is there already.
    checks: { ineffectiveDynamicImport: false },
    plugins: [nativePartOfRolldown],
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
  // A scan loads that one for its help, and runs none of the other commands.
  const ofScans = chunks.filter(({ name }) => name !== "program");
  const imported = ofScans.flatMap(({ dynamicImports }) => dynamicImports.filter((id) => !own.has(id)));
  if (imported.length > 0)
    throw new Error(
      `A scan cannot import ${imported.join(", ")}: the files that it runs are no modules of ECMAScript.`,
    );
  return { entry: entry.fileName, modules: chunks.flatMap(({ moduleIds }) => moduleIds) };
}

/** The first module after the check of Node's version. It opens the others. */
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
// Not bundled, because a bundler would put newer syntax around it than an old Node can read.
for (const name of ["framegate.cjs", "node-support.cjs"]) {
  copyFileSync(join(packageRoot, "harness/cli", name), join(bundleDir, name));
}
writeFileSync(join(bundleDir, "third-party-licenses.txt"), licensesOf(modules));
