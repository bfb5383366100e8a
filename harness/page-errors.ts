import { entry } from "./error-entry.ts";

/** The part of the catalogue about pages: finding them, writing them into manifests, and their dependencies. */
export const pageErrors = {
  "page-not-found": entry<{ path: string; nearest: string | null }>({
    exit: "usage",
    message: ({ path, nearest }) =>
      `There is no page at ${path}.${nearest === null ? "" : ` Did you mean "${nearest}"?`}`,
    hint: () => "The path is relative to the manifest's folder. Build the game first, if a bundler makes the page.",
    where: ({ path }) => path,
  }),
  "several-pages": entry<{ folder: string; pages: string }>({
    exit: "usage",
    message: ({ folder, pages }) => `${folder} has neither a manifest nor an index.html, and several pages: ${pages}.`,
    hint: () => "Pass the one to run, or write it into a manifest with `framegate init --html`.",
    where: ({ folder }) => folder,
  }),
  "page-differs": entry<{ path: string }>({
    exit: "nondeterminism",
    message: ({ path }) => `Two runs of ${path} with the same seed differ, so none of its figures can be a budget.`,
    hint: () =>
      "Nothing was written. `framegate verify` with the page names the cause. To write the file anyway: --no-measure.",
    where: ({ path }) => path,
  }),
  "page-failed": entry<{ path: string; reason: string }>({
    exit: "game",
    message: ({ reason }) => `The page could not be measured: ${reason}`,
    hint: () => "Nothing was written. To write the file without a run: --no-measure.",
    where: ({ path }) => path,
  }),
  "page-needs-bundler": entry<{ path: string; script: string }>({
    exit: "usage",
    message: ({ path, script }) => `${path} loads ${script}, which no browser can run before a bundler has built it.`,
    hint: () =>
      "Pass the page that the build writes, such as dist/index.html, or the address of the running dev server, such as http://localhost:5173.",
    where: ({ path }) => path,
  }),
  "package-missing": entry<{
    game: string;
    name: string;
    folder: string;
    /** Adapter that needs the package; null if the game itself imports it. */
    adapter: string | null;
    /** Adapter of an installed library. */
    installed: string | null;
    where: string;
  }>({
    exit: "usage",
    message: ({ game, name, adapter }) =>
      adapter === null
        ? `${game} imports "${name}", which is not installed.`
        : `${game} has a root with the adapter ${adapter}, which needs ${name}, which is not installed.`,
    hint: ({ name, folder, installed }) =>
      `Run \`npm install ${name}\` in ${folder}.${installed === null ? "" : ` Or is the adapter ${installed}? That is installed.`}`,
    where: ({ where }) => where,
  }),
} as const;
