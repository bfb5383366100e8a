import {
  beginningsOf,
  behindEscape,
  declares,
  doubtfulObjects,
  evaluators,
  type GlobalWord,
  globalObjects,
  harmfulMembersOf,
  isHandedOn,
  loadingMembers,
  longAddress,
  madeOf,
  membersOfMade,
  oddLetters,
  onwardFrom,
  packagePrefixes,
  runners,
  views,
  type Vocabulary,
} from "./filter-words.ts";
import { stripSource, type StrippedSource } from "./strip.ts";
import type { StripSource } from "./strip-once.ts";

/** What is known about a file without reading its grammar. */
export interface SourceTraits {
  /** JSX may occur in it. */
  readonly hasTags: boolean;
  /** It is a document that holds scripts among other things. */
  readonly isDocument: boolean;
}

/**
 * What a text says of a source. `clear`: no finding, no notice and no suppression can be in it. `closed`: they can, but all
 * that is banned is called on the spot, so that no other module gets hold of it. `open`: another module may.
 */
export type Suspicion = "clear" | "closed" | "open";

/** `source` is the file's bytes read as Latin-1. */
export type Filter = (source: string, traits: SourceTraits) => Suspicion;

/**
 * Makes the filter that spares most files a parser. It is sound: whatever it clears, the analysis has nothing to say about.
 * To reach a banned function, a module has to
 *
 * - name the global that it hangs on, other than in front of a harmless member (`Math.floor`), or write that name with
 *   escapes;
 * - or get hold of the global object (which is `this` in a script), and from there name that global as a member, as a
 *   string or in pieces;
 * - or run a text as code;
 * - or import a package, whose name is one string.
 *
 * All of these leave words in the text. The text as it is comes first, because that is one regular expression a file; only
 * what it hits is looked at without comments and strings. What modules hand each other is not seen here: the neighbours of a
 * suspect file have to be read too.
 */
export function createFilter(vocabulary: Vocabulary, strip: StripSource = stripSource): Filter {
  const words = compileWords(vocabulary);
  return (source, { hasTags, isDocument }) => {
    const here = wordsIn(source, words);
    // Text in UTF-16 has none of the words as they are.
    if (/^(?:\u00ff\u00fe|\u00fe\u00ff)/.test(source)) return "closed";
    // Between tags, quotes are no strings: there is no leaving them out.
    if (isDocument)
      return words.inDocument.test(source) || hasWords(source, here) ? suspicionOf(source, here, everything) : "clear";
    if (!hasWords(source, here)) return "clear";
    return suspicionOfScript(source, strip(source, hasTags), here);
  };
}

/** The words, and whether a text declares a name. */
interface WordsInText extends Words {
  readonly isDeclared: (name: string) => boolean;
}

function wordsIn(text: string, words: Words): WordsInText {
  const known = new Map<string, boolean>();
  const isDeclared = (name: string): boolean => {
    const answer = known.get(name) ?? declares(text, name);
    known.set(name, answer);
    return answer;
  };
  return { ...words, isDeclared };
}

function hasWords(source: string, words: WordsInText): boolean {
  const hit = findWord(source, words);
  if (hit === "suspect") return true;
  return (hit === "global-object" || words.handsThisOn(source)) && words.support.test(source);
}

function suspicionOfScript(source: string, stripped: StrippedSource | null, words: WordsInText): Suspicion {
  // Through `this` more may be reached than the words say.
  const isOfThis =
    words.handsThisOn(source) &&
    (stripped === null ? words.support.test(source) : namesGlobals(stripped, words, words.membersElsewhere));
  if (stripped === null) return isOfThis ? "open" : suspicionOf(source, words, everything);
  if (stripped.strings.some((text) => words.packages.test(text) || /^(?:node:)?module$/.test(text))) return "open";
  // Where a text is run is not where it stands.
  if (runsText(stripped, words)) return "open";
  if (isStrippedSuspect(stripped, isOfThis, words))
    return isOfThis ? "open" : suspicionOf(stripped.code, words, leadsOf(stripped, words));
  return stripped.comments.some(({ start, end: until }) => /\bframegate-ignore/.test(source.slice(start, until)))
    ? "closed"
    : "clear";
}

interface Words {
  readonly vocabulary: Vocabulary;
  /** Matches what is suspect; in its groups, what is so only together with `support`: a global object, and a constructor. */
  readonly trigger: RegExp;
  /** As `supportOf` makes it. */
  readonly support: RegExp;
  /** As `thisFinderOf` makes it. */
  readonly handsThisOn: (text: string) => boolean;
  /** Banned globals as members or keys, and as those of anything but a window. */
  readonly members: RegExp;
  readonly membersElsewhere: RegExp;
  readonly packages: RegExp;
  /** Constructors that are taken from objects. */
  readonly constructors: RegExp;
  /** What is made from arguments, which is harmless, and has a constructor, which is not. */
  readonly made: RegExp;
  /** Code in markup is not read, and whatever may be in it is said. */
  readonly inDocument: RegExp;
}

