import type { Location, Message, PartialMessage } from "esbuild-wasm";
import { relative } from "node:path";

/** Something that needs a bundler, and what to write instead. */
export interface Refusal {
  readonly what: string;
  readonly instead: string;
}

/** A refusal as a message of a plugin. Without a place it gets that of the import. */
export function refuse(refusal: Refusal, location: Partial<Location> | null = null): PartialMessage {
  return { text: `A hosted build cannot do this: ${refusal.what}.`, location, detail: refusal };
}

/** The refusal of a message; null for any other one. */
export function refusalOf({ detail }: Message): Refusal | null {
  if (typeof detail !== "object" || detail === null) return null;
  const what: unknown = Reflect.get(detail, "what");
  const instead: unknown = Reflect.get(detail, "instead");
  return typeof what === "string" && typeof instead === "string" ? { what, instead } : null;
}

/** The place of an offset, as esbuild gives places. */
export function locate(path: string, text: string, { start, end }: { start: number; end: number }): Partial<Location> {
  const before = text.slice(0, start).split("\n");
  const column = before.at(-1)?.length ?? 0;
  return {
    file: path,
    line: before.length,
    column,
    length: end - start,
    lineText: text.split("\n")[before.length - 1] ?? "",
  };
}

const withQuery: Refusal = {
  what: "an import with a query is Vite's",
  instead: "Import the file without it, or fetch it by its URL.",
};
const withPreprocessor: Refusal = {
  what: "a style sheet of a preprocessor, or with local names, needs Vite's plugins",
  instead: "Import plain CSS.",
};

/** Why a specifier cannot be imported; null if its name says nothing against it. */
export function refuseSpecifier(specifier: string): Refusal | null {
  if (/^(?!data:|https?:)[^#]*\?/u.test(specifier)) return withQuery;
  return /\.(?:s[ac]ss|less|styl(?:us)?|pcss|module\.css)$/u.test(specifier) ? withPreprocessor : null;
}

/** The values that Vite writes for these in a production build. esbuild does the same. */
export const builtInValues: Readonly<Record<string, string>> = {
  "import.meta.env.MODE": '"production"',
  "import.meta.env.BASE_URL": '"/"',
  "import.meta.env.PROD": "true",
  "import.meta.env.DEV": "false",
  "import.meta.env.SSR": "false",
  "process.env.NODE_ENV": '"production"',
};

/** Why an `import.meta` with what surrounds it cannot be built; null if it can. */
export function refuseMeta(before: string, after: string): Refusal | null {
  const [, name = "", member = ""] = /^\s*\??\.\s*(\w+)(?:\s*\??\.\s*(\w+))?/u.exec(after) ?? [];
  if (name === "glob" || name === "globEager")
    return { what: `import.meta.${name} is Vite's`, instead: "Import each file by its name." };
  if (name === "env" && builtInValues[`import.meta.env.${member}`] === undefined) {
    const what = `import.meta.env${member === "" ? " as a whole" : `.${member}`} comes from Vite's configuration and its .env files`;
    return { what, instead: "Write the value into a module, or read it from the page's query." };
  }
  return name === "url" ? refuseWorker(before) : null;
}

/** A worker's own URL is that of its source, which no browser takes unless it is JavaScript. */
function refuseWorker(before: string): Refusal | null {
  const [, worker = ""] =
    /\bnew\s+(?:Shared)?Worker\s*\(\s*new\s+URL\s*\(\s*["'`]([^"'`]+)["'`]\s*,\s*$/u.exec(before) ?? [];
  if (!/\.(?:[cm]?ts|[jt]sx)$/u.test(worker)) return null;
  return {
    what: `the worker ${worker} is served as it is written`,
    instead: "Write it in JavaScript, without packages.",
  };
}

/** The URL by which the page gets a file of the game's folder; null for a file elsewhere. */
export function urlInGame(file: string, gameDir: string): string | null {
  const path = relative(gameDir, file).split("\\").join("/");
  if (path.startsWith("../") || /^(?:\/|[A-Za-z]:)/u.test(path)) return null;
  return `/__game/${path.split("/").map(encodeURIComponent).join("/")}`;
}
