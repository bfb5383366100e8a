import { extname } from "node:path";
import { parseSync } from "rolldown/utils";

/** The imports and exports of a module, read from its text, with offsets where a message needs them. */
export interface ModuleFacts {
  /** Whether a browser takes it as it is: no CommonJS, and nothing that only Node or a bundler has. */
  readonly isServable: boolean;
  /** The specifiers that it imports as it is loaded. */
  readonly statics: readonly string[];
  /** The specifiers that it may import later. */
  readonly dynamics: readonly string[];
  /** The offsets of each `import.meta`, from its start to its end. */
  readonly metas: readonly { readonly start: number; readonly end: number }[];
}

/** Only Node and bundlers have these. A module of a browser may look whether they are there. */
const ofNode = /\bprocess\.env\b|\b(?:module\.)?exports\s*[.=[]|\brequire\s*\(/u;

/** Reads a module; null if it does not parse, which its builder reports. */
export function readModule(path: string, text: string): ModuleFacts | null {
  const { module, errors } = parseSync(path, text, { lang: languageOf(path) });
  if (errors.length > 0) return null;
  const statics = module.staticImports.filter(
    ({ entries }) => entries.length === 0 || entries.some((one) => !one.isType),
  );
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest === null || isType ? [] : moduleRequest.value)),
  );
  const dynamics = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const [, specifier] = /^["'`]([^"'`$]+)["'`]$/u.exec(text.slice(start, end)) ?? [];
    return specifier ?? [];
  });
  const isNodes = ofNode.test(text) && (!module.hasModuleSyntax || /\bprocess\.env\b/u.test(text));
  return {
    isServable: !isNodes,
    statics: [...new Set([...statics.map(({ moduleRequest }) => moduleRequest.value), ...exported])],
    dynamics: [...new Set(dynamics)],
    metas: module.importMetas,
  };
}

function languageOf(path: string): "js" | "jsx" | "ts" | "tsx" {
  const extension = extname(path);
  if (/^\.[cm]?ts$/u.test(extension)) return "ts";
  if (extension === ".tsx" || extension === ".jsx") return extension === ".tsx" ? "tsx" : "jsx";
  return "js";
}
