import { codeOfUrl } from "./code-url.ts";
import { takeApart } from "./component-parts.ts";
import { globalObjects, views } from "./filter-words.ts";
import type { Patterns } from "./patterns.ts";
import { stripSource, type StrippedSource } from "./strip.ts";

/** Traits of a file's grammar, known from its name. */
export interface SourceTraits {
  /** JSX may occur in it. */
  readonly hasTags: boolean;
  /** The kind of a document with scripts, or null. In a component, scripts and markup share their names. */
  readonly document: "page" | "component" | null;
}

/** The text filter's result for one file. */
export interface Look {
  /** The text, or the scripts of a component in place. */
  readonly scripts: string;
  /** Whether the file must be parsed. If not, it contains no finding, no notice and no suppression. */
  readonly isSuspect: boolean;
  /** The scripts without comments and strings. Null if only a parser can tell them apart, or if it was not needed. */
  readonly stripped: StrippedSource | null;
  /** The markup of a component, with the rest blank, if only names from the scripts can matter in it. Else empty. */
  readonly innocentMarkup: string;
}

/**
 * Decides from a file's text whether it must be parsed. This filter spares most files the parser. It is sound: the
 * analysis finds nothing in a file that the filter clears. To reach a banned function, a module must do one of four things, and each leaves a word in its text.
 * (A module that only passes the global object on leaves none, but the module that reads a banned global from it does.)
 *
 * - name the global that leads to the function, other than before a harmless member (`Math.floor`), or write that name
 *   with escapes;
 * - get the global object (in a script, `this`) and read that global from it as a member, by a string, or by a
 *   concatenated string;
 * - run a string as code;
 * - import a package, whose name is one string.
 *
 * The raw text comes first, because that takes one regular expression per file. Only a file with a match is searched
 * again without comments and strings.
 */
export function lookAt(text: string, { hasTags, document }: SourceTraits, patterns: Patterns): Look {
  const whole = { isSuspect: true, scripts: text, stripped: null, innocentMarkup: "" };
  // UTF-16 text contains none of the words in this form.
  if (text.startsWith("\ufffd\ufffd")) return whole;
  if (document !== null) {
    // Quotes between tags are not strings, so nothing can be stripped.
    const isSuspect = codeInMarkup(text).some((code) => patterns.inDocument.test(code) || hasWords(code, patterns));
    return isSuspect && document === "component" ? lookAtComponent(text, patterns) : { ...whole, isSuspect };
  }
  if (!hasWords(text, patterns)) return { ...whole, isSuspect: false };
  const stripped = stripSource(text, hasTags);
  return { ...whole, isSuspect: stripped === null || isSuspectSource(text, stripped, patterns), stripped };
}

/** Looks at the scripts of a component like at any source. */
function lookAtComponent(text: string, patterns: Patterns): Look {
  const { scripts, markup, dialect } = takeApart(text);
  if (isMarkupSuspect(markup, scripts, patterns))
    return { isSuspect: true, scripts, stripped: null, innocentMarkup: "" };
  return { ...lookAt(scripts, { hasTags: dialect !== "ts", document: null }, patterns), innocentMarkup: markup };
}

