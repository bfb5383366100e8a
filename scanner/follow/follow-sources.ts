import { resolve } from "node:path";
import type { FileAnalysis } from "../facts/analyse.ts";
import { type Breathe, createBreather } from "../find/breather.ts";
import { readSource } from "../find/files.ts";
import { isDocument, type Language, languageOf, traitsOf } from "../find/language.ts";
import { shownPath } from "../find/walk.ts";
import type { Group, Scan } from "../findings/finding.ts";
import { byPlace } from "../findings/place-order.ts";
import { findSuppressions, type ScannedSources } from "../findings/suppressions.ts";
import type { EntryPaths } from "../modules/entry-paths.ts";
import { ImportGraph } from "../modules/import-graph.ts";
import type { ResolveModule } from "../modules/resolve-module.ts";
import { groupBy } from "../findings/group-by.ts";
import { remember } from "../findings/remember.ts";
import type { Page } from "../parse/page-scripts.ts";
import { mostReadWhole } from "../parse/script-block.ts";
import { lookAt, type Look, placesIn } from "../text/filter.ts";
import { takeApart } from "../text/component-parts.ts";
import { compilePatterns, escapeExpression, type Patterns } from "../text/patterns.ts";
import { stripSource } from "../text/strip.ts";
import { vocabularyOf } from "../text/vocabulary.ts";
import { componentsOf } from "./components.ts";
import { type Budget, placesOf, Suspect } from "./suspects.ts";
import type { Role, Wants } from "./wants.ts";

export interface FollowOptions {
  readonly cwd: string;
  readonly groups: readonly Group[];
  /** Analyses every whole file, without the filter. The result is the same, which is how the filter is proven. */
  readonly isUnfiltered: boolean;
  readonly signal: AbortSignal;
  /** Called only if something is suspect. Returns the same object each time. */
  readonly openImports: () => Promise<Imports>;
}

/** Resolves imports between files. */
export interface Imports {
  /** The import path from a game's entries to a file, where chains start. */
  readonly pathFromEntry: EntryPaths;
  readonly resolve: ResolveModule;
}

/**
 * Scans files, given by absolute paths. It starts at the names of banned functions, and reads more code only as far as
 * values lead there: by name, by key, by export and import, by global variable.
 */
export async function followSources(files: readonly string[], options: FollowOptions): Promise<ScannedSources> {
  const follower = new Follower(files, options);
  await follower.lookAtAll();
  return await follower.follow();
}

/** The most rounds in which values lead from file to file. */
const mostRounds = 12;
/** The budget of characters that may be read again because values lead there: for the scan, and more per file. */
const mostReadAgain = 60_000;
const mostReadAgainPerFile = 400;
/** The most files searched for a key: an object that reaches more of them is everywhere. */
const mostFilesOfKey = 30;

interface Solved {
  readonly analyses: readonly FileAnalysis[];
  readonly liveKeys: ReadonlySet<string>;
  readonly scan: SolvedComponent;
}

/** `wants` is null for a component solved in an earlier round, whose wants are fulfilled. */
type SolvedComponent = Scan & { readonly wants: Wants | null };

class Follower {
  readonly #files: readonly string[];
  readonly #known: ReadonlySet<string>;
  readonly #options: FollowOptions;
  readonly #patterns: Patterns;
  readonly #suspects = new Map<string, Suspect>();
  readonly #solved = new Map<string, Solved>();
  readonly #soughtKeys = new Set<string>();
  readonly #texts = new Map<string, string>();
  #remembered = 0;
  #graph: ImportGraph | null = null;
  readonly #budget: Budget;
  readonly #breathe: Breathe;

  constructor(files: readonly string[], options: FollowOptions) {
    this.#files = files;
    this.#known = new Set(files);
    this.#options = options;
    this.#patterns = remember(compiled, options.groups.join(), () => compilePatterns(vocabularyOf(options.groups)));
    this.#breathe = createBreather(options.signal);
    this.#budget = { left: mostReadAgain + files.length * mostReadAgainPerFile, hasNews: false };
  }

