import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DeliveryContext } from "../../src/formats/capability-tiers.ts";
import type { Diagnostic, Validation } from "../../src/formats/diagnostics.ts";
import { type Finding, toDiagnostics } from "../../src/formats/findings.ts";
import { validateInputMap } from "../../src/formats/input-map.ts";
import { memberOf, textOf } from "../../src/formats/json-document.ts";
import { type JsonNode, readJson } from "../../src/formats/json-text.ts";
import { type ResolvedManifest, validateManifest } from "../../src/formats/manifest.ts";
import type { ArtefactIdentity } from "../../src/formats/orphan.ts";
import { resolveManifest } from "../../src/formats/resolve-manifest.ts";
import { validateScene2d } from "../../src/formats/scene2d.ts";
import { validateTape } from "../../src/formats/tape.ts";
import { checkManifestReferences, checkSceneReferences } from "./check-references.ts";
import { checkTapeFit, type TapeSurroundings } from "./check-tape-fit.ts";
import { type FileKind, kindOfName } from "./file-kind.ts";
import { isResolvableFrom } from "./installed-packages.ts";
import { locateDiagnostics } from "./locate-diagnostics.ts";
import { type TextReading, tryReadText } from "./read-text.ts";

/** Content of a file to check. */
export interface FileToCheck {
  readonly kind: FileKind;
  readonly reading: TextReading;
  /** The folder that the file's paths are relative to, and where its game is searched. */
  readonly folder: string;
}

export interface CheckFileOptions {
  /** The delivery context for resolving manifests; null if they are not resolved. */
  readonly context: DeliveryContext | null;
  /** Whether every action of an input map must have a `valueType`. */
  readonly strict: boolean;
}

/** Problems of a file, by the check that found them. */
export interface CheckedFile {
  /** Null if it could not be read. */
  readonly text: string | null;
  /** Errors within the file. */
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  /** Errors of a valid manifest that cannot be resolved. */
  readonly resolve: readonly Diagnostic[];
  /** Errors about files and names outside the file. */
  readonly project: readonly Diagnostic[];
  /** A manifest with all its defaults, if it was resolved; otherwise null. */
  readonly resolved: ResolvedManifest | null;
}

/** Checks one file, alone and within its project. Never throws, whatever is in the file or on disk. */
export async function checkFile(file: FileToCheck, options: CheckFileOptions): Promise<CheckedFile> {
  const { reading, kind, folder } = file;
  if (!reading.ok) return describeUnreadable(reading);
  const { text } = reading;
  const { validation, resolve } = validate(file, text, options);
  const document = readJson(text);
  const found = document.ok ? await checkInProject(document.root, kind, folder) : [];
  const inProject = document.ok ? toDiagnostics(document.text, document.root, found) : [];
  return {
    text,
    errors: validation.ok ? [] : validation.errors,
    warnings: [
      ...validation.warnings,
      ...resolve.warnings,
      ...inProject.filter(({ severity }) => severity === "warning"),
    ],
    resolve: resolve.errors,
    project: inProject.filter(({ severity }) => severity === "error"),
    resolved: resolve.value,
  };
}

function describeUnreadable({ reason, place }: Extract<TextReading, { readonly ok: false }>): CheckedFile {
  const message = `This file cannot be read: ${reason}.`;
  const error: Diagnostic = { code: "file-unreadable", severity: "error", pointer: "", message, ...place };
  return { text: null, errors: [error], warnings: [], resolve: [], project: [], resolved: null };
}

interface Validated {
  readonly validation: Validation<unknown>;
  readonly resolve: {
    readonly errors: readonly Diagnostic[];
    readonly warnings: readonly Diagnostic[];
    readonly value: ResolvedManifest | null;
  };
}

const notResolved = { errors: [], warnings: [], value: null } as const;

function validate({ kind, folder }: FileToCheck, text: string, { context, strict }: CheckFileOptions): Validated {
  switch (kind) {
    case "input-map":
      return { validation: validateInputMap(text, { strict }), resolve: notResolved };
    case "tape":
      return { validation: validateTape(text), resolve: notResolved };
    case "scene":
      return { validation: validateScene2d(text), resolve: notResolved };
    case "manifest": {
      const validation = validateManifest(text);
      if (!validation.ok || context === null) return { validation, resolve: notResolved };
      const isResolvable = (specifier: string): boolean => isResolvableFrom(folder, specifier);
      const resolution = resolveManifest(validation.value, context, { isResolvable });
      const errors = resolution.ok ? [] : locateDiagnostics(text, resolution.errors);
      const value = resolution.ok ? resolution.value : null;
      return { validation, resolve: { errors, warnings: locateDiagnostics(text, resolution.warnings), value } };
    }
  }
}

async function checkInProject(root: JsonNode, kind: FileKind, folder: string): Promise<readonly Finding[]> {
  switch (kind) {
    case "manifest":
      return await checkManifestReferences(root, folder);
    case "scene":
      return await checkSceneReferences(root, folder);
    case "tape":
      return checkTapeFit(root, await findSurroundings(folder));
    case "input-map":
      return [];
  }
}

const inputMapName = "framegate.input.json";

/** The nearest game at or above a folder, as far as it is readable. */
async function findSurroundings(folder: string): Promise<TapeSurroundings> {
  const names: readonly string[] = await readdir(folder).catch(() => []);
  const manifests = names.filter((name) => kindOfName(name) === "manifest");
  const parent = dirname(folder);
  if (manifests.length === 0 && !names.includes(inputMapName)) {
    return parent === folder ? { identity: null, inputMap: null } : await findSurroundings(parent);
  }
  // If a folder has several manifests, the tape's is unknown.
  const name =
    manifests.find((one) => one === "framegate.game.json") ?? (manifests.length === 1 ? manifests[0] : undefined);
  const manifest = name === undefined ? null : readDocument(join(folder, name));
  const inputMap = names.includes(inputMapName) ? readDocument(join(folder, inputMapName)) : "none";
  return { identity: manifest === null ? null : identityOf(manifest), inputMap };
}

function readDocument(path: string): JsonNode | null {
  const reading = tryReadText(path);
  const document = reading.ok ? readJson(reading.text) : null;
  return document?.ok === true ? document.root : null;
}

function identityOf(manifest: JsonNode): ArtefactIdentity | null {
  const name = textOf(memberOf(manifest, "name"));
  const version = textOf(memberOf(manifest, "version"));
  if (name === undefined || version === undefined) return null;
  return { name, version, appId: textOf(memberOf(manifest, "appId")) ?? null };
}
