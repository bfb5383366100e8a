import { replaceMethod } from "../native/native-look.ts";

/**
 * Answers a page's questions to a person as one who closes them at once. Asking the browser would hold the page up until
 * the harness has answered, in real time, which ten thousand questions in a frame turn into a hang.
 */
export function answerDialogs(realm: typeof globalThis): void {
  const answers = { alert: undefined, confirm: false, prompt: null, print: undefined } as const;
  for (const [name, answer] of Object.entries(answers)) {
    replaceMethod(realm, name, () => {
      function replacement(...texts: readonly unknown[]): unknown {
        // The browser makes a text of what it is to show, which a page may notice.
        if (name !== "print") texts.slice(0, 2).map(String);
        return answer;
      }
      return replacement;
    });
  }
}