/** Markup is suspect for a suspect word, or for two that are suspect together, one of which may be in a script. */
function isMarkupSuspect(markup: string, scripts: string, patterns: Patterns): boolean {
  const { support, inDocument, runsTexts } = patterns;
  // `{#if Math...` is not a sentence.
  const hits = hitsIn(markup.replaceAll(/\{\s*[#:@][a-z]+(?:\s+if)?/g, "{"), patterns);
  if (hits.has("suspect") || (runsTexts.test(markup) && hasWords(scripts, patterns))) return true;
  const hasName = inDocument.test(markup);
  // A template in another language than HTML may contain unmarked code.
  if (hasName && /javascript:|<template\b[^>]*\blang\b/i.test(markup)) return true;
  const mayHoldGlobals = hits.has("doubtful") || /(?<!\bbind:)\bthis\b/.test(markup);
  if (mayHoldGlobals && support.test(scripts)) return true;
  return (mayHoldGlobals || hitsIn(scripts, patterns).has("doubtful")) && (hasName || support.test(markup));
}

/**
 * The parts of a document that may be code: in HTML, scripts, handlers and URLs, with more around them than needed. In
 * other documents, the templates are code too.
 */
function codeInMarkup(text: string): readonly string[] {
  if (!/<(?:!doctype|html|head|body)\b/i.test(text)) return [text];
  return (
    text.match(/<script\b[^]*?(?:<\/script|$)|[\s"'/]on[a-z]+\s*=[^>]*|javascript:[^>]*|framegate-ignore|&#[^>]*/gi) ??
    []
  );
}

function hasWords(text: string, patterns: Patterns): boolean {
  const hit = findWord(text, patterns);
  return hit === "suspect" || ((hit === "doubtful" || patterns.handsThisOn(text)) && patterns.support.test(text));
}

function isSuspectSource(text: string, stripped: StrippedSource, patterns: Patterns): boolean {
  const { code, strings, comments } = stripped;
  const { vocabulary } = patterns;
  if (strings.some((one) => patterns.packages.test(one) || /^(?:node:)?module$/.test(one))) return true;
  if (runsText(stripped, patterns)) return true;
  if (readsByString.test(code) && strings.some((one) => vocabulary.globals.has(one))) return true;
  const hit = findWord(code, patterns);
  if (hit === "suspect") return true;
  const mayHoldGlobals = hit === "doubtful" || patterns.handsThisOn(text) || strings.some((one) => views.includes(one));
  if (mayHoldGlobals && namesGlobals(stripped, patterns)) return true;
  if (patterns.made.test(code) && patterns.constructors.test(code)) return true;
  return comments.some(({ start, end }) => /\bframegate-ignore/.test(text.slice(start, end)));
}

/** A member read by a string, which is empty in stripped code. */
const readsByString = /\[\s*(?:""|''|``)\s*\]/;

/** The verdict on a text's words. A doubtful word matters only together with others. */
type Hit = "none" | "doubtful" | "suspect";

function findWord(text: string, { trigger }: Patterns): Hit {
  trigger.lastIndex = 0;
  let isDoubtful = false;
  for (let match = trigger.exec(text); match !== null; match = trigger.exec(text)) {
    const hit = hitOf(text, match);
    if (hit === "suspect") return hit;
    isDoubtful ||= hit === "doubtful";
  }
  return isDoubtful ? "doubtful" : "none";
}

/** All kinds of hits in a text. */
function hitsIn(text: string, { trigger }: Patterns): ReadonlySet<Hit> {
  trigger.lastIndex = 0;
  return new Set(Array.from(text.matchAll(trigger), (match) => hitOf(text, match)));
}

/** `@param {Function}`. Code looks like that only between tags, and then a closing tag follows. */
function isTypeInComment(text: string, index: number): boolean {
  const isType = /@[a-z]+ \{\??$/.test(text.slice(Math.max(0, index - longestTag), index));
  return isType && !text.includes("</", index);
}

const longestTag = 20;

function hitOf(text: string, match: RegExpExecArray): Hit {
  if (isTypeInComment(text, match.index)) return "none";
  const { 1: globalObject, 2: view, 3: constructor } = match;
  if (view !== undefined || constructor !== undefined) return "doubtful";
  if (globalObject === undefined) return "suspect";
  if (isInWord(text, match.index, globalObject)) return "none";
  // `window.performance` and `window[key]` lead somewhere in this very file.
  const isFollowed = behindMember.test(text.slice(match.index + globalObject.length));
  return globalObjects.includes(globalObject) && isFollowed ? "suspect" : "doubtful";
}

/** `data-parent-row`, which in code is a difference, and `; top: 0`, which is a label. */
function isInWord(text: string, index: number, { length }: string): boolean {
  const before = text.slice(Math.max(0, index - longestFollowing), index);
  const following = text.slice(index + length, index + length + longestFollowing);
  return (
    following.startsWith("-") ||
    (/-$/.test(before) && /^[\w"'\s]/.test(following)) ||
    (/[;"'`]\s*$/.test(before) && /^\s*:/.test(following))
  );
}

const behindMember = /^\s*(?:\?\.|\.|\[\s*[^\s"'\d])/;
const longestFollowing = 80;

/**
 * The offsets of all suspect words in a text, in rising order, including those in comments and strings. Null if no part
 * of the file may be left out.
 */
export function placesIn(text: string, stripped: StrippedSource, patterns: Patterns): readonly number[] | null {
  const { code, strings } = stripped;
  // The window could be read from a document anywhere in the file.
  if (strings.some((one) => views.includes(one))) return null;
  // The braces of `\u{61}` in a name look like a block, and an empty namespace is a type.
  if (/\\u\{|\b(?:namespace|module)\s+[\w$.]+\s*\{/.test(code)) return null;
  const { trigger } = patterns;
  trigger.lastIndex = 0;
  const follows = namesGlobals(stripped, patterns);
  const hits = Array.from(text.matchAll(trigger), (match) => ({ match, isSure: hitOf(text, match) === "suspect" }));
  const areMany = hits.filter(({ match, isSure }) => match[1] !== undefined && !isSure).length > mostGlobalObjects;
  const found = hits
    .filter(({ match, isSure }) => isSure || (follows && (match[1] === undefined || !areMany)))
    .map(({ match }) => match);
  found.push(...text.matchAll(every(patterns.hiddenDeclarations)));
  // A date leads to its class, but that takes both a date and a constructor.
  if (patterns.made.test(code)) found.push(...constructorsIn(text, patterns));
  if (follows) found.push(...text.matchAll(piecesOf(strings, patterns)));
  if (runsText(stripped, patterns)) found.push(...text.matchAll(every(patterns.runsTexts)));
  return found.map(({ index }) => index).sort((a, b) => a - b);
}

/**
 * Bundles name the global object in each of their modules. With more than a few names they are not starts: members of it
 * are, and where their object comes from is sought.
 */
const mostGlobalObjects = 100;

/** Libraries read the constructor of all kinds of objects. With more than a few reads, hardly one is of a date. */
const mostConstructors = 8;

function constructorsIn(text: string, { made }: Patterns): readonly RegExpExecArray[] {
  const constructors = [...text.matchAll(every(undeclaredConstructor))];
  return constructors.length === 0 || constructors.length > mostConstructors
    ? []
    : [...constructors, ...text.matchAll(every(made))];
}

function every(pattern: RegExp): RegExp {
  return new RegExp(pattern, "g");
}

/** Matches strings that are pieces of a banned global's name, if all of its pieces are there. */
function piecesOf(strings: readonly string[], { vocabulary }: Patterns): RegExp {
  const names = [...vocabulary.globals.keys()];
  const texts = partsOf(names, strings);
  const pieces = new Set(names.flatMap((name) => compositionOf(name, texts, mostPieces)));
  const parts = [...pieces].map((text) => text.replaceAll("$", String.raw`\$`));
  return parts.length === 0 ? /(?!)/g : new RegExp(`["'\`](?:${parts.join("|")})["'\`]`, "g");
}

const undeclaredConstructor = /\.\s*constructor\b|\bconstructor\b(?!\s*\()/;

/** `./MathUtils.js` is a module, not a key. */
const isPath = /^[.@]|\//;

/**
 * Whether a banned global is named as a member or in strings, whole or in pieces. If not, a global object is harmless.
 */
function namesGlobals(
  { code, strings }: Pick<StrippedSource, "code" | "strings">,
  { vocabulary, members }: Patterns,
): boolean {
  const globals = [...vocabulary.globals.keys()];
  if (members.test(code)) return true;
  if (strings.some((text) => !isPath.test(text) && globals.some((name) => text.includes(name)))) return true;
  const parts = partsOf(globals, strings);
  return globals.some((name) => isComposable(name, parts));
}

/** The strings that are part of any of the names. Searching the joined names takes a fraction of searching each. */
function partsOf(names: readonly string[], strings: readonly string[]): readonly string[] {
  const joined = names.join("\n");
  return strings.filter((text) => text !== "" && joined.includes(text));
}

/** Whether a string that could reach something banned may be run as code. */
function runsText({ code, strings }: StrippedSource, patterns: Patterns): boolean {
  if (strings.some((text) => codeOfUrl(text) !== null)) return true;
  const mayRun =
    patterns.runsTexts.test(code) || patterns.constructors.test(code) || isComposable("constructor", strings);
  return mayRun && strings.some((text) => isSuspectText(text, patterns));
}

function isSuspectText(text: string, patterns: Patterns): boolean {
  const hit = findWord(text, patterns);
  return hit === "suspect" || (hit !== "none" && patterns.members.test(text));
}

/** Names in more pieces would be found everywhere: minified code has a string for each letter. */
const mostPieces = 3;

/** The texts that a name may be concatenated from, or none. */
function compositionOf(name: string, texts: readonly string[], most: number): readonly string[] {
  if (most === 0) return [];
  return texts.flatMap((text) => {
    if (text === name) return [text];
    const rest = name.startsWith(text) ? compositionOf(name.slice(text.length), texts, most - 1) : [];
    return rest.length === 0 ? [] : [text, ...rest];
  });
}

/** Whether a name could be a concatenation of the texts. */
function isComposable(name: string, texts: readonly string[]): boolean {
  const pieces = new Set(texts.filter((text) => text !== "" && name.includes(text)));
  const reached = new Set([0]);
  // A set visits elements that are added while it is iterated.
  for (const start of reached) {
    for (const piece of pieces) if (name.startsWith(piece, start)) reached.add(start + piece.length);
  }
  return reached.has(name.length);
}