function compileWords(vocabulary: Vocabulary): Words {
  const globals = [...vocabulary.globals.keys()];
  const roots = anyOf(globals);
  const packages = packagesOf(vocabulary);
  return {
    vocabulary,
    trigger: triggerOf(vocabulary),
    support: supportOf(vocabulary),
    handsThisOn: thisFinderOf(vocabulary),
    members: new RegExp(memberOrKey(roots)),
    membersElsewhere: new RegExp(memberOrKey(roots, `(?<!(?<![\\w$.]|\\.\\s+)${anyOf(globalObjects)}\\s*\\??\\.)`)),
    packages: new RegExp(`^${packagePrefixes}${packages}(?:[/@?#]|$)`),
    constructors: new RegExp(takenConstructor),
    made: new RegExp(madeFromArguments(vocabulary)),
    inDocument: new RegExp(
      [...evaluators, "constructor", ...views, "framegate-ignore", roots, packages, ...vocabulary.members].join("|"),
    ),
  };
}

/** Matches every word that makes a text suspect, and in its groups what does so only together with others. */
export function triggerOf(vocabulary: Vocabulary): RegExp {
  const globals = [...vocabulary.globals.keys()];
  const packages = packagesOf(vocabulary);
  const alternatives = [
    doubtful(globals),
    ...Array.from(vocabulary.globals, ([name, word]) => banned(name, word)),
    `${anyOf(evaluators)}${alone(anyOf(evaluators))}${notKey(anyOf(evaluators))}`,
    // A letter of a name, written as an escape. In a string it is of no use without a global object.
    String.raw`u(?<=\\u)(?:00[4-7][\dA-Fa-f]|\{0*[4-7][\dA-Fa-f]\})(?:(?<=[\w$]\\u[^\\]*)|(?=[\w$\\]))`,
    // What is made from arguments leads to its class, and that to what is banned, in whatever module it was made.
    String.raw`constructor(?<=\.\s*constructor)\s*(?:\?\.|\.)\s*${anyOf(membersOfMade(vocabulary))}${end}`,
    String.raw`import\s*\(\s*(?!["'][^"'\\]*["']\s*[,)])`,
    // An escape may be a letter of a package's name.
    String.raw`(?:from|import)\s*(?:\/|["'][^"'\\\n\r]*\\)`,
    String.raw`require(?!\s*[.(]|\w)|require\s*\.\s*${anyOf(loadingMembers)}${end}|require\s*\(\s*(?!["'][^"'\\]*["']\s*\))`,
    `${packages}(?=["'\`/@?#])(?<=["'\`]${nearPrefixes}${packages}|[^"'\`\\s]{${String(longAddress)}}${packages})`,
    String.raw`module(?<=\b(?:from|import|require)\b\s*(?:\(\s*)?["'](?:node:)?module)(?=["'])`,
    ...vocabulary.members.map((name) => escapeExpression(name) + end),
    "framegate-ignore",
  ];
  // The boundary in front is what makes it fast: most positions end there.
  return new RegExp(
    [
      `\\b(?:${alternatives.join("|")})`,
      behindEscape(globals) + end,
      ...vocabulary.operators.map(escapeExpression),
    ].join("|"),
    "gm",
  );
}

/** A scope begins with no letter, and is looked for in front of the name. `module` is a word of much else. */
function packagesOf({ packages }: Vocabulary): string {
  return packages.length === 0
    ? "(?!)"
    : anyOf(packages.filter((name) => name !== "module").map((name) => name.replace(/^@/, "")));
}

/**
 * What has to come with a mere use of a global object for anything to come of it: a banned global as a member or a key,
 * whole or in pieces.
 */
export function supportOf(vocabulary: Vocabulary): RegExp {
  const globals = [...vocabulary.globals.keys()];
  const roots = anyOf(globals);
  return new RegExp(
    `${memberOrKey(roots)}|["'\`]${roots}|["'\`}]${anyOf(globals.flatMap(beginningsOf))}["'\`$]|${oddEscapes}|${madeFromArguments(vocabulary)}`,
  );
}

/**
 * Whether a text is a script that hands its `this` on, or reads from it what leads on: at its top and in its functions that
 * is the global object. `this.name` is everywhere, and harmless.
 */
