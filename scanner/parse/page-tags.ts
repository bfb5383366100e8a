import { type Token, Tokenizer, TokenizerMode } from "parse5";

/** An opening tag of a page, and the end of its content if that is text. */
export interface PageTag {
  readonly token: Token.TagToken;
  end: number;
}

/**
 * The most attributes of one tag, because the tokenizer compares each with all others. Counted after every piece of a
 * text.
 */
const mostAttributes = 1000;
const pieceLength = 8192;

/** Elements whose content is text. */
const modes: ReadonlyMap<string, Tokenizer["state"]> = new Map([
  ["script", TokenizerMode.SCRIPT_DATA],
  ...["textarea", "title"].map((name) => [name, TokenizerMode.RCDATA] as const),
  ...["iframe", "noembed", "noframes", "noscript", "style", "xmp"].map(
    (name) => [name, TokenizerMode.RAWTEXT] as const,
  ),
]);

const textModes = new Set([TokenizerMode.DATA, ...modes.values()]);

/**
 * The opening tags of a page, without a tree: nesting does not matter, so nothing is nested too deeply.
 *
 * @throws RangeError for a tag with so many attributes that it would take minutes to read.
 */
export function tagsIn(text: string): readonly PageTag[] {
  const tags: PageTag[] = [];
  const ignore = (): void => undefined;
  const others = { onCharacter: ignore, onComment: ignore, onDoctype: ignore, onEof: ignore };
  const onStartTag = (token: Token.TagToken): void => {
    // A slash closes a script in SVG, but not one in HTML.
    const isClosed = token.selfClosing && token.attrs.some(({ name }) => name.endsWith("href"));
    tags.push({ token, end: isClosed ? 0 : text.length });
    tokenizer.state = (isClosed ? undefined : modes.get(token.tagName)) ?? tokenizer.state;
  };
  const onEndTag = ({ location }: Token.TagToken): void => {
    const last = tags.at(-1);
    if (last !== undefined && location) last.end = Math.min(last.end, location.startOffset);
  };
  const handler = { ...others, onStartTag, onEndTag, onNullCharacter: ignore, onWhitespaceCharacter: ignore };
  const tokenizer = new Tokenizer({ sourceCodeLocationInfo: true }, handler);
  const { preprocessor } = tokenizer;
  preprocessor.bufferWaterline = 0;
  for (let start = 0, end = 0; start < text.length; start = end) {
    // In text only `<` matters, and a search takes a hundredth of the tokenizer's time for a character.
    const next = textModes.has(tokenizer.state) ? text.indexOf("<", start) : start;
    if (next === -1) break;
    preprocessor.droppedBufferSize += next - start;
    end = Math.min(text.indexOf(">", next) + 1 || text.length, next + pieceLength);
    tokenizer.write(text.slice(next, end), false);
    const token: unknown = Reflect.get(tokenizer, "currentToken");
    const attributes = typeof token === "object" && token !== null && "attrs" in token ? token.attrs : null;
    if (Array.isArray(attributes) && attributes.length > mostAttributes)
      throw new RangeError("an element has too many attributes to be read");
  }
  tokenizer.write("", true);
  return tags;
}
