import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BuildInputs } from "./build-inputs.ts";

/** The record beside a build. */
export interface BuildRecord {
  readonly inputs: BuildInputs;
  readonly publicDir: string | null;
  readonly loadedFiles: readonly string[];
  /** The part of the page's head before its scripts, such as an import map. */
  readonly head: string;
  /** Folders of packages that are served unchanged, by URL prefix. */
  readonly packages: Readonly<Record<string, string>>;
}

/** A build that may be recorded. */
export interface FinishedBuild {
  readonly record: BuildRecord;
  /** Whether the record covers all inputs that the build has read. */
  readonly isRepeatable: boolean;
}

const recordName = "framegate-build.json";

/** Writes the record into the folder of its build. */
export async function writeRecord(folder: string, record: BuildRecord): Promise<void> {
  await writeFile(join(folder, recordName), JSON.stringify(record));
}

/** Record of the build in `folder`; null if there is none, or if it is invalid. */
export async function readRecord(folder: string): Promise<BuildRecord | null> {
  try {
    return parseRecord(JSON.parse(await readFile(join(folder, recordName), "utf8")));
  } catch {
    return null;
  }
}

function parseRecord(value: unknown): BuildRecord | null {
  const inputs = parseInputs(property(value, "inputs"));
  const publicDir = property(value, "publicDir");
  const loadedFiles = property(value, "loadedFiles");
  const head = property(value, "head");
  const packages = property(value, "packages");
  if (inputs === null || !isTextList(loadedFiles) || typeof head !== "string" || !isTextByName(packages)) return null;
  if (publicDir !== null && typeof publicDir !== "string") return null;
  return { inputs, publicDir, loadedFiles, head, packages };
}

function parseInputs(value: unknown): BuildInputs | null {
  const files = property(value, "files");
  const folders = property(value, "folders");
  const listings = property(value, "listings");
  if (!isTextByName(files) || !isTextByName(folders) || !isTextByName(listings)) return null;
  const environment = property(value, "environment");
  const names = property(environment, "names");
  const prefixes = property(environment, "prefixes");
  const hash = property(environment, "hash");
  if (!isTextList(names) || !isTextList(prefixes) || typeof hash !== "string") return null;
  return { files, folders, listings, environment: { names, prefixes, hash } };
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isTextByName(value: unknown): value is Readonly<Record<string, string>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && isTextList(Object.values(value));
}
