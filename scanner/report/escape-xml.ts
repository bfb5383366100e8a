import { escapeControls } from "./escape-controls.ts";

/** Escapes text and attributes. Characters that XML 1.0 cannot express, such as control characters, become U+FFFD. */
export function escapeXml(text: string): string {
  const escaped = text
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "\ufffd")
    .replaceAll(/[&<>"'\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`);
  return escapeControls(escaped);
}
