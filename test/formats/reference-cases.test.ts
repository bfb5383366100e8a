import { describe, expect, it } from "vitest";
import type { Diagnostic, Validation } from "../../src/formats/diagnostics.ts";
import { validateInputMap } from "../../src/formats/input-map.ts";
import { type ResolvedManifest, validateManifest } from "../../src/formats/manifest.ts";
import { resolveManifest } from "../../src/formats/resolve-manifest.ts";
import { validateTape } from "../../src/formats/tape.ts";
import { isAbout, loadReferenceCases, type ReferenceCase } from "./format-cases.ts";

type LoadedCase = ReferenceCase & { readonly source: string };

const cases = loadReferenceCases();

function validate({ kind, source, strict = false }: LoadedCase): Validation<unknown> {
  if (kind === "manifest") return validateManifest(source);
  return kind === "tape" ? validateTape(source) : validateInputMap(source, { strict });
}

function resolve({ source, context = {} }: LoadedCase): Validation<ResolvedManifest> {
  const validation = validateManifest(source);
  if (!validation.ok) throw new Error(JSON.stringify(validation.errors));
  const { delivery = "local", knownDependencies, inlinedRuntimes = [] } = context;
  const isResolvable = (specifier: string): boolean => knownDependencies?.includes(specifier) ?? true;
  return resolveManifest(validation.value, delivery, { isResolvable, inlinedRuntimes });
}

function errorsOf(validation: Validation<unknown>): readonly Diagnostic[] {
  return validation.ok ? [] : validation.errors;
}

/** The cases with an expectation, and the expectation. */
function casesWith(key: "error" | "warning" | "resolveError" | "tier"): readonly LoadedCase[] {
  return cases.filter((entry) => entry[key] !== undefined);
}

describe("the reference, row by row", () => {
  it.each(cases)("$id: $why", (entry) => {
    const errors = errorsOf(validate(entry));
    expect(errors, JSON.stringify(errors)).toHaveLength(entry.valid ? 0 : (entry.count ?? 1));
  });

  it.each(casesWith("error"))("reports the mistake in $id, and its position", (entry) => {
    const { error, code, suggestion } = entry;
    const matching = errorsOf(validate(entry)).filter(
      (found) =>
        found.pointer === error?.pointer &&
        isAbout(`${found.code} ${found.message}`, error.about) &&
        found.code === (code ?? found.code) &&
        found.suggestion === (suggestion ?? found.suggestion),
    );
    expect(matching).toHaveLength(1);
  });

  it.each(casesWith("warning"))("warns about $id exactly if it should", (entry) => {
    const { warnings } = validate(entry);
    const { warning } = entry;
    if (warning === undefined || warning === null) expect(warnings).toEqual([]);
    else
      expect(warnings).toContainEqual(
        expect.objectContaining({ ...warning, code: warning.code ?? expect.any(String) }),
      );
  });

  it.each(casesWith("resolveError"))("resolves $id, or reports why not", (entry) => {
    const errors = errorsOf(resolve(entry));
    const { resolveError } = entry;
    const isExpected = ({ pointer, code, message }: Diagnostic): boolean =>
      pointer === resolveError?.pointer && isAbout(`${code} ${message}`, resolveError.about);
    if (resolveError === undefined || resolveError === null) expect(errors).toEqual([]);
    else expect(errors.filter(isExpected), JSON.stringify(errors)).toHaveLength(1);
  });

  it.each(casesWith("tier"))("gives the root of $id its tier", (entry) => {
    const resolved = resolve(entry);
    expect(resolved.ok && resolved.value.roots[0]?.tier).toBe(entry.tier);
    const expected = entry.resolveWarning === undefined ? [] : [expect.objectContaining(entry.resolveWarning)];
    expect(resolved.warnings).toEqual(expected);
  });
});
