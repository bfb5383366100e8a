/** The code of a `javascript:` URL, as it runs. Null for any other text. */
export function codeOfUrl(text: string): string | null {
  const [scheme] = codeUrl.exec(text) ?? [];
  if (scheme === undefined) return null;
  const code = text.slice(scheme.length);
  try {
    return decodeURIComponent(code);
  } catch {
    return code;
  }
}

/** Browsers skip blanks before the scheme. */
const codeUrl = /^[\0- ]*javascript:/i;
