import type { Notice, NoticeKind, Place } from "./finding.ts";

const noticeTexts: Readonly<Record<NoticeKind, string>> = {
  "Math[*]": "The member of Math that is read here is known only at run time. It may be Math.random.",
  "Date[*]": "The member of Date that is read here is known only at run time. It may be Date.now.",
  "performance[*]": "The member of performance that is read here is known only at run time. It may be performance.now.",
  "crypto[*]": "The member of crypto that is read here is known only at run time. It may be a source of randomness.",
  "new Date(...)": "The spread arguments are known only at run time. If there are none, the date is the current time.",
  eval: "The code that is evaluated here is known only at run time, so it was not scanned.",
  unscanned: "This file, or a part of it, could not be read and was not scanned.",
  "followed-so-far": "More values flow through this file than can be followed. Some were not followed to the end.",
  "override:Math.random": "Math.random is replaced here. Framegate also replaces it when it runs the game.",
  "override:Date.now": "Date.now is replaced here. Framegate also replaces it when it runs the game.",
};

/** Creates a notice of a kind at a place. */
export function noticeAt(kind: NoticeKind, { file, line, column }: Place): Notice {
  return { file, line, column, kind, message: noticeTexts[kind] };
}

/** Names a value and the place from which it was no longer followed. */
export function unfollowedNotice(place: Place, { name, value }: Readonly<Record<"name" | "value", string>>): Notice {
  const message = `From here on, \`${name}\` (${value}) is used in more places than this file's budget allows. It was not followed to all of them.`;
  return { ...place, kind: "followed-so-far", message };
}
