import {
  doubtfulObjects,
  evaluators,
  globalObjects,
  loadingMembers,
  reflective,
  runners,
  views,
} from "./filter-words.ts";
import type { GlobalWord, Vocabulary } from "./vocabulary.ts";

/** The regular expressions of a vocabulary. */
export interface Patterns {
  readonly vocabulary: Vocabulary;
  /**
   * Matches every suspect word. Its groups capture the words that are suspect only together with `support`: a global
   * object, a view of one, or a constructor.
   */
  readonly trigger: RegExp;
  /** See `supportOf`. */
  readonly support: RegExp;
  /** See `thisFinderOf`. */
  readonly handsThisOn: (text: string) => boolean;
  /** A banned global as a member or a key. */
  readonly members: RegExp;
  readonly packages: RegExp;
  /** `x.constructor`, taken from an object. */
  readonly constructors: RegExp;
  /** An object whose arguments make it harmless although its class is banned: `new Date(0)`. */
  readonly made: RegExp;
  /** Any word that matters in markup, where strings cannot be told from text. */
  readonly inDocument: RegExp;
  /** A call that runs a string argument as code. */
  readonly runsTexts: RegExp;
  /** Declarations that look like keys or members: `var a, performance: B`, `const [...performance] = a`. */
  readonly hiddenDeclarations: RegExp;
}

export function compilePatterns(vocabulary: Vocabulary): Patterns {
  const globals = [...vocabulary.globals.keys()];
  const roots = anyOf(globals);
  const packages = packagesOf(vocabulary);
  const names = anyOf([...globals, ...globalObjects]);
  return {
    vocabulary,
    trigger: triggerOf(vocabulary),
    support: supportOf(vocabulary),
    handsThisOn: thisFinderOf(vocabulary),
    members: new RegExp(memberOrKey(vocabulary)),
    packages: new RegExp(`^${packagePrefixes}${packages}(?:[/@?#]|$)`),
    constructors: new RegExp(takenConstructor),
    made: new RegExp(madeFromArguments(vocabulary)),
    inDocument: new RegExp(
      `${anyOf([...evaluators, ...views, ...vocabulary.members])}|constructor|javascript:|framegate-ignore|${roots}|${packages}`,
    ),
    runsTexts: new RegExp(String.raw`\b(?:${runners.join("|")})\b`),
    // Names with a meaning for the analysis, unless the file declares them.
    hiddenDeclarations: new RegExp(
      `\\b(?:${names})\\s*[:/]|\\.\\.\\.\\s*(?:\\/|(?:${names})\\b)|\\b(?:const|let|var|function|class)\\s+(?:Object|Boolean|Promise|Reflect|String|undefined|module|exports|require)\\b`,
      "g",
    ),
  };
}

/** Matches every word that makes a text suspect. Groups capture words that do so only together with others. */
function triggerOf(vocabulary: Vocabulary): RegExp {
  const globals = [...vocabulary.globals.keys()];
  const packages = packagesOf(vocabulary);
  const membersOfMade = madeOf(vocabulary).flatMap((name) => [...(vocabulary.globals.get(name)?.members ?? [])]);
  const alternatives = [
    doubtful(globals),
    ...Array.from(vocabulary.globals, ([name, word]) => banned(name, word)),
    `${anyOf(globals)}(?<=["'\`]${anyOf(globals)})["'\`]`,
    `${anyOf(evaluators)}${alone(anyOf(evaluators))}${notKey(anyOf(evaluators))}`,
    // A letter of a name, written as an escape. In a string it is harmless without a global object.
    String.raw`u(?<=\\u)(?:00[4-7][\dA-Fa-f]|\{0*[4-7][\dA-Fa-f]\})(?:(?<=[\w$]\\u[^\\]*)|(?=[\w$\\]))`,
    // An object made from arguments leads to its class, and that to banned members, whichever module made it.
    String.raw`constructor(?<=\.\s*constructor)\s*(?:\?\.|\.)\s*${anyOf(membersOfMade)}${end}`,
    String.raw`import\s*\(\s*(?!["'][^"'\\]*["']\s*[,)])`,
    // An escape may be a letter of a package name.
    String.raw`(?:from|import)\s*(?:\/|["'][^"'\\\n\r]*\\)`,
    String.raw`require(?!\s*[.(]|\w)${notInSentence}|require\s*\.\s*${anyOf(loadingMembers)}${end}|require\s*\(\s*(?!["'][^"'\\]*["']\s*\))`,
    `${packages}(?=["'\`/@?#])(?<=["'\`]${nearPrefixes}${packages}|[^"'\`\\s]{${String(longAddress)}}${packages})`,
    String.raw`module(?<=\b(?:from|import|require)\b\s*(?:\(\s*)?["'](?:node:)?module)(?=["'])`,
    ...vocabulary.members.map((name) => escapeExpression(name) + end),
    "framegate-ignore",
    // The code after the scheme of a URL may be concatenated.
    String.raw`[jJ][aA][vV][aA][sS][cC][rR][iI][pP][tT]:(?<=["'\`][\0- ]*[^]{11})`,
  ];
  const beginnings = [
    ...[...globals, ...globalObjects, ...doubtfulObjects, ...views, ...evaluators, ...vocabulary.members],
    ...["constructor", "import", "from", "require", "module", "framegate-ignore", "u0", "u{"],
  ];
  // The word boundary and plain words make it fast: most positions fail there.
  return new RegExp(
    [
      `\\b(?=${anyOf(beginnings)}|${packages}|[jJ][aA][vV][aA])(?:${alternatives.join("|")})`,
      // A name in a string of code, directly after an escape: `"\\nMath"`.
      String.raw`\\\w{1,5}${anyOf([...globals, ...evaluators, ...globalObjects, ...doubtfulObjects])}${end}`,
      ...vocabulary.operators.map(escapeExpression),
    ].join("|"),
    "gm",
  );
}