export function thisFinderOf(vocabulary: Vocabulary): (text: string) => boolean {
  const handed = new RegExp(`\\bthis${end}${followedByOther(onwardFrom([...vocabulary.globals.keys()]))}`);
  return (text) => !modulePattern.test(text) && handed.test(text);
}

/** Those that are looked for in front of each name of a package, again and again where names follow each other. */
const nearPrefixes = packagePrefixes.replaceAll(/(?<=\])\*/g, `{0,${String(longAddress)}}`);

/** No more than the analysis takes for a module. With the words in front it takes a quarter of the time. */
const modulePattern = /(?:import|export)\b(?<=^[ \t]*(?:import|export))/m;

/** Behind a name that ends here, that nothing precedes, and that is no member. */
function alone(names: string): string {
  return `${end}(?<![$.](?:${names}))`;
}

const end = String.raw`(?![\w$])`;
/** A string may hide letters behind these; the others are everyday escapes of strings and regular expressions. */
const oddEscapes = String.raw`\\(?:x[4-7]|u00[4-7]|u\{|1[0-7][0-7]|\r?\n|[${oddLetters}])`;

/** A global, unless a harmless member of it follows, or it is a key, or only its type is asked for. */
function banned(name: string, word: GlobalWord): string {
  const harmful = harmfulMembersOf(word);
  const harmless = harmful === null ? "" : followedByOther(harmful);
  const ofArguments = word.isHarmlessOfArguments
    ? `(?!(?<=\\bnew\\s+${escapeExpression(name)})\\s*\\(\\s*[^\\s).\\/])`
    : "";
  const asked = `(?<!\\b(?:typeof|instanceof)\\s+${escapeExpression(name)})`;
  return `${escapeExpression(name)}${alone(escapeExpression(name))}${asked}${harmless}${notKey(escapeExpression(name))}${ofArguments}`;
}

function doubtful(globals: readonly string[]): string {
  const onward = onwardFrom(globals);
  const names = anyOf([...globalObjects, ...doubtfulObjects]);
  const handled = `(${names})${alone(names)}(?<!\\btypeof\\s+${names})${followedByOther(onward)}${notKey(names)}`;
  // Everything has a constructor; with a text, the constructor of functions is an eval.
  const viewed = String.raw`(${views.join("|")})${end}${followedByOther(onward)}`;
  return `${handled}|${viewed}|(constructor)(?:(?<=\\.\\s*constructor)${taken}|${patternKey})`;
}

/** `{ constructor: F } = f`, which may also be a key of an object. */
const patternKey = String.raw`(?<=[{,]\s*constructor)\s*[:,=}]`;

/** What stands behind a member that is called, indexed, asked for, or handed on; its statement may end with its line. */
const taken = String.raw`(?:\s*(?:[([?,;)\]}]|$)|[ \t]*[\r\n])`;

const takenConstructor = String.raw`\.\s*constructor${taken}|constructor${patternKey}`;

/** Matches where something is made of which one may get to a banned class. */
export function madeFromArguments(vocabulary: Vocabulary): string {
  return String.raw`\bnew\s+${anyOf(madeOf(vocabulary))}${end}`;
}

function followedByOther(names: readonly string[]): string {
  return `(?!\\s*(?:\\?\\.|\\.)\\s*(?!${anyOf(names)}${end})[A-Za-z_$])`;
}

/**
 * Not `{ name: ...` and not `, name: ...`: a key, or a field of a type. `case name:` and `? name :` are none, nor is what
 * a comment in front of the line may end so. `^` is the beginning of a line: a line is looked at as a whole only for what
 * begins the next one, because a name may be the thousandth of its line.
 */
function notKey(names: string): string {
  return `(?!(?<=[{,][^\\S\\n\\r\\u2028\\u2029]*(?:${names})|^(?:(?!\\/\\/).)*[{,]\\s*(?:${names}))\\s*:)`;
}

/** `ofWhat` may look back from behind the dot at what the member is one of. */
function memberOrKey(roots: string, ofWhat = ""): string {
  return `\\.${ofWhat}\\s*${roots}${end}|[{,]\\s*${roots}\\s*:`;
}

function anyOf(names: readonly string[]): string {
  return `(?:${names.map(escapeExpression).join("|")})`;
}

