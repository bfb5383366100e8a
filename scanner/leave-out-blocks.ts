import { isComposable, madeFromArguments, triggerOf } from "./filter.ts";
import type { Vocabulary } from "./filter-words.ts";
import { views } from "./filter-words.ts";
import type { StrippedSource, TextRange } from "./strip.ts";

/** Gives a source of the same length in which blocks that hold nothing to be found are empty. */
export type LeaveOutBlocks = (source: string, stripped: StrippedSource) => string;

/**
 * Makes what spares the analysis most of a file that the filter calls closed. All that is banned in such a file is called on
 * the spot: what is found in it stands there in so many words, and no value of it matters elsewhere. So of a block in which
 * none of the words stands only its names could matter, and those are its own: a `var` of a banned name would be one of the
 * words. Nothing moves, so that what is left has the places and the names around it that it had.
 *
 * A file is left as it is where a date that was made could be asked for its class, or a document for its window.
 */
export function createBlockLeaver(vocabulary: Vocabulary): LeaveOutBlocks {
  const trigger = triggerOf(vocabulary);
  const made = new RegExp(madeFromArguments(vocabulary));
  return (source, { code, strings, blocks }) => {
    const leadsToClass = made.test(code) && (constructors.test(code) || isComposable("constructor", strings));
    if (blocks.length === 0 || leadsToClass || strings.some((text) => views.includes(text))) return source;
    // In the text as it is: a word in a comment keeps a block more, and does no harm.
    const words = Array.from(source.matchAll(trigger), ({ index }) => index);
    return emptied(source, outermostWithout(words, blocks));
  };
}

/** A constructor that is not declared. */
const constructors = /\.\s*constructor\b|\bconstructor\b(?!\s*\()/;

/** The outermost blocks that none of the positions is in, last one first. */
function outermostWithout(positions: readonly number[], blocks: readonly TextRange[]): readonly TextRange[] {
  const found: TextRange[] = [];
  let next = positions.length - 1;
  // Blocks are listed as they end, so that from the last one on each comes after what is around it.
  let start = Infinity;
  for (let index = blocks.length - 1; index >= 0; index--) {
    const block = blocks[index];
    if (block === undefined || block.end > start) continue;
    while (next >= 0 && (positions[next] ?? 0) >= block.end) next--;
    if (next >= 0 && (positions[next] ?? 0) > block.start) continue;
    found.push(block);
    start = block.start;
  }
  return found;
}

function emptied(source: string, blocks: readonly TextRange[]): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, end } of blocks.toReversed()) {
    pieces.push(source.slice(copied, start + 1), " ".repeat(end - start - 2));
    copied = end - 1;
  }
  return [...pieces, source.slice(copied)].join("");
}
