import type { Notice, NoticeKind, Place } from "./finding.ts";

const noticeTexts: Readonly<Record<NoticeKind, string>> = {
  "Math[*]": "Which member of Math is read here is not known before it runs; it may be random.",
  "Date[*]": "Which member of Date is read here is not known before it runs; it may be now.",
  "performance[*]": "Which member of performance is read here is not known before it runs; it may be now.",
  "crypto[*]": "Which member of crypto is read here is not known before it runs; it may be a source of randomness.",
  "new Date(...)": "Whether anything is spread here is not known before it runs; with nothing the date is the present.",
  eval: "The code that is evaluated here is not known before it runs, and is not scanned.",
  unscanned: "This file, or a part of it, is not scanned: it is of a kind that is not read.",
  "followed-so-far": "More values flow through this file than can be followed; some were not followed to their end.",
  "override:Math.random": "Math.random is replaced here. Framegate replaces it, too, when it runs the game.",
  "override:Date.now": "Date.now is replaced here. Framegate replaces it, too, when it runs the game.",
};

/** Makes a notice of a kind at a place. */
export function noticeAt(kind: NoticeKind, { file, line, column }: Place): Notice {
  return { file, line, column, kind, message: noticeTexts[kind] };
}

/** Says which value was followed only so far, and from where on it was not. */
export function unfollowedNotice(place: Place, { name, value }: Readonly<Record<"name" | "value", string>>): Notice {
  const message = `\`${name}\` (${value}) is used from here on in more places than this file's budget allows; what becomes of it there was not followed.`;
  return { ...place, kind: "followed-so-far", message };
}
