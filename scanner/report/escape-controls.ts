/** Control characters, bidirectional marks, zero-width characters and other line separators. */
const controls =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Escapes the characters that a terminal or a viewer would interpret. An escape such as `\u202e` means the same character
 * in JSON. Line feeds and tabs stay.
 */
export function escapeControls(text: string): string {
  // One escape per code unit, as in JSON.
  const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return text.replaceAll(controls, (character) => character.split("").map(escapeUnit).join(""));
}
