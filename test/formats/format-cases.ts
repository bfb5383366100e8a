import { readFileSync } from "node:fs";
import { z } from "zod";

const expectation = z.strictObject({ pointer: z.string(), about: z.string() });

const formatCase = z.strictObject({
  id: z.string(),
  kind: z.enum(["manifest", "inputmap"]),
  doc: z.unknown(),
  text: z.string().optional(),
  valid: z.boolean(),
  error: expectation.optional(),
  resolveError: expectation.optional(),
  resolveDecision: z.boolean().optional(),
  why: z.string(),
  decision: z.boolean().optional(),
});

export type FormatCase = z.infer<typeof formatCase>;

/** The cases of one kind of file, as files. */
export function loadFormatCases(kind: FormatCase["kind"]): readonly (FormatCase & { readonly source: string })[] {
  const written: unknown = JSON.parse(readFileSync(new URL("cases/format-cases.json", import.meta.url), "utf8"));
  return z
    .array(formatCase)
    .parse(written)
    .filter((entry) => entry.kind === kind)
    .map((entry) => ({ ...entry, source: entry.text ?? JSON.stringify(entry.doc, null, 2) }));
}

/** Whether a text contains one of the words of `about`, `a|b` either, whatever the case. */
export function isAbout(text: string, about: string): boolean {
  return about.split("|").some((word) => {
    const literal = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return new RegExp(`(^|\\W)${literal}($|\\W)`, "i").test(text);
  });
}
