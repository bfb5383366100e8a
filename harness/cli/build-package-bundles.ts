import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { bundledPackagesDir, packageRoot } from "../package-root.ts";
import { licensesOf } from "./bundle-licenses.ts";

/**
 * Packages with many dependencies of which Framegate uses a small part: the parser pulls in all of ESLint, the two of
 * puppeteer drivers of other browsers, and that of Vue its compiler. Bundling them makes an installation a third
 * smaller. `createRequire` loads them by `#bundled/NAME`, both from the source and from the built package.
 */
const entries: Readonly<Record<string, string>> = {
  "typescript-parser": 'export { parseForESLint } from "@typescript-eslint/parser";',
  // Vue's browser build comes without a JavaScript parser.
  "vue-compiler": `
    export { ErrorCodes, isFnExpressionBrowser, isMemberExpressionBrowser, parse }
      from "@vue/compiler-dom/dist/compiler-dom.esm-browser.js";
    export { isGloballyAllowed } from "@vue/shared";`,
  "puppeteer-core": 'export { default } from "puppeteer-core";',
  "puppeteer-browsers": 'export { Browser, canDownload, detectBrowserPlatform, install } from "@puppeteer/browsers";',
};

const virtualEntries: Plugin = {
  name: "virtual-entries",
  resolveId: (id, importer) => (importer === undefined && Object.hasOwn(entries, id) ? `\0${id}` : null),
  load: (id) => entries[id.replace("\0", "")] ?? null,
};

/** WebDriver BiDi drives Firefox. Framegate uses CDP only and never loads that module. */
const withoutBidi: Plugin = {
  name: "without-bidi",
  load: {
    filter: { id: /puppeteer-core[/\\].*[/\\]bidi[/\\]bidi\.js$/u },
    handler: () => "export {};",
  },
};

/**
 * The declarations of puppeteer's page, which `runRecord` hands to scripts that play, and all types these refer to. In
 * this repository `#puppeteer-core` is the package itself.
 */
function copyDeclarations(): void {
  const target = join(bundledPackagesDir, "types");
  mkdirSync(target);
  const packages = join(packageRoot, "node_modules");
  const copies = [
    ["puppeteer-core/lib/types.d.ts", "puppeteer-core.d.ts"],
    ["devtools-protocol/types/protocol.d.ts", "protocol.d.ts"],
    ["devtools-protocol/types/protocol-mapping.d.ts", "protocol-mapping.d.ts"],
    ["typed-query-selector/parser.d.ts", "parser.d.ts"],
  ] as const;
  for (const [from, to] of copies) {
    const text = readFileSync(join(packages, from), "utf8")
      .replace("from 'devtools-protocol';", "from './protocol.js';")
      .replace("from 'devtools-protocol/types/protocol-mapping.js'", "from './protocol-mapping.js'")
      .replace("from 'typed-query-selector/parser.js'", "from './parser.js'")
      .replace("from './protocol'", "from './protocol.js'")
      // Only a WebDriver BiDi browser has such capabilities.
      .replace(
        "import {Session} from 'webdriver-bidi-protocol';",
        "declare namespace Session { type CapabilityRequest = object }",
      );
    writeFileSync(join(target, to), text);
  }
}

rmSync(bundledPackagesDir, { recursive: true, force: true });
const bundle = await rolldown({
  input: Object.fromEntries(Object.keys(entries).map((name) => [name, name])),
  cwd: packageRoot,
  platform: "node",
  // The embedded browser needs it too, so it is installed anyway.
  external: ["tar-fs"],
  plugins: [virtualEntries, withoutBidi],
});
const { output } = await bundle.write({
  dir: bundledPackagesDir,
  format: "cjs",
  exports: "named",
  minify: true,
  entryFileNames: "[name].cjs",
  chunkFileNames: "[name]-[hash].cjs",
});
await bundle.close();
copyDeclarations();
const declared = ["devtools-protocol", "typed-query-selector"].map((name) =>
  join(packageRoot, "node_modules", name, "x"),
);
const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
writeFileSync(join(bundledPackagesDir, "third-party-licenses.txt"), licensesOf([...modules, ...declared]));
