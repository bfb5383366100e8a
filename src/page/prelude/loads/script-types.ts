/** The types of JavaScript, in the standard of MIME types. */
export const codeType =
  /^(?:text|application)\/(?:x-)?(?:ecma|java)script$|^text\/(?:javascript1\.[0-5]|jscript|livescript)$/iu;

/** True for a script that the browser runs, judged by its attributes. An unknown type or language makes it data. */
export function isCode(script: HTMLScriptElement): boolean {
  const type = script.getAttribute("type")?.trim();
  if (type?.toLowerCase() === "module") return true;
  if (script.noModule) return false;
  if (type !== undefined) return type === "" || codeType.test(type);
  const language = script.getAttribute("language") ?? "";
  return language === "" || codeType.test(`text/${language}`);
}
