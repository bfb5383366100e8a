/** A key on a keyboard with US layout. */
export interface KeyMeaning {
  /** `KeyboardEvent.key`, without and with Shift. */
  readonly key: string;
  readonly shifted: string;
  /** The legacy `keyCode`, as in Chromium; 0 if there is none. */
  readonly keyCode: number;
  /** `KeyboardEvent.location`: 0 standard, 1 left, 2 right, 3 numpad. */
  readonly location: number;
}

/** Looks up a `KeyboardEvent.code`. A key that the layout does not have is `Unidentified`. */
export function meaningOf(code: string): KeyMeaning {
  return meanings.get(code) ?? { key: "Unidentified", shifted: "Unidentified", keyCode: 0, location: 0 };
}

// The characters of https://www.w3.org/TR/uievents-code/#key-alphanumeric-writing-system with the key codes of
// https://www.w3.org/TR/uievents/#fixed-virtual-key-codes and of optionally-fixed-virtual-key-codes.
const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ", (letter): Row => [
  `Key${letter}`,
  letter.toLowerCase(),
  letter,
  letter.charCodeAt(0),
]);
const digits = Array.from(")!@#$%^&*(", (symbol, digit): Row => [`Digit${digit}`, String(digit), symbol, 48 + digit]);
const symbols: readonly Row[] = [
  ["Backquote", "`", "~", 192],
  ["Minus", "-", "_", 189],
  ["Equal", "=", "+", 187],
  ["BracketLeft", "[", "{", 219],
  ["BracketRight", "]", "}", 221],
  ["Backslash", "\\", "|", 220],
  ["IntlBackslash", "\\", "|", 226],
  ["Semicolon", ";", ":", 186],
  ["Quote", "'", '"', 222],
  ["Comma", ",", "<", 188],
  ["Period", ".", ">", 190],
  ["Slash", "/", "?", 191],
  ["Space", " ", " ", 32],
];
const named = Object.entries({
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  Pause: 19,
  CapsLock: 20,
  Escape: 27,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  PrintScreen: 44,
  Insert: 45,
  Delete: 46,
  ContextMenu: 93,
  NumLock: 144,
  ScrollLock: 145,
}).map(([name, keyCode]): Row => [name, name, name, keyCode]);
const functions = Array.from({ length: 24 }, (_, index): Row => {
  const name = `F${index + 1}`;
  return [name, name, name, 112 + index];
});
const modifiers = Object.entries({ Shift: [16, 16], Control: [17, 17], Alt: [18, 18], Meta: [91, 92] }).flatMap(
  ([name, [left = 0, right = 0]]): Row[] => [
    [`${name}Left`, name, name, left, 1],
    [`${name}Right`, name, name, right, 2],
  ],
);
// With NumLock on, as games expect it.
const numpadDigits = Array.from({ length: 10 }, (_, digit): Row => [
  `Numpad${digit}`,
  String(digit),
  String(digit),
  96 + digit,
  3,
]);
const numpad: readonly Row[] = [
  ["NumpadMultiply", "*", "*", 106, 3],
  ["NumpadAdd", "+", "+", 107, 3],
  ["NumpadSubtract", "-", "-", 109, 3],
  ["NumpadDecimal", ".", ".", 110, 3],
  ["NumpadDivide", "/", "/", 111, 3],
  ["NumpadEnter", "Enter", "Enter", 13, 3],
];

type Row = readonly [code: string, key: string, shifted: string, keyCode: number, location?: number];

const meanings: ReadonlyMap<string, KeyMeaning> = new Map(
  [letters, digits, symbols, named, functions, modifiers, numpadDigits, numpad]
    .flat()
    .map(([code, key, shifted, keyCode, location = 0]) => [code, { key, shifted, keyCode, location }]),
);
