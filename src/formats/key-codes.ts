// The `code` values of W3C UI Events KeyboardEvent code Values, https://www.w3.org/TR/uievents-code/, section 3.
const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ", (letter) => `Key${letter}`);
const digits = Array.from({ length: 10 }, (_, digit) => [`Digit${digit}`, `Numpad${digit}`]).flat();
const functions = Array.from({ length: 24 }, (_, index) => `F${index + 1}`);

const writingSystem =
  "Backquote Backslash BracketLeft BracketRight Comma Equal IntlBackslash IntlRo IntlYen Minus Period Quote Semicolon Slash";
const functional =
  "AltLeft AltRight Backspace CapsLock ContextMenu ControlLeft ControlRight Enter MetaLeft MetaRight ShiftLeft ShiftRight " +
  "Space Tab Convert KanaMode Lang1 Lang2 Lang3 Lang4 Lang5 NonConvert";
const controlPad = "Delete End Help Home Insert PageDown PageUp ArrowDown ArrowLeft ArrowRight ArrowUp";
const numpad =
  "NumLock NumpadAdd NumpadBackspace NumpadClear NumpadClearEntry NumpadComma NumpadDecimal NumpadDivide NumpadEnter " +
  "NumpadEqual NumpadHash NumpadMemoryAdd NumpadMemoryClear NumpadMemoryRecall NumpadMemoryStore NumpadMemorySubtract " +
  "NumpadMultiply NumpadParenLeft NumpadParenRight NumpadStar NumpadSubtract";
const functionSection = "Escape Fn FnLock PrintScreen ScrollLock Pause";
const media =
  "BrowserBack BrowserFavorites BrowserForward BrowserHome BrowserRefresh BrowserSearch BrowserStop Eject LaunchApp1 " +
  "LaunchApp2 LaunchMail MediaPlayPause MediaSelect MediaStop MediaTrackNext MediaTrackPrevious Power Sleep " +
  "AudioVolumeDown AudioVolumeMute AudioVolumeUp WakeUp";
const legacy =
  "Hyper Super Turbo Abort Resume Suspend Again Copy Cut Find Open Paste Props Select Undo Hiragana Katakana Unidentified";

/** Every `KeyboardEvent.code` that the specification lists. */
export const keyCodes: ReadonlySet<string> = new Set([
  ...letters,
  ...digits,
  ...functions,
  ...[writingSystem, functional, controlPad, numpad, functionSection, media, legacy].flatMap((group) =>
    group.split(" "),
  ),
]);
