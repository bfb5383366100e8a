import { type Notice, type NoticeKind, noticeTexts, type Place } from "./finding.ts";

/** Creates a notice of a kind at a place. */
export function noticeAt(kind: NoticeKind, { file, line, column }: Place): Notice {
  return { file, line, column, kind, message: noticeTexts[kind] };
}

/** Names a value and the place from which it was no longer followed. */
export function unfollowedNotice(place: Place, { name, value }: Readonly<Record<"name" | "value", string>>): Notice {
  const message = `From here on, \`${name}\` (${value}) is used in more places than this file's budget allows. It was not followed to all of them.`;
  return { ...place, kind: "followed-so-far", message };
}
