import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { bundleDir, distDir } from "../package-root.ts";

/** What a scan needs of other packages, and what can only be imported. What else the commands need stays where it is installed. */
const bundledPackages = [
  "@typescript-eslint/scope-manager", "@typescript-eslint/types", "@typescript-eslint/visitor-keys", "entities",
  "eslint-visitor-keys", "ignore", "parse5", "pbf", "picocolors", "rolldown",
];

/** The names of TypeScript's libraries, which the scope manager keeps as code, and which no scan asks it for. */
const withoutLibraryNames: Plugin = {
  name: "without-library-names",
  load: (id) => (/scope-manager[/\\]dist[/\\]lib[/\\]index\.js$/u.test(id) ? "exports.lib = new Map();" : null),
};

/** To load the parser as the module of ECMAScript that it is takes longer than to load its native part, which stays with it. */
const nativePartOfRolldown: Plugin = {
  name: "native-part-of-rolldown",
  transform: {
    filter: { id: /rolldown[/\\]dist[/\\]shared[/\\]rolldown-runtime-/u },
    handler(code) {
      const placed = code.replace("createRequire(import.meta.url)", 'createRequire(createRequire(import.meta.url).resolve("rolldown/package.json"))');
      if (placed === code) throw new Error("The parser finds its native part in a new way.");
      return placed;
    },
  },
};

/**
 * Bundles the command into a few files. To find and open the forty modules that a scan is written in takes Node longer than
 * it takes to scan a small game. They are CommonJS, which Node starts ten milliseconds sooner.
 */
async function bundleCommand(): Promise<readonly string[]> {
  const entry = join(distDir, "harness/cli/bin.js");
  const bundle = await rolldown({
    input: { framegate: entry },
    platform: "node",
    // Modules of the harness load the scanner when they need it; in the bundle it is there already.
    checks: { ineffectiveDynamicImport: false },
    plugins: [withoutLibraryNames, nativePartOfRolldown],
    external: (id) => /^[^./]/u.test(id) && !bundledPackages.some((name) => id === name || id.startsWith(`${name}/`)),
  });
  const { output } = await bundle.write({
    dir: bundleDir,
    format: "cjs",
    entryFileNames: "[name].cjs",
    chunkFileNames: "[name]-[hash].cjs",
    codeSplitting: {
      groups: [
        { name: "framegate", tags: ["$initial"], priority: 2 },
        // With what it shares with the analysis: most of what is not clear at first sight is at second.
        { name: "scan-found", test: /scanner[/\\]scan-found\.js$/u, priority: 1 },
        { name: "analyse", test: /scanner[/\\]analyse\.js$/u },
      ],
    },
  });
  await bundle.close();
  return output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
}

/** The licences of the packages that some modules are of, which have to go where their code goes. */
function licensesOf(modules: readonly string[]): string {
  const folders = new Set(modules.flatMap((path) => /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/u.exec(path) ?? []));
  const texts = [...folders].sort().map((folder) => {
    const name = readdirSync(folder).find((file) => /^licen[cs]e/iu.test(file));
    if (name === undefined) throw new Error(`${folder} has no licence.`);
    return `${folder.slice(folder.lastIndexOf("node_modules") + "node_modules/".length)}\n\n${readFileSync(join(folder, name), "utf8").trim()}\n`;
  });
  return texts.join("\n---\n\n");
}

rmSync(bundleDir, { recursive: true, force: true });
const modules = await bundleCommand();
writeFileSync(join(bundleDir, "third-party-licenses.txt"), licensesOf(modules));
