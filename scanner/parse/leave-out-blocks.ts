import { escapeExpression, isComposable, madeFromArguments, triggerOf } from "../text/filter.ts";
import type { Vocabulary } from "../text/filter-words.ts";
import { globalObjects, views } from "../text/filter-words.ts";
import type { StrippedSource } from "../text/strip.ts";
import type { TextRange } from "../text/stripper.ts";

/**
 * Gives sources of the same length in which what holds nothing to be found is blank, the emptiest one first. Any but the last
 * may turn out to be no program; then the next one says the same.
 */
export type LeaveOutBlocks = (source: string, stripped: StrippedSource) => readonly string[];

/**
 * Makes what spares the analysis most of a file that the filter calls closed. All that is banned in such a file is called on
 * the spot: what is found in it stands there in so many words, and no value of it matters elsewhere. So of a block in which
 * none of the words stands only its names could matter, and those are its own: a `var` of a banned name would be one of the
 * words. Nothing moves, so that what is left has the places and the names around it that it had.
 *
 * Where nothing depends on what any call is given, the names around do not matter either, and statements are left out, too.
 *
 * A file is left as it is where a date that was made could be asked for its class, or a document for its window.
 */
export function createBlockLeaver(vocabulary: Vocabulary): LeaveOutBlocks {
  const trigger = triggerOf(vocabulary);
  const names = [...vocabulary.globals.keys(), ...globalObjects].map(escapeExpression).join("|");
  const made = new RegExp(madeFromArguments(vocabulary));
  // What is declared so looks like a key or a member, and is none of the words: `var a, performance: B`, `const [...performance] = a`.
  const unseen = new RegExp(`\\b(?:${names})\\s*[:/]|\\.\\.\\.\\s*(?:\\/|(?:${names})\\b)`, "g");
  return (source, { code, strings, blocks, statements }) => {
    const leadsToClass = made.test(code) && (constructors.test(code) || isComposable("constructor", strings));
    if (leadsToClass || strings.some((text) => views.includes(text))) return [source];
    // In the text as it is: a word in a comment keeps a block more, and does no harm.
    const words = [...certain(source.matchAll(trigger)), ...source.matchAll(unseen)]
      .map(({ index }) => index)
      .sort((a, b) => a - b);
    const insides = blocks.map(({ start, end }) => ({ start: start + 1, end: end - 1 }));
    const withoutBlocks = emptied(source, outermostWithout(words, insides));
    const isPlain = certain(code.matchAll(trigger)).every(({ 0: name, index }) =>
      plainCall.test(code.slice(index + name.length, index + name.length + longestCall)),
    );
    return isPlain
      ? [emptied(source, outermostWithout(words, inOrderOfEnds(insides, statements))), withoutBlocks]
      : [withoutBlocks];
  };
}

/** Without what is only doubtful: in a file that is closed, nothing comes of that but what is called as a member of a window. */
function certain(matches: Iterable<RegExpExecArray>): readonly RegExpExecArray[] {
  return Array.from(matches).filter(({ 0: word, 1: globalObject, 2: view, 3: constructor, index, input }) => {
    if (globalObject === undefined) return (view ?? constructor) === undefined;
    return (
      globalObjects.includes(globalObject) &&
      behindMember.test(input.slice(index + word.length, index + word.length + longestCall))
    );
  });
}

const behindMember = /^\s*(?:\?\.|\.)/;

/** `.random(`, whatever it is given, and `()`. */
const plainCall = /^(?:\s*\.\s*(?!seedrandom\b)[A-Za-z_$][\w$]*)+\s*\(|^\s*\(\s*\)/;
const longestCall = 80;

/** Two lists, each in the order in which its ranges end, as one; of two that end alike, the inner one comes first. */
function inOrderOfEnds(blocks: readonly TextRange[], statements: readonly TextRange[]): readonly TextRange[] {
  return [...blocks, ...statements].sort((a, b) => a.end - b.end || b.start - a.start);
}

/** A constructor that is not declared. */
const constructors = /\.\s*constructor\b|\bconstructor\b(?!\s*\()/;

/** The outermost ranges that none of the positions is in, last one first. */
function outermostWithout(positions: readonly number[], blocks: readonly TextRange[]): readonly TextRange[] {
  const found: TextRange[] = [];
  let next = positions.length - 1;
  // Blocks are listed as they end, so that from the last one on each comes after what is around it.
  let start = Infinity;
  for (let index = blocks.length - 1; index >= 0; index--) {
    const block = blocks[index];
    if (block === undefined || block.end > start) continue;
    while (next >= 0 && (positions[next] ?? 0) >= block.end) next--;
    if (next >= 0 && (positions[next] ?? 0) >= block.start) continue;
    found.push(block);
    start = block.start;
  }
  return found;
}

function emptied(source: string, blocks: readonly TextRange[]): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, end } of blocks.toReversed()) {
    pieces.push(source.slice(copied, start), " ".repeat(end - start));
    copied = end;
  }
  return [...pieces, source.slice(copied)].join("");
}
