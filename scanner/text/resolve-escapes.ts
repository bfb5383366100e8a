/**
 * Resolves the escapes of a string or of a part of a template, with a blank for each control character. An invalid
 * escape stands for itself, as in old scripts.
 */
export function resolveEscapes(text: string): string {
  return text.includes("\\") ? text.replaceAll(escapes, resolveOne) : text;
}

const escapes = /\\(?:u\{[0-9A-Fa-f]+\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[0-3]?[0-7]{1,2}|\r\n|[^])/g;

function resolveOne(escape: string): string {
  const body = escape.slice(1);
  if (/^[0-7]/.test(body)) return String.fromCharCode(Number.parseInt(body, 8));
  if (body.length > 1 && /^[ux]/.test(body)) {
    const codePoint = Number.parseInt(body.replaceAll(/[ux{}]/g, ""), 16);
    return codePoint <= 0x10_ff_ff ? String.fromCodePoint(codePoint) : "";
  }
  // A line break after a backslash joins two lines.
  if (/^[\n\r]/.test(body)) return "";
  return /[ntrbvf]/.test(body) ? " " : body;
}
