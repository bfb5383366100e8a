const letters = "etaoinsrhldcumfpgwybvkxjqz";

/** Every text that one slip makes of a word, by the kind of the slip. The word itself is none of them. */
export function listTypos(word: string): readonly { readonly kind: string; readonly typo: string }[] {
  const characters = Array.from(word);
  const typos = characters.flatMap((character, index) => {
    const before = word.slice(0, index);
    const after = word.slice(index + 1);
    const next = after.charAt(0);
    // A neighbour that depends on the place and not on chance.
    const other = letters.charAt((character.charCodeAt(0) + index * 7) % letters.length);
    const otherCase = character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase();
    return [
      { kind: "drop", typo: before + after },
      { kind: "double", typo: before + character + character + after },
      { kind: "replace", typo: before + other + after },
      { kind: "case", typo: before + otherCase + after },
      ...(next === "" ? [] : [{ kind: "transpose", typo: before + next + character + after.slice(1) }]),
    ];
  });
  const whole = [word.toLowerCase(), word.toUpperCase()].map((typo) => ({ kind: "case", typo }));
  return [...typos, ...whole].filter(({ typo }) => typo !== word && typo !== "");
}
