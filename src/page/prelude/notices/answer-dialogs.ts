import type { PageNotice } from "../../../formats/page-port.ts";
import { cutText } from "../../thrown-text.ts";
import { callSite } from "../native/call-site.ts";
import { replaceMethod } from "../native/native-look.ts";

/** The dialogs of a realm. */
export interface Dialogs {
  /** One notice for all of them, with the texts of the first few; empty if none was opened. */
  notices(): readonly PageNotice[];
}

const answers = { alert: undefined, confirm: false, prompt: null, print: undefined } as const;
const answerWords: Readonly<Record<string, string>> = { confirm: ", answered no", prompt: ", cancelled" };

const textLengthMax = 200;
const toldMax = 3;

/**
 * Answers a page's dialogs as a person would who closes them at once. A real dialog would block the page until the
 * harness has answered, in real time: ten thousand of them in a frame would be a hang.
 */
export function answerDialogs(realm: typeof globalThis): Dialogs {
  const told: string[] = [];
  let opened = 0;
  let where: string | null = null;
  for (const [name, answer] of Object.entries(answers)) {
    replaceMethod(realm, name, () => {
      function replacement(...values: readonly unknown[]): unknown {
        // The browser converts the arguments to strings, which a page may notice.
        const [text = ""] = name === "print" ? [] : values.slice(0, 2).map(String);
        opened += 1;
        where ??= callSite(realm);
        if (told.length < toldMax) told.push(`${name}(${quote(text)})${answerWords[name] ?? ""}`);
        return answer;
      }
      return replacement;
    });
  }
  return {
    notices() {
      if (opened === 0) return [];
      const others = opened > told.length ? `; and ${String(opened - told.length)} more` : "";
      const subject = opened === 1 ? "a dialog" : `${String(opened)} dialogs`;
      const message = `The page opened ${subject}, closed at once: ${told.join("; ")}${others}.`;
      return [{ code: "dialog", severity: "warning", message, where }];
    },
  };
}

function quote(text: string): string {
  return text === "" ? "" : JSON.stringify(cutText(text, textLengthMax));
}
