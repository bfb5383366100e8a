import type { PageNotice } from "../../../formats/page-port.ts";
import { cutText } from "../../thrown-text.ts";
import { replaceMethod } from "../native/native-look.ts";
import { FirstTexts } from "./first-texts.ts";

/** The dialogs of a realm. */
export interface Dialogs {
  /** One notice for all of them, with the texts of the first few; empty if none was opened. */
  notices(): readonly PageNotice[];
}

const answers = { alert: undefined, confirm: false, prompt: null, print: undefined } as const;
const answerWords: Readonly<Record<string, string>> = { confirm: ", answered no", prompt: ", cancelled" };

const textLengthMax = 200;

/**
 * Answers a page's dialogs as a person would who closes them at once. A real dialog would block the page until the
 * harness has answered, in real time: ten thousand of them in a frame would be a hang. `send` dispatches an event at the
 * window.
 */
export function answerDialogs(realm: typeof globalThis, send: (event: Event) => void): Dialogs {
  const { Event } = realm;
  const opened = new FirstTexts(realm);
  for (const [name, answer] of Object.entries(answers)) {
    replaceMethod(realm, name, () => {
      function replacement(...values: readonly unknown[]): unknown {
        // The browser converts the arguments to strings, which a page may notice.
        const [text = ""] = name === "print" ? [] : values.slice(0, 2).map(String);
        opened.add(() => `${name}(${quote(text)})${answerWords[name] ?? ""}`);
        if (name === "print") for (const type of ["beforeprint", "afterprint"]) send(new Event(type));
        return answer;
      }
      return replacement;
    });
  }
  return {
    notices() {
      const count = opened.count();
      if (count === 0) return [];
      const subject = count === 1 ? "a dialog" : `${String(count)} dialogs`;
      const message = `The page opened ${subject}, closed at once: ${opened.list()}.`;
      return [{ code: "dialog", severity: "warning", message, where: opened.where() }];
    },
  };
}

function quote(text: string): string {
  return text === "" ? "" : JSON.stringify(cutText(text, textLengthMax));
}
