import { type ComponentLanguage, readComponent } from "./component-code.ts";
import type { ParseProblem } from "./parse-source.ts";
import { type Document, readHandlers, readIfShallow, scriptOfModule, suspectMarkup } from "./script-block.ts";

/** Reads a component, optionally only its scripts, or returns why it cannot be read. */
export function readComponentScripts(
  text: string,
  language: ComponentLanguage,
  isWhole: boolean,
): Document | ParseProblem {
  return readIfShallow(() => componentBlocks(text, language, isWhole));
}

/** The scripts of a component and the expressions of its markup share their names, so they are one program. */
function componentBlocks(text: string, language: ComponentLanguage, isWhole: boolean): Document {
  const { program, templateStart, dialect, attributes, unread } = readComponent(text, language, isWhole);
  const handlers = readHandlers(attributes, text);
  const { text: code, offsetOf } = program;
  const template = Array.from({ length: code.length - templateStart }, (_, index) => templateStart + index);
  const placesIn = (kept: readonly number[]): readonly number[] => [
    ...kept.map(program.indexOf).filter((index) => index < templateStart),
    ...template,
  ];
  const block = { ...scriptOfModule, text: code, offsetOf, placesIn, dialect };
  return {
    blocks: [block, ...handlers.blocks],
    hasUnreadCode: handlers.hasUnreadCode || (unread !== null && suspectMarkup.test(unread)),
  };
}
