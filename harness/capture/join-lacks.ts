import type { RunNotice } from "../../src/formats/frame-sample.ts";
import { gameFolderOf } from "./stack-positions.ts";

/** A file that a page did not get, and how to say so. */
export interface Lack extends RunNotice {
  readonly url: string;
  /** The message for several such files of a folder; null if each needs its own. */
  readonly joined: ((files: JoinedFiles) => string) | null;
}

/** Several files of a folder. */
export interface JoinedFiles {
  /** Their number and their folder, such as "9 files of http://game/levels/". */
  readonly subject: string;
  /** The names of the first few, such as "a.json, b.json, c.json and 6 more". */
  readonly names: string;
  /** The names of all. */
  readonly allNames: string;
  /** A pattern that they match, such as `levels/*.json`. */
  readonly glob: string;
}

const separateMax = 3;
const namesMax = 3;

/** One notice per file, but only one for more than three of a folder that would all be told alike. */
export function joinLacks(lacks: readonly Lack[]): readonly RunNotice[] {
  const groups = new Map<string, Map<string, Lack>>();
  for (const lack of lacks) {
    const key = keyOf(lack);
    groups.set(key, (groups.get(key) ?? new Map<string, Lack>()).set(lack.message, lack));
  }
  return [...groups.values()].flatMap((group) => {
    const members = [...group.values()];
    const [first] = members;
    if (first === undefined || first.joined === null || members.length <= separateMax) return members.map(noticeOf);
    return [{ ...noticeOf(first), message: first.joined(describeFiles(first, members)) }];
  });
}

function noticeOf({ code, severity, message, where }: Lack): RunNotice {
  return { code, severity, message, where };
}

/** Equal for files of a folder that are told by the same words. */
function keyOf({ severity, url, message, joined }: Lack): string {
  if (joined === null) return message;
  const { folder, glob } = placeOf(url);
  return `${severity}\n${joined({ subject: folder, names: "", allNames: "", glob })}`;
}

function describeFiles({ url }: Lack, members: readonly Lack[]): JoinedFiles {
  const { folder, glob } = placeOf(url);
  const all = members.map((member) => placeOf(member.url).name);
  return {
    subject: `${String(members.length)} files of ${folder}`,
    names: `${all.slice(0, namesMax).join(", ")} and ${String(all.length - namesMax)} more`,
    allNames: all.join(", "),
    glob,
  };
}

function placeOf(url: string): { readonly folder: string; readonly name: string; readonly glob: string } {
  if (!URL.canParse(url)) return { folder: url, name: url, glob: url };
  const { origin, pathname } = new URL(url);
  const [, path = "", name = ""] = /^\/(.*\/)?([^/]*)$/su.exec(pathname) ?? [];
  const extension = /\.[^.]+$/u.exec(name)?.[0] ?? "";
  const folder = gameFolderOf(`${origin}/${path}`);
  return { folder: origin === "null" ? url : folder, name, glob: `${path}*${extension}` };
}
