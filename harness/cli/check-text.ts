import type { Diagnostic } from "../../src/formats/diagnostics.ts";
import type { ResolvedAdapter, ResolvedManifest } from "../../src/formats/manifest.ts";
import { type DiagnosticStyle, diagnosedFile, renderDiagnostic } from "../load/diagnostic-text.ts";
import type { CheckReportFile } from "../run-check.ts";

/** More than anyone reads: a file of 10 MB can have a million diagnostics. */
const shownOfOneFile = 50;

/** Output of `check` for people: each diagnostic with its code frame, and a line with the counts. */
export function renderCheckText(files: readonly CheckReportFile[], style: DiagnosticStyle): string {
  const blocks = files.flatMap((file) => renderFile(file, style));
  const resolved = files.flatMap(({ name, resolved: manifest }) => {
    return manifest === null ? [] : [renderResolved(name, manifest)];
  });
  return [...blocks, ...resolved, summarize(files, style)].join("\n\n").concat("\n");
}

/** A manifest as a run sees it. */
function renderResolved(name: string, manifest: ResolvedManifest): string {
  const { roots, server, authoring, learn } = manifest;
  const lines = roots.map(({ id, adapter, tier, entry, scene, zOrder, loop }) => {
    const from = [entry, scene, adapter.kind === "custom" ? adapter.module : null].filter((file) => file !== null);
    const parts = [nameAdapter(adapter), `tier ${tier}`, ...from, `zOrder ${String(zOrder)}`, loop];
    return `  root "${id}": ${parts.join(", ")}`;
  });
  const labels = Object.keys(authoring?.hierarchy?.rootLabels ?? {}).length;
  const groups = authoring?.hierarchy?.groups?.length ?? 0;
  return [
    `${name}, resolved:`,
    ...lines,
    ...(server === null ? [] : [`  server: room "${server.room}", ${server.module ?? "the scaffolded module"}`]),
    ...(authoring === null
      ? []
      : [`  authoring: ${countOf(labels, "root label")}, ${countOf(groups, "group")}; for editors only`]),
    ...(learn === null ? [] : [`  learn: ${learn.kind} "${learn.title}", ${learn.difficulty}`]),
  ].join("\n");
}

function nameAdapter(adapter: ResolvedAdapter): string {
  switch (adapter.kind) {
    case "default":
      return adapter.name;
    case "custom":
      return `custom adapter for ${adapter.surface}`;
    case "ingest":
      return `${adapter.ingest.strategy} ingest of ${adapter.surface}`;
  }
}

/** Output of `check --json`. All four lists have diagnostics of the same shape. */
export function toCheckJson(files: readonly CheckReportFile[]): object {
  return {
    files: files.map(({ name, kind, errors, warnings, resolve, project, resolved }) => ({
      file: name,
      kind,
      valid: errors.length === 0,
      errors: errors.map(toJsonDiagnostic),
      warnings: warnings.map(toJsonDiagnostic),
      resolve: resolve.map(toJsonDiagnostic),
      project: project.map(toJsonDiagnostic),
      resolved,
    })),
  };
}

/** Number of errors in all files. */
export function countErrors(files: readonly CheckReportFile[]): number {
  return files.reduce((sum, file) => sum + errorsOf(file).length, 0);
}

function toJsonDiagnostic({ code, pointer, line, column, message, suggestion }: Diagnostic): object {
  return { code, pointer, line: line ?? null, column: column ?? null, message, suggestion: suggestion ?? null };
}

function renderFile(file: CheckReportFile, style: DiagnosticStyle): readonly string[] {
  // By position, because people fix a file from top to bottom.
  const all = [...errorsOf(file), ...file.warnings].sort((left, right) => {
    return (left.line ?? 0) - (right.line ?? 0) || (left.column ?? 0) - (right.column ?? 0);
  });
  const source = diagnosedFile(file.name, file.text);
  const shown = all.slice(0, shownOfOneFile).map((diagnostic) => renderDiagnostic(source, diagnostic, style));
  const hidden = all.length - shown.length;
  return hidden === 0 ? shown : [...shown, `${file.name}: ${String(hidden)} more are not shown; --json has them all.`];
}

function errorsOf({ errors, resolve, project }: CheckReportFile): readonly Diagnostic[] {
  return [...errors, ...resolve, ...project];
}

function summarize(files: readonly CheckReportFile[], style: DiagnosticStyle): string {
  const errors = countErrors(files);
  const warnings = files.reduce((sum, file) => sum + file.warnings.length, 0);
  const counts = [
    errors === 0 ? "no errors" : style.error(countOf(errors, "error")),
    warnings === 0 ? "no warnings" : style.warning(countOf(warnings, "warning")),
  ];
  return `Checked ${countOf(files.length, "file")}: ${counts.join(", ")}.`;
}

function countOf(count: number, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? "" : "s"}`;
}
