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
   * Matches every suspect word. Its groups hold the words that are suspect only together with `support`: a global object, a
   * view of one, a constructor.
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
  /** An object whose arguments make it harmless, but whose constructor is banned: `new Date(0)`. */
  readonly made: RegExp;
  /** Any word that matters in markup, where strings cannot be told from text. */
  readonly inDocument: RegExp;
  /** A call that runs a text as code when it is given one. */
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
    // Names that the analysis knows the meaning of, unless the file declares them.
    hiddenDeclarations: new RegExp(
      `\\b(?:${names})\\s*[:/]|\\.\\.\\.\\s*(?:\\/|(?:${names})\\b)|\\b(?:const|let|var|function|class)\\s+(?:Object|Boolean|Promise|Reflect|String|undefined|module|exports|require)\\b`,
      "g",
    ),
  };
}

/** Matches every word that makes a text suspect, and in its groups what does so only together with others. */
function triggerOf(vocabulary: Vocabulary): RegExp {
  const globals = [...vocabulary.globals.keys()];
  const packages = packagesOf(vocabulary);
  const membersOfMade = madeOf(vocabulary).flatMap((name) => [...(vocabulary.globals.get(name)?.members ?? [])]);
  const alternatives = [
    doubtful(globals),
    ...Array.from(vocabulary.globals, ([name, word]) => banned(name, word)),
    `${anyOf(globals)}(?<=["'\`]${anyOf(globals)})["'\`]`,
    `${anyOf(evaluators)}${alone(anyOf(evaluators))}${notKey(anyOf(evaluators))}`,
    // A letter of a name, written as an escape. In a string it is of no use without a global object.
    String.raw`u(?<=\\u)(?:00[4-7][\dA-Fa-f]|\{0*[4-7][\dA-Fa-f]\})(?:(?<=[\w$]\\u[^\\]*)|(?=[\w$\\]))`,
    // What is made from arguments leads to its class, and that to what is banned, in whatever module it was made.
    String.raw`constructor(?<=\.\s*constructor)\s*(?:\?\.|\.)\s*${anyOf(membersOfMade)}${end}`,
    String.raw`import\s*\(\s*(?!["'][^"'\\]*["']\s*[,)])`,
    // An escape may be a letter of a package's name.
    String.raw`(?:from|import)\s*(?:\/|["'][^"'\\\n\r]*\\)`,
    String.raw`require(?!\s*[.(]|\w)${notInSentence}|require\s*\.\s*${anyOf(loadingMembers)}${end}|require\s*\(\s*(?!["'][^"'\\]*["']\s*\))`,
    `${packages}(?=["'\`/@?#])(?<=["'\`]${nearPrefixes}${packages}|[^"'\`\\s]{${String(longAddress)}}${packages})`,
    String.raw`module(?<=\b(?:from|import|require)\b\s*(?:\(\s*)?["'](?:node:)?module)(?=["'])`,
    ...vocabulary.members.map((name) => escapeExpression(name) + end),
    "framegate-ignore",
    // All that follows the scheme of a URL with code may be put together from several texts.
    String.raw`[jJ][aA][vV][aA][sS][cC][rR][iI][pP][tT]:(?<=["'\`][\0- ]*[^]{11})`,
  ];
  const beginnings = [
    ...[...globals, ...globalObjects, ...doubtfulObjects, ...views, ...evaluators, ...vocabulary.members],
    ...["constructor", "import", "from", "require", "module", "framegate-ignore", "u0", "u{"],
  ];
  // The boundary in front and plain words are what makes it fast: most positions end there.
  return new RegExp(
    [
      `\\b(?=${anyOf(beginnings)}|${packages}|[jJ][aA][vV][aA])(?:${alternatives.join("|")})`,
      // A name in a text that is code, directly behind an escape: `"\\nMath"`.
      String.raw`\\\w{1,5}${anyOf([...globals, ...evaluators, ...globalObjects, ...doubtfulObjects])}${end}`,
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
function supportOf(vocabulary: Vocabulary): RegExp {
  const globals = [...vocabulary.globals.keys()];
  const roots = anyOf(globals);
  const beginnings = globals.flatMap((name) => Array.from(name.slice(1), (_, index) => name.slice(0, index + 1)));
  return new RegExp(
    `${memberOrKey(vocabulary)}|["'\`]${roots}|["'\`}]${anyOf([...new Set(beginnings)])}["'\`$]|${oddEscapes}|${madeFromArguments(vocabulary)}`,
  );
}

/**
 * Whether a text is a script that hands its `this` on, or reads from it what leads on: at its top and in its functions that
 * is the global object. `this.name` is everywhere, and harmless.
 */
function thisFinderOf(vocabulary: Vocabulary): (text: string) => boolean {
  const handed = new RegExp(`\\bthis${end}${followedByOther(onwardFrom([...vocabulary.globals.keys()]))}`);
  return (text) => !modulePattern.test(text) && handed.test(text);
}

/** So many characters without a blank or a quote may be an address of anything: nobody looks through them. */
const longAddress = 1000;
/** What may stand between the quote and the package that a specifier names: `npm:`, an address, a folder. */
const packagePrefixes = String.raw`(?:(?:[a-z]+:|\/\/)(?:[^"'\`\s]*[/:*])?|[^"'\`\s]*node_modules\/)?@?`;
/** Those that are looked for in front of each name of a package, again and again where names follow each other. */
const nearPrefixes = packagePrefixes.replaceAll(/(?<=\])\*/g, `{0,${String(longAddress)}}`);

/** No more than the analysis takes for a module. With the words in front it takes a quarter of the time. */
const modulePattern = /(?:import|export)\b(?<=^[ \t]*(?:import|export))/m;

/** Behind a name that ends here, that nothing precedes, and that is no member nor a word of a sentence. */
function alone(names: string): string {
  return String.raw`${end}${notInSentence}(?<![$.](?:${names})|[\w$](?<!\b(?:${wordsBefore}))[ \t]+(?:${names}))`;
}

/** Most hits in clean files are in comments. In code only these words stand beside a name in its line: operators, and what declares. */
const wordsBefore =
  "as|async|await|case|class|const|default|delete|do|else|enum|extends|function|implements|import|in|instanceof|is|keyof|let|module|namespace|new|of|override|private|protected|public|readonly|return|satisfies|throw|type|typeof|using|var|void|yield";
const wordsBehind = "as|extends|from|implements|in|instanceof|is|of|satisfies";
const notInSentence = String.raw`(?![ \t]+(?!(?:${wordsBehind})\b)[A-Za-z]|\.\s*[^\s\w$#/\\])`;

const end = String.raw`(?![\w$])`;
/** Letters that mean nothing behind a backslash. */
const oddLetters = "ACDEFGHIJKLMNOQRTUVXYZaceghijlmoqyz";
/** A string may hide letters behind these; the others are everyday escapes of strings and regular expressions. */
const oddEscapes = String.raw`\\(?:x[4-7]|u00[4-7]|u\{|1[0-7][0-7]|\r?\n|[${oddLetters}])`;

/** The members of a global object that are not harmless. */
function onwardFrom(globals: readonly string[]): readonly string[] {
  return [...globals, ...globalObjects, ...doubtfulObjects, ...reflective, ...evaluators];
}

/** Globals of which what is made from arguments is harmless. */
function madeOf({ globals }: Vocabulary): readonly string[] {
  return [...globals].flatMap(([name, word]) => (word.isHarmlessOfArguments ? [name] : []));
}

/** A global, unless a harmless member of it follows, or it is a key, or only its type is asked for. */
function banned(name: string, word: GlobalWord): string {
  const escaped = escapeExpression(name);
  const harmless = notHarmless(word);
  const ofArguments = word.isHarmlessOfArguments ? `(?!(?<=\\bnew\\s+${escaped})\\s*\\(\\s*[^\\s).\\/])` : "";
  const asked = onlyAsked("typeof|instanceof", escaped);
  const read = `${alone(escaped)}${asked}${harmless}${notKey(escaped)}${ofArguments}`;
  // `process` is a method of too much else, and browsers have none.
  return `${escaped}(?:${read}${name === "process" ? "" : `|${handedOn(escaped, harmless)}`})`;
}

/** Behind a global that is a member of anything but a global object, or is taken out of a pattern: it may have been handed on. */
function handedOn(name: string, harmless: string): string {
  const ofGlobal = String.raw`(?<!(?<![\w$.]|\.\s+)${anyOf(globalObjects)}\s*\??\.\s*${name})`;
  const member = String.raw`${end}(?<=\.\s*${name})${ofGlobal}${harmless}`;
  // A mere object has no `=` behind it.
  const key = String.raw`(?<=[{,]\s*${name})\s*:(?=[^;]{0,200}\}\s*(?:=(?!=)|of\b|\)))`;
  return `${member}|${key}`;
}

/** Not behind an operator that only asks for the type, unless what follows is called or indexed: `typeof Math.random()` runs. */
function onlyAsked(operators: string, name: string): string {
  return String.raw`(?!(?<=\b(?:${operators})\s+${name})(?:\s*\??\.\s*[\w$]+)*(?!\s*(?:[(\[\`.\w$]|\?\.)))`;
}

function doubtful(globals: readonly string[]): string {
  const onward = onwardFrom(globals);
  const names = anyOf([...globalObjects, ...doubtfulObjects]);
  const handled = `(${names})${alone(names)}${onlyAsked("typeof", names)}${followedByOther(onward)}${notKey(names)}`;
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
function madeFromArguments(vocabulary: Vocabulary): string {
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

/** Not in front of a member that leads to nothing banned. */
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

/** A regular expression that matches a text and nothing else. */
export function escapeExpression(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
