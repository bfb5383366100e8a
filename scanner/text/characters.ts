/** A set of characters by code, with 1 for each member. A look-up takes a fraction of a regular expression's time. */
export function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(0x1_00_00);
  for (let index = 0; index < characters.length; index++) table[characters.charCodeAt(index)] = 1;
  return table;
}

const white =
  "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";
/** White space and line breaks. */
export const blanks = tableOf(white);

/** The characters of names, including everything beyond ASCII except white space. */
export const nameParts = tableOf("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$#");
nameParts.fill(1, 128);
for (const mark of white) nameParts[mark.charCodeAt(0)] = 0;
