const letters = "etaoinsrhldcumfpgwybvkxjqz";

/** All texts that differ from a word by one typo, by the kind of typo. The word itself is not included. */
export function listTypos(word: string): readonly { readonly kind: string; readonly typo: string }[] {
  const characters = Array.from(word);
  const typos = characters.flatMap((character, index) => {
    const before = word.slice(0, index);
    const after = word.slice(index + 1);
    const next = after.charAt(0);
    // The neighbouring key depends on the position, not on chance.
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
