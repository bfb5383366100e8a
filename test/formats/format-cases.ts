import { readFileSync } from "node:fs";
import { z } from "zod";

const expectation = z.strictObject({ pointer: z.string(), about: z.string() });

const formatCase = z.strictObject({
  id: z.string(),
  kind: z.enum(["manifest", "inputmap", "tape"]),
  doc: z.unknown(),
  text: z.string().optional(),
  valid: z.boolean(),
  error: expectation.optional(),
  resolveError: expectation.nullish(),
  resolveDecision: z.boolean().optional(),
  why: z.string(),
  decision: z.boolean().optional(),
});

/** A more detailed case: the number of errors, and the warnings. Null means none. */
const referenceCase = z.strictObject({
  ...formatCase.shape,
  doc: z.unknown().optional(),
  strict: z.boolean().optional(),
  code: z.string().optional(),
  suggestion: z.string().optional(),
  /** Number of errors; one if omitted. */
  count: z.number().optional(),
  /** A code of null matches any. */
  warning: z.strictObject({ pointer: z.string(), code: z.string().nullable() }).nullish(),
  context: z
    .strictObject({
      delivery: z.enum(["local", "hosted"]).optional(),
      knownDependencies: z.array(z.string()).optional(),
      inlinedRuntimes: z.array(z.string()).optional(),
    })
    .optional(),
  resolveWarning: z.strictObject({ pointer: z.string(), code: z.string() }).optional(),
  tier: z.string().optional(),
});

export type FormatCase = z.infer<typeof formatCase>;
export type ReferenceCase = z.infer<typeof referenceCase>;

/** The given cases for one kind of file, as files. */
export function loadFormatCases(kind: FormatCase["kind"]): readonly (FormatCase & { readonly source: string })[] {
  return z
    .array(formatCase)
    .parse(readCases("format-cases.json"))
    .filter((entry) => entry.kind === kind)
    .map((entry) => ({ ...entry, source: entry.text ?? JSON.stringify(entry.doc, null, 2) }));
}

/** Every row of the reference's tables and every rule next to them, including invalid neighbours. */
export function loadReferenceCases(): readonly (ReferenceCase & { readonly source: string })[] {
  return z
    .array(referenceCase)
    .parse(readCases("reference-cases.json"))
    .map((entry) => ({ ...entry, source: entry.text ?? JSON.stringify(entry.doc) }));
}

function readCases(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`cases/${name}`, import.meta.url), "utf8"));
}

/** Whether a text contains one of the words in `about`, separated by `|`, ignoring case. */
export function isAbout(text: string, about: string): boolean {
  return about.split("|").some((word) => {
    const literal = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return new RegExp(`(^|\\W)${literal}($|\\W)`, "i").test(text);
  });
}
