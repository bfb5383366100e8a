import { replaceMethod } from "../native/native-look.ts";

/**
 * Answers a page's dialogs as a person would who closes them at once. A real dialog would block the page until the
 * harness has answered, in real time: ten thousand of them in a frame would be a hang.
 */
export function answerDialogs(realm: typeof globalThis): void {
  const answers = { alert: undefined, confirm: false, prompt: null, print: undefined } as const;
  for (const [name, answer] of Object.entries(answers)) {
    replaceMethod(realm, name, () => {
      function replacement(...texts: readonly unknown[]): unknown {
        // The browser converts the arguments to strings, which a page may notice.
        if (name !== "print") texts.slice(0, 2).map(String);
        return answer;
      }
      return replacement;
    });
  }
}
