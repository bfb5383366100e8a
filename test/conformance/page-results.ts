import { z } from "zod";

/** The result of one run of a page. */
export interface PageResult {
  /** Whether the suite's script reported that it was done; otherwise the reason why not. */
  readonly end: string;
  /** Statuses by the names of the subtests. 0 is a pass. */
  readonly subtests: Readonly<Record<string, number>>;
  /** The messages of subtests that did not pass. */
  readonly messages: Readonly<Record<string, string>>;
}

export const done = "done";

const schema = z.object({
  status: z.number(),
  message: z.string().nullish(),
  subtests: z.array(z.tuple([z.string(), z.number(), z.string()])),
});

/** Reads the results that the report script left in a page. */
export function parseResults(text: string): PageResult {
  const { subtests, status, message } = schema.parse(JSON.parse(text));
  return {
    end: status === 0 ? done : `status ${String(status)}: ${message ?? ""}`,
    subtests: Object.fromEntries(subtests.map(([name, result]) => [name, result])),
    messages: Object.fromEntries(subtests.filter(([, result]) => result !== 0).map(([name, , text]) => [name, text])),
  };
}

export function noResults(end: string): PageResult {
  return { end, subtests: {}, messages: {} };
}

/** A page in plain Chromium, and in each run under the prelude. */
export interface PageComparison {
  readonly path: string;
  readonly plain: PageResult;
  readonly driven: readonly PageResult[];
}

export interface FolderScore {
  readonly folder: string;
  readonly pages: number;
  readonly plain: number;
  readonly driven: number;
}

/** The subtests that pass in plain Chromium but not in some run under the prelude. */
export function missesOf({ plain, driven }: PageComparison): readonly string[] {
  return passing(plain).filter((name) => driven.some(({ subtests }) => subtests[name] !== 0));
}

/** Whether two runs under the prelude gave different results. */
export function isRandom({ driven }: PageComparison): boolean {
  return new Set(driven.map(({ end, subtests }) => JSON.stringify([end, subtests]))).size > 1;
}

export function scoreFolders(
  pages: readonly PageComparison[],
  folderOf: (path: string) => string,
): readonly FolderScore[] {
  const byFolder = new Map<string, FolderScore>();
  for (const page of pages) {
    const folder = folderOf(page.path);
    const before = byFolder.get(folder) ?? { folder, pages: 0, plain: 0, driven: 0 };
    const plain = passing(page.plain).length;
    const driven = plain - missesOf(page).length;
    byFolder.set(folder, {
      folder,
      pages: before.pages + 1,
      plain: before.plain + plain,
      driven: before.driven + driven,
    });
  }
  return [...byFolder.values()].toSorted((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** The folder of a page in the table: one level, or two below `html`, `css`, `dom` and `fetch`. */
export function folderOf(path: string): string {
  const [first = "", second = "", third = ""] = path.split("/").slice(1);
  if (first === "html" && (second === "semantics" || second === "webappapis")) return `${first}/${second}/${third}`;
  if (["html", "css", "dom", "svg", "fetch"].includes(first)) return `${first}/${second}`;
  return first;
}

function passing({ subtests }: PageResult): readonly string[] {
  return Object.keys(subtests).filter((name) => subtests[name] === 0);
}
