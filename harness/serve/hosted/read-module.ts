import { extname } from "node:path";
import { parseSync } from "rolldown/utils";

/** Imports and exports of a module, read from its text, with offsets where a message needs them. */
export interface ModuleFacts {
  /** Whether a browser can load it unchanged: no CommonJS, and nothing specific to Node or bundlers. */
  readonly isServable: boolean;
  /** Specifiers of its static imports. */
  readonly statics: readonly string[];
  /** Specifiers of its dynamic imports. */
  readonly dynamics: readonly string[];
  /** Start and end offset of each `import.meta`. */
  readonly metas: readonly { readonly start: number; readonly end: number }[];
}

/** Only Node and bundlers have these. A browser module may test for them. */
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
