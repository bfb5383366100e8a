import fc from "fast-check";
import { type Token, Tokenizer, TokenizerMode } from "parse5";
import { expect, it } from "vitest";
import { tagsIn } from "../../../scanner/parse/page-tags.ts";

const pieces = [
  ...[
    "<script>",
    "</script>",
    "</scr",
    "ipt>",
    '<script src="a>b">',
    "<script type=module ",
    "<!--",
    "-->",
    "<!-- <script> ",
  ],
  ...[
    "<title>",
    "</title>",
    "<style>",
    "</style>",
    "<p onclick=\"f('a>b')\">",
    "<b",
    "<",
    ">",
    "</",
    "/>",
    "=",
    "'",
    '"',
    " ",
  ],
  ...[
    "if (a < b) c > d;",
    "\r\n",
    "\r",
    "\n",
    "é",
    "\u{1f600}",
    "\ud83d",
    "&amp;",
    "\0",
    "<![CDATA[",
    "<?php",
    "x".repeat(9000),
  ],
];

/** The tags and their places, from a tokenizer that reads the whole text at once. */
function readAtOnce(text: string): readonly unknown[] {
  const tags: unknown[] = [];
  const ignore = (): void => undefined;
  const ignored = { onCharacter: ignore, onComment: ignore, onDoctype: ignore, onEof: ignore, onEndTag: ignore };
  const onStartTag = (token: Token.TagToken): void => {
    tags.push(describeTag(token));
    if (token.tagName === "script") tokenizer.state = TokenizerMode.SCRIPT_DATA;
    if (token.tagName === "title") tokenizer.state = TokenizerMode.RCDATA;
    if (token.tagName === "style") tokenizer.state = TokenizerMode.RAWTEXT;
  };
  const handler = { ...ignored, onStartTag, onNullCharacter: ignore, onWhitespaceCharacter: ignore };
  const tokenizer = new Tokenizer({ sourceCodeLocationInfo: true }, handler);
  tokenizer.write(text, true);
  return tags;
}

function describeTag({ tagName, attrs, location }: Token.TagToken): unknown {
  const places = Object.entries(location?.attrs ?? {}).map(([name, { startOffset, endOffset }]) => [
    name,
    startOffset,
    endOffset,
  ]);
  return { tagName, attrs, start: location?.startOffset, end: location?.endOffset, places };
}

it("has the tags and places of a text that is read at once, though it skips what is between them", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
      const text = parts.join("");
      expect(tagsIn(text).map(({ token }) => describeTag(token))).toEqual(readAtOnce(text));
    }),
    { numRuns: 500 },
  );
});