/** A scope does not start with a letter, so it is matched by a look-behind. `module` has many other uses. */
function packagesOf({ packages }: Vocabulary): string {
  return packages.length === 0
    ? "(?!)"
    : anyOf(packages.filter((name) => name !== "module").map((name) => name.replace(/^@/, "")));
}

/**
 * Matches what a plain use of a global object needs to lead anywhere: a banned global as a member or a key, whole or in
 * pieces.
 */
function supportOf(vocabulary: Vocabulary): RegExp {
  const globals = [...vocabulary.globals.keys()];
  const roots = anyOf(globals);
  const beginnings = globals.flatMap((name) => Array.from(name.slice(1), (_, index) => name.slice(0, index + 1)));
  return new RegExp(
    `${memberOrKey(vocabulary)}|["'\`]${roots}|["'\`}]${anyOf([...new Set(beginnings)])}["'\`$]|${oddEscapes}|${madeFromArguments(vocabulary)}`,
  );
}

/**
 * Finds scripts that pass `this` on, or read a suspect member from it: at the top and in functions it is the global
 * object. `this.name` is everywhere and harmless.
 */
function thisFinderOf(vocabulary: Vocabulary): (text: string) => boolean {
  const handed = new RegExp(`\\bthis${end}${followedByOther(onwardFrom([...vocabulary.globals.keys()]))}`);
  return (text) => !modulePattern.test(text) && handed.test(text);
}

/** Longer runs without a blank or a quote are not searched. */
const longAddress = 1000;
/** May stand between the quote and the package name in a specifier: `npm:`, a URL, a folder. */
const packagePrefixes = String.raw`(?:(?:[a-z]+:|\/\/)(?:[^"'\`\s]*[/:*])?|[^"'\`\s]*node_modules\/)?@?`;
/** The same with limited length, because it is matched before every package name, again and again in lists of names. */
const nearPrefixes = packagePrefixes.replaceAll(/(?<=\])\*/g, `{0,${String(longAddress)}}`);

/** Matches no more than the analysis takes for a module. Starting with the words makes it four times as fast. */
const modulePattern = /(?:import|export)\b(?<=^[ \t]*(?:import|export))/m;

/** Follows a complete name that is neither a member nor a word of a sentence. */
function alone(names: string): string {
  return String.raw`${end}${notInSentence}(?<![$.](?:${names})|[\w$](?<!\b(?:${wordsBefore}))[ \t]+(?:${names}))`;
}

/** Most matches in clean files are in comments. In code, only these words may precede a name in its line. */
const wordsBefore =
  "as|async|await|case|class|const|default|delete|do|else|enum|extends|function|implements|import|in|instanceof|is|keyof|let|module|namespace|new|of|override|private|protected|public|readonly|return|satisfies|throw|type|typeof|using|var|void|yield";
const wordsBehind = "as|extends|from|implements|in|instanceof|is|of|satisfies";
const notInSentence = String.raw`(?![ \t]+(?!(?:${wordsBehind})\b)[A-Za-z]|\.\s*[^\s\w$#/\\])`;

const end = String.raw`(?![\w$])`;
/** Letters without a meaning after a backslash. */
const oddLetters = "ACDEFGHIJKLMNOQRTUVXYZaceghijlmoqyz";
/** Escapes that may hide a letter. The others are everyday escapes of strings and regular expressions. */
const oddEscapes = String.raw`\\(?:x[4-7]|u00[4-7]|u\{|1[0-7][0-7]|\r?\n|[${oddLetters}])`;

/** The members of a global object that are not harmless. */
function onwardFrom(globals: readonly string[]): readonly string[] {
  return [...globals, ...globalObjects, ...doubtfulObjects, ...reflective, ...evaluators];
}

/** Globals whose instances are harmless if they are made from arguments. */
function madeOf({ globals }: Vocabulary): readonly string[] {
  return [...globals].flatMap(([name, word]) => (word.isHarmlessOfArguments ? [name] : []));
}