  /** Decides which files must be parsed. */
  async lookAtAll(): Promise<void> {
    const { isUnfiltered } = this.#options;
    for (const [index, path] of this.#files.entries()) {
      // Ten thousand waits take as long as reading a thousand files.
      if (index % filesPerBreath === 0) await this.#breathe();
      const text = this.#textOf(path);
      const look = lookAt(text, traitsOf(path), this.#patterns);
      if (!look.isSuspect && !isUnfiltered) continue;
      const suspect = await this.#suspect(path, text, look);
      await this.#breathe();
      // Immediately, because stripped text takes more memory than the facts.
      suspect.analysis();
      await this.#breathe();
    }
  }

  async follow(): Promise<ScannedSources> {
    let solved = await this.#solve();
    for (let round = 1; round < mostRounds; round++) {
      await this.#fulfil(solved.flatMap(({ wants }) => wants ?? []));
      if (!this.#budget.hasNews) break;
      this.#budget.hasNews = false;
      solved = await this.#solve();
    }
    const unfollowed = this.#inOrder().flatMap((suspect) => suspect.unfollowed ?? []);
    return {
      findings: solved.flatMap(({ findings }) => findings).sort(byPlace),
      notices: [...solved.flatMap(({ notices }) => notices), ...unfollowed].sort(byPlace),
      suppressions: [...this.#suspects.values()].flatMap(({ path, file, text }) =>
        findSuppressions(file, text, traitsOf(path)),
      ),
    };
  }

  async #solve(): Promise<readonly SolvedComponent[]> {
    const { groups, cwd, openImports } = this.#options;
    const analyses: FileAnalysis[] = [];
    for (const suspect of this.#inOrder()) {
      await this.#breathe();
      analyses.push(suspect.analysis());
    }
    if (analyses.length === 0) return [];
    const { pathFromEntry, resolve: resolveImport } = await openImports();
    const resolveShown = (from: string, specifier: string): string | null => {
      const to = resolveImport(this.#pathOf(from), specifier);
      return to === null ? null : shownPath(to, cwd);
    };
    const options = { groups, pathFromEntry, resolve: resolveShown };
    const scans: SolvedComponent[] = [];
    const { linkModules } = await import("./link-modules.ts");
    for (const component of componentsOf(analyses, resolveShown)) {
      await this.#breathe();
      const key = component[0]?.file ?? "";
      const known = this.#solved.get(key);
      const liveKeys = new Set(
        component.flatMap(({ file }) => [...(this.#suspects.get(this.#pathOf(file))?.liveKeys ?? [])]),
      );
      const isKnown =
        known?.analyses.length === component.length &&
        component.every((one, index) => known.analyses[index] === one) &&
        known.liveKeys.size === liveKeys.size;
      const scan = isKnown ? { ...known.scan, wants: null } : linkModules(component, { ...options, liveKeys });
      this.#solved.set(key, { analyses: component, liveKeys, scan });
      scans.push(scan);
    }
    return scans;
  }

  /** Reads more of the text, as far as values lead. */
  async #fulfil(wants: readonly Wants[]): Promise<void> {
    const globals = wants.flatMap((one) => (this.#keepNames(one) ? [] : [...one.globals]));
    for (const { exporters, exports } of wants) {
      for (const file of exporters)
        for (const { from, offset } of (await this.#importGraph()).importersOf(this.#pathOf(file)))
          await this.#keepOffset(from, offset);
      for (const { file, key } of exports) await this.#seekExport(this.#pathOf(file), key);
    }
    await this.#seekKeys(wants, globals);
  }

  /**
   * Keeps the code around some names. Returns whether any is new: then a name that looks like a global variable may be
   * declared there, and is wanted again if it is not.
   */
  #keepNames({ names }: Wants): boolean {
    for (const [file, ofFile] of groupBy(names, (one) => one.file))
      this.#suspects.get(this.#pathOf(file))?.searchFor(ofFile);
    let hasNew = false;
    for (const one of names) if (this.#suspects.get(this.#pathOf(one.file))?.keepName(one) === true) hasNew = true;
    return hasNew;
  }

  /** Keeps the code around a file's export, there or in a file whose exports it re-exports with `*`. */
  async #seekExport(path: string, key: string): Promise<void> {
    if (!this.#known.has(path) || !this.#isFresh(`${path} exports ${key}`)) return;
    for (const name of [key, "default", "exports"]) await this.#seek([path], name);
    const { resolve: resolveImport } = await this.#options.openImports();
    for (const { index, 1: specifier = "" } of this.#textOf(path).matchAll(/\bexport\s*\*[^"']*["']([^"'\n]+)/g)) {
      await this.#keepOffset(path, index);
      await this.#seekExport(resolveImport(path, specifier) ?? "", key);
    }
  }

  async #keepOffset(path: string, offset: number): Promise<void> {
    (await this.#suspectAt(path)).keepOffset(offset);
  }

  /** Searches for keys in the files that the object may reach, and for global variables in all files. */
  async #seekKeys(wants: readonly Wants[], globals: readonly string[]): Promise<void> {
    const sought = new Map<ReadonlySet<string>, Map<string, Role>>();
    const seekIn = (files: ReadonlySet<string>, word: string, as: Role): void => {
      const words = remember(sought, files, () => new Map());
      words.set(word, (words.get(word) ?? as) === as ? as : "key");
    };
    for (const word of globals) if (this.#isFresh(word)) seekIn(this.#known, word, "key");
    for (const { file, key, as } of wants.flatMap(({ keys }) => keys)) {
      const path = this.#pathOf(file);
      if (!this.#isFresh(`${path} ${as} ${key}`)) continue;
      await this.#seek([path], key, as);
      seekIn((await this.#importGraph()).connectedTo(path), key, as);
    }
    for (const [files, words] of sought) await this.#seekAmong(files, words);
  }

  async #seekAmong(files: ReadonlySet<string>, words: ReadonlyMap<string, Role>): Promise<void> {
    const holders = await this.#findHolders(files, words);
    for (const [word, as] of words) {
      const paths = holders.get(word) ?? [];
      if (paths.length > mostFilesOfKey) continue;
      await this.#seek(paths, word, as);
      if (as === "stored") continue;
      for (const path of paths) this.#suspects.get(path)?.liveKeys.add(word);
      this.#budget.hasNews ||= paths.length > 0;
    }
  }

  /** The files that contain each word, from a single search. */
  async #findHolders(
    files: ReadonlySet<string>,
    words: ReadonlyMap<string, Role>,
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const holders = new Map<string, string[]>(Array.from(words.keys(), (word) => [word, []]));
    const pattern = new RegExp(`(?<![\\w$])(?:${Array.from(words.keys(), escapeExpression).join("|")})(?![\\w$])`, "g");
    for (const path of files) {
      if (this.#budget.left <= 0) break;
      await this.#breathe();
      const text = this.#textOf(path);
      this.#budget.left -= text.length / searchedForOneRead;
      for (const word of new Set(text.match(pattern))) holders.get(word)?.push(path);
    }
    return holders;
  }

  #isFresh(key: string): boolean {
    const { size } = this.#soughtKeys;
    return this.#soughtKeys.add(key).size > size;
  }

  /** Keeps the code around every occurrence of a word in some files. */
  async #seek(paths: readonly string[], name: string, as: Role = "key"): Promise<void> {
    for (const path of paths) {
      if (this.#budget.left <= 0) return;
      if (!this.#known.has(path) || placesOf(name, this.#textOf(path), { as, ...everywhere, most: 1 }).length === 0)
        continue;
      (await this.#suspectAt(path)).keepName({ name, ...everywhere, value: null, as });
    }
  }

  async #suspectAt(path: string): Promise<Suspect> {
    const known = this.#suspects.get(path);
    if (known !== undefined) return known;
    const text = this.#textOf(path);
    const { hasTags, document } = traitsOf(path);
    const { scripts, markup, dialect } =
      document === "component" ? takeApart(text) : { scripts: text, markup: "", dialect: null };
    const stripped = document === "page" ? null : stripSource(scripts, dialect === null ? hasTags : dialect !== "ts");
    const suspect = await this.#suspect(path, text, { isSuspect: false, scripts, stripped, innocentMarkup: markup });
    if (suspect.isWhole) {
      this.#budget.left -= text.length;
      this.#budget.hasNews = true;
    }
    return suspect;
  }

  /** Starts the analysis of a file. Without suspect words, it begins at the names that are sought in it. */
  async #suspect(path: string, text: string, look: Look): Promise<Suspect> {
    const language = languageOf(path) ?? "js";
    const {
      readDocument = null,
      scripts = look.scripts,
      stripped = look.stripped,
    } = await openDocument(text, language);
    // Loading the parser and the solver takes longer than scanning a game without suspects.
    const { createAnalysis } = await import("../facts/analyse.ts");
    const file = shownPath(path, this.#options.cwd);
    const analyse = createAnalysis({ file, text, language }, { readDocument, stripped: look.stripped });
    const isWhole = stripped === null || this.#options.isUnfiltered || (look.isSuspect && text.length <= mostReadWhole);
    let kept: readonly number[] | null = isWhole ? null : [];
    if (look.isSuspect && !isWhole) kept = placesIn(scripts, stripped, this.#patterns);
    const innocentMarkup = this.#options.isUnfiltered ? "" : look.innocentMarkup;
    const suspect = new Suspect({ path, file, text, scripts, innocentMarkup }, this.#budget, analyse, kept);
    this.#suspects.set(path, suspect);
    return suspect;
  }

  #inOrder(): readonly Suspect[] {
    return this.#files.flatMap((path) => this.#suspects.get(path) ?? []);
  }

  async #importGraph(): Promise<ImportGraph> {
    const { resolve: resolveImport } = await this.#options.openImports();
    return (this.#graph ??= new ImportGraph(this.#files, (path) => this.#textOf(path), resolveImport));
  }

  /**
   * Keeps texts once anything is suspect, because reading a file takes as long as searching it, and most are searched
   * several times.
   */
  #textOf(path: string): string {
    const known = this.#suspects.get(path)?.text ?? this.#texts.get(path);
    if (known !== undefined) return known;
    const text = readSource(path);
    if (this.#suspects.size > 0) this.#remembered += text.length;
    if (this.#remembered > 0 && this.#remembered <= mostRemembered) this.#texts.set(path, text);
    return text;
  }

  #pathOf(shown: string): string {
    return resolve(this.#options.cwd, shown);
  }
}

/** Opens a document. Its reader is loaded here, because it is large and seldom needed. */
async function openDocument(text: string, language: Language): Promise<Partial<Page>> {
  if (!isDocument(language)) return {};
  if (language === "html") return (await import("../parse/page-scripts.ts")).openPage(text);
  const { readComponent } = await import("../parse/component-code.ts");
  return { readDocument: (_, __, isWhole) => readComponent(text, language, isWhole) };
}

/** By groups, because compiling them takes as long as scanning a file, and --watch scans again and again. */
const compiled = new Map<string, Patterns>();

const filesPerBreath = 50;
const everywhere = { start: 0, end: Number.MAX_SAFE_INTEGER, onward: null };

/** The most characters of texts kept in memory. */
const mostRemembered = 16_000_000;

/** Searching this many characters takes as long as parsing one. */
const searchedForOneRead = 50;