/** A regular expression that matches a text and nothing else. */
export function escapeExpression(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

type Hit = "none" | "global-object" | "suspect";

function findWord(text: string, { trigger, isDeclared }: WordsInText): Hit {
  trigger.lastIndex = 0;
  let hit: Hit = "none";
  for (let match = trigger.exec(text); match !== null; match = trigger.exec(text)) {
    if (doubtOf(text, match, isDeclared) === null) return "suspect";
    hit = "global-object";
  }
  return hit;
}

/** What leads to something banned only together with other words: a global object, or the class of something. */
type Doubt = "object" | "class";

function doubtOf(
  text: string,
  { 1: globalObject, 2: view, 3: constructor, index }: RegExpExecArray,
  isDeclared: WordsInText["isDeclared"],
): Doubt | null {
  if (constructor !== undefined) return "class";
  return view !== undefined || (globalObject !== undefined && !isHandedOn(text, globalObject, index, isDeclared))
    ? "object"
    : null;
}

/** `./MathUtils.js` is a module, and no key of anything. */
const isPath = /^[.@]|\//;

function isStrippedSuspect({ code, strings }: StrippedSource, isOfThis: boolean, words: WordsInText): boolean {
  const hit = findWord(code, words);
  if (hit === "suspect") return true;
  const mayHoldGlobals = hit === "global-object" || isOfThis || strings.some((text) => views.includes(text));
  if (mayHoldGlobals && namesGlobals({ code, strings }, words, words.members)) return true;
  return words.made.test(code) && words.constructors.test(code);
}

/** Whether a banned global is named as a member, or in strings, whole or in pieces: otherwise nothing comes of a global object. */
function namesGlobals(
  { code, strings }: Pick<StrippedSource, "code" | "strings">,
  words: Words,
  members: RegExp,
): boolean {
  const globals = [...words.vocabulary.globals.keys()];
  if (members.test(code) || strings.some((text) => !isPath.test(text) && globals.some((name) => text.includes(name))))
    return true;
  return globals.some((name) => isComposable(name, strings));
}

/** Whether a text that could reach what is banned may be run as code. */
function runsText({ code, strings }: StrippedSource, words: Words): boolean {
  const mayRun = runsTexts.test(code) || words.constructors.test(code) || isComposable("constructor", strings);
  return mayRun && strings.some((text) => isSuspectText(text, words));
}

/** Whether something banned may be reached from a global object, and from the class of something. */
type Leads = Readonly<Record<Doubt, boolean>>;

const everything: Leads = { object: true, class: true };

/**
 * What is not made has no class that matters. Code that a constructor could run would be among the strings. A member of a
 * window leads on for that window alone, and is looked at where it stands.
 */
function leadsOf(stripped: StrippedSource, words: Words): Leads {
  return { object: namesGlobals(stripped, words, words.membersElsewhere), class: words.made.test(stripped.code) };
}

function suspicionOf(code: string, words: WordsInText, leads: Leads): Suspicion {
  const { trigger } = words;
  trigger.lastIndex = 0;
  for (let match = trigger.exec(code); match !== null; match = trigger.exec(code))
    if (mayLeave(code, match, words, leads)) return "open";
  return "closed";
}

/** Whether what a word means may get into a variable, and from there into another module. */
function mayLeave(
  code: string,
  match: RegExpExecArray,
  { vocabulary, isDeclared }: WordsInText,
  leads: Leads,
): boolean {
  const [name] = match;
  if (name === "framegate-ignore") return false;
  const after = code.slice(match.index + name.length, match.index + name.length + 80);
  // `window.performance.now()` is called as much on the spot as without the window.
  const member = globalObjects.includes(name) ? vocabulary.globals.get(firstMember.exec(after)?.[1] ?? "") : undefined;
  const doubt = member === undefined ? doubtOf(code, match, isDeclared) : null;
  if (doubt !== null && !leads[doubt]) return false;
  const word = member ?? vocabulary.globals.get(name);
  return word?.isHarmlessOfArguments !== true || !calledOnTheSpot.test(after);
}

const firstMember = /^\s*(?:\?\.|\.)\s*([\w$]+)/;

/** `.random()`, but not `.random.bind()`. What comes of the call is a number, a text or a date. */
const calledOnTheSpot =
  /^(?:\s*\.\s*(?!(?:bind|call|apply|constructor|DateTimeFormat|getBuiltinModule|mainModule)\b)[A-Za-z_$][\w$]*)*\s*\(/;

const runsTexts = new RegExp(String.raw`\b(?:${runners.join("|")})\b`);

/** Whether a text that may be run as code could reach what is banned. */
function isSuspectText(text: string, words: Words): boolean {
  const hit = findWord(text, wordsIn(text, words));
  return hit === "suspect" || (hit === "global-object" && words.members.test(text));
}

/** Whether a name could be put together from the texts. */
export function isComposable(name: string, texts: readonly string[]): boolean {
  const pieces = new Set(texts.filter((text) => text !== "" && name.includes(text)));
  const reached = new Set([0]);
  // A set takes what is added to it while it is gone through.
  for (const start of reached) {
    for (const piece of pieces) if (name.startsWith(piece, start)) reached.add(start + piece.length);
  }
  return reached.has(name.length);
}
