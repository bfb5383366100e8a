import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { coreTerms } from "../../scanner/text/core-terms.ts";
import { bundleDir, distDir, packageRoot } from "../package-root.ts";

/** What a scan needs of other packages, and what can only be imported. What else the commands need stays where it is installed. */
const bundledPackages = [
  "@typescript-eslint/scope-manager",
  "@typescript-eslint/types",
  "@typescript-eslint/visitor-keys",
  "entities",
  "eslint-visitor-keys",
  "ignore",
  "parse5",
  "pbf",
  "picocolors",
  "rolldown",
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
    handler: (code) =>
      replaceThere(
        code,
        "createRequire(import.meta.url)",
        'createRequire(createRequire(import.meta.url).resolve("rolldown/package.json"))',
      ),
  },
};

/** Every scan needs what follows from the rules for the groups that are always on, but not always the rules. */
const termsWithoutRules: Plugin = {
  name: "terms-without-rules",
  load: (id) =>
    /scanner[/\\]text[/\\]core-terms\.js$/u.test(id) ? `export const coreTerms = ${JSON.stringify(coreTerms)};` : null,
};

/** It would open the standard output, to see whether that is a terminal: who paints says whether to. */
const painterWithoutTerminal: Plugin = {
  name: "painter-without-terminal",
  transform: {
    filter: { id: /picocolors[/\\]picocolors\.js$/u },
    handler: (code) => replaceThere(code, "(p.stdout || {}).isTTY", "false"),
  },
};

/** Replaces what a package says, and fails where a new version of it says it in another way. */
function replaceThere(code: string, said: string, instead: string): string {
  if (!code.includes(said)) throw new Error(`A package that is bundled does not say ${said} any more.`);
  return code.replace(said, instead);
}

/** One letter that does not fit into a byte, and V8 keeps two bytes for each of its file. In a string, an escape is the same. */
const lettersOfOneByte: Plugin = {
  name: "letters-of-one-byte",
  generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      if (file.type !== "chunk") continue;
      if (/\braw`[^`]*[^\0-\x7f]/u.test(file.code))
        throw new Error(`A raw template in ${file.fileName} has letters that cannot be escaped.`);
      file.code = file.code.replaceAll(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
    }
  },
};

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
    plugins: [withoutLibraryNames, nativePartOfRolldown, termsWithoutRules, painterWithoutTerminal, lettersOfOneByte],
    external: (id) => /^[^./]/u.test(id) && !bundledPackages.some((name) => id === name || id.startsWith(`${name}/`)),
  });
  const { output } = await bundle.write({
    dir: bundleDir,
    format: "cjs",
    // What is kept of them between runs is known by their names.
    entryFileNames: "[name]-[hash].cjs",
    chunkFileNames: "[name]-[hash].cjs",
    codeSplitting: {
      groups: [
        { name: "command", tags: ["$initial"], priority: 2 },
        // With what it shares with the analysis: most of what is not clear at first sight is at second.
        { name: "scan-found", test: /scanner[/\\]follow[/\\]scan-found\.js$/u, priority: 1 },
        { name: "analyse", test: /scanner[/\\]follow[/\\]analyse\.js$/u },
      ],
    },
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

/** The licences of the packages that some modules are of, which have to go where their code goes. */
function licensesOf(modules: readonly string[]): string {
  const folders = new Set(
    modules.flatMap((path) => /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/u.exec(path) ?? []),
  );
  const texts = [...folders].sort().map((folder) => {
    const name = readdirSync(folder).find((file) => /^licen[cs]e/iu.test(file));
    if (name === undefined) throw new Error(`${folder} has no licence.`);
    return `${folder.slice(folder.lastIndexOf("node_modules") + "node_modules/".length)}\n\n${readFileSync(join(folder, name), "utf8").trim()}\n`;
  });
  return texts.join("\n---\n\n");
}

rmSync(bundleDir, { recursive: true, force: true });
const { entry, modules } = await bundleCommand();
await bundleStart(entry);
// Not bundled, because a bundler would put newer syntax around it than an old Node can read.
for (const name of ["framegate.cjs", "node-support.cjs"]) {
  copyFileSync(join(packageRoot, "harness/cli", name), join(bundleDir, name));
}
writeFileSync(join(bundleDir, "third-party-licenses.txt"), licensesOf(modules));