/** A global, unless a harmless member follows, it is a key, or only its type is read. */
function banned(name: string, word: GlobalWord): string {
  const escaped = escapeExpression(name);
  const harmless = notHarmless(word);
  const ofArguments = word.isHarmlessOfArguments ? `(?!(?<=\\bnew\\s+${escaped})\\s*\\(\\s*[^\\s).\\/])` : "";
  const asked = onlyAsked("typeof|instanceof", escaped);
  const read = `${alone(escaped)}${asked}${harmless}${notKey(escaped)}${ofArguments}`;
  // `process` is a common method name, and browsers have no such global.
  return `${escaped}(?:${read}${name === "process" ? "" : `|${handedOn(escaped, harmless)}`})`;
}

/**
 * Follows a global that is a member of anything but a global object, or a key of a pattern: it may have been passed on.
 */
function handedOn(name: string, harmless: string): string {
  const ofGlobal = String.raw`(?<!(?<![\w$.]|\.\s+)${anyOf(globalObjects)}\s*\??\.\s*${name})`;
  const member = String.raw`${end}(?<=\.\s*${name})${ofGlobal}${harmless}`;
  // An object literal is not followed by `=`.
  const key = String.raw`(?<=[{,]\s*${name})\s*:(?=[^;]{0,200}\}\s*(?:=(?!=)|of\b|\)))`;
  return `${member}|${key}`;
}

/** Not after an operator that only reads the type, unless a call or an index follows: `typeof Math.random()` runs. */
function onlyAsked(operators: string, name: string): string {
  return String.raw`(?!(?<=\b(?:${operators})\s+${name})(?:\s*\??\.\s*[\w$]+)*(?!\s*(?:[(\[\`.\w$]|\?\.)))`;
}

function doubtful(globals: readonly string[]): string {
  const onward = onwardFrom(globals);
  const names = anyOf([...globalObjects, ...doubtfulObjects]);
  const read = `${alone(names)}${onlyAsked("typeof", names)}${notParameter(names)}`;
  const handled = `(${names})${read}${followedByOther(onward)}${notKey(names)}`;
  // Everything has a constructor, and the constructor of functions evaluates strings.
  const viewed = String.raw`(${views.join("|")})${end}${followedByOther(onward)}`;
  return `${handled}|${viewed}|(constructor)(?:(?<=\\.\\s*constructor)${taken}|${patternKey})`;
}

/** `{ constructor: F } = f`. A pattern is assigned to or a parameter, and an object literal is not. */
const patternKey = String.raw`(?<=[{,]\s*constructor)\s*(?:[,=}]|:(?=[^;(]{0,200}\}\s*(?:=(?!=)|of\b|(?:,[^;(){}]{0,100})?\)\s*(?:\{|=>|:))))`;

/** Follows a member that is called, indexed, tested or passed on. Its statement may end with its line. */
const taken = String.raw`(?:\s*(?:[([?,;)\]}]|$)|[ \t]*[\r\n])`;

const takenConstructor = String.raw`\.\s*constructor${taken}|constructor${patternKey}`;

/** Matches the creation of an object that leads to a banned class. */
function madeFromArguments(vocabulary: Vocabulary): string {
  return String.raw`\bnew\s+${anyOf(madeOf(vocabulary))}${end}`;
}

function followedByOther(names: readonly string[]): string {
  return `(?!\\s*(?:\\?\\.|\\.)\\s*(?!${anyOf(names)}${end})[A-Za-z_$])`;
}

/**
 * Not `{ name: ...` and not `, name: ...`: a key, or a field of a type. `case name:` and `? name :` are not keys, and a
 * comment in the line before may end the same way. `^` is the start of a line. A whole line is scanned only for a name
 * at the start of the next one, because a name may be the thousandth in its line.
 */
function notKey(names: string): string {
  return `(?!(?<=[{,][^\\S\\n\\r\\u2028\\u2029]*(?:${names})|^(?:(?!\\/\\/).)*[{,]\\s*(?:${names}))\\s*:)`;
}

/** Not in parentheses before a block or an arrow: a parameter, or a condition, which reads nothing from the object. */
function notParameter(names: string): string {
  return String.raw`(?!(?<!\b(?:extends|with)\b[^{};]{0,100}${names})[\w$\s,]*\)\s*(?:=>|\{))`;
}

/** Not before a harmless member. */
function notHarmless({ members }: GlobalWord): string {
  return members === null ? "" : followedByOther([...members, ...reflective]);
}

function memberOrKey({ globals }: Vocabulary): string {
  const members = Array.from(globals, ([name, word]) => escapeExpression(name) + end + notHarmless(word));
  return String.raw`\.\s*(?:${members.join("|")})|[{,]\s*${anyOf([...globals.keys()])}\s*:`;
}

function anyOf(names: readonly string[]): string {
  return `(?:${names.map(escapeExpression).join("|")})`;
}

/** Escapes a text for use in a regular expression. */
export function escapeExpression(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
