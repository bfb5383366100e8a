import type { Location, Message, PartialMessage } from "esbuild-wasm";
import { relative } from "node:path";

/** A feature that needs a bundler, and what to write instead. */
export interface Refusal {
  readonly what: string;
  readonly instead: string;
}

/** A refusal as a plugin message. Without a place it gets the import's. */
export function refuse(refusal: Refusal, location: Partial<Location> | null = null): PartialMessage {
  return { text: `A hosted build does not support this: ${refusal.what}.`, location, detail: refusal };
}

/** The refusal of a message; null for any other message. */
export function refusalOf({ detail }: Message): Refusal | null {
  if (typeof detail !== "object" || detail === null) return null;
  const what: unknown = Reflect.get(detail, "what");
  const instead: unknown = Reflect.get(detail, "instead");
  return typeof what === "string" && typeof instead === "string" ? { what, instead } : null;
}

/** An offset as an esbuild location. */
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

/** Reason why a specifier cannot be imported; null if its name does not rule it out. */
export function refuseSpecifier(specifier: string): Refusal | null {
  if (/^(?!data:|https?:)[^#]*\?/u.test(specifier)) return withQuery;
  return /\.(?:s[ac]ss|less|styl(?:us)?|pcss|module\.css)$/u.test(specifier) ? withPreprocessor : null;
}

/** Vite's replacements for these in a production build. esbuild makes the same. */
export const builtInValues: Readonly<Record<string, string>> = {
  "import.meta.env.MODE": '"production"',
  "import.meta.env.BASE_URL": '"/"',
  "import.meta.env.PROD": "true",
  "import.meta.env.DEV": "false",
  "import.meta.env.SSR": "false",
  "process.env.NODE_ENV": '"production"',
};

/** Reason why an `import.meta` in its context cannot be built; null if it can. */
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

/** A worker's URL points at its source, which no browser runs unless it is JavaScript. */
function refuseWorker(before: string): Refusal | null {
  const [, worker = ""] =
    /\bnew\s+(?:Shared)?Worker\s*\(\s*new\s+URL\s*\(\s*["'`]([^"'`]+)["'`]\s*,\s*$/u.exec(before) ?? [];
  if (!/\.(?:[cm]?ts|[jt]sx)$/u.test(worker)) return null;
  return {
    what: `the worker ${worker} is served as it is written`,
    instead: "Write it in JavaScript, without packages.",
  };
}

/** The page's URL of a file in the game's folder; null for a file elsewhere. */
export function urlInGame(file: string, gameDir: string): string | null {
  const path = relative(gameDir, file).split("\\").join("/");
  if (path.startsWith("../") || /^(?:\/|[A-Za-z]:)/u.test(path)) return null;
  return `/__game/${path.split("/").map(encodeURIComponent).join("/")}`;
}
