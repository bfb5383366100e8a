import type { Notice, NoticeKind } from "../findings/finding.ts";
import type { Detection, SourcePlace } from "./flow-values.ts";
import type { Rule } from "../rules/rule.ts";

/** What a solver has found so far. One place obtains one thing once, however often it is looked at. */
export interface Detections {
  obtain(rule: Rule, place: SourcePlace): Detection;
  notice(kind: NoticeKind, place: SourcePlace): void;
  all(): readonly Detection[];
  notices(): readonly Notice[];
}

const noticeTexts: Readonly<Record<NoticeKind, string>> = {
  "Math[*]": "Which member of Math is read here is not known before it runs; it may be random.",
  "Date[*]": "Which member of Date is read here is not known before it runs; it may be now.",
  "performance[*]": "Which member of performance is read here is not known before it runs; it may be now.",
  "crypto[*]": "Which member of crypto is read here is not known before it runs; it may be a source of randomness.",
  "new Date(...)": "Whether anything is spread here is not known before it runs; with nothing the date is the present.",
  eval: "The code that is evaluated here is not known before it runs, and is not scanned.",
  unscanned:
    "This file, or a part of it, is not scanned: it is of a kind that is not read, or more flows through it than can be followed.",
  "override:Math.random": "Math.random is replaced here. The harness replaces it too; take ctx.random instead.",
  "override:Date.now": "Date.now is replaced here. The harness replaces it too; take ctx.time instead.",
};

/** Makes a notice of a kind at a place. */
export function noticeAt(
  kind: NoticeKind,
  { file, line, column }: { readonly file: string; readonly line: number; readonly column: number },
): Notice {
  return { file, line, column, kind, message: noticeTexts[kind] };
}

export function createDetections(): Detections {
  const detections = new Map<string, Detection>();
  const notices = new Map<string, Notice>();
  const keyOf = ({ file, line, column }: SourcePlace, what: string): string => `${file}\n${line}:${column}\n${what}`;
  return {
    obtain: (rule, place) => {
      const key = keyOf(place, rule.api);
      const known = detections.get(key) ?? { rule, place, uses: new Set(), transits: new Set(), isSuperseded: false };
      detections.set(key, known);
      return known;
    },
    notice: (kind, place) => void notices.set(keyOf(place, kind), noticeAt(kind, place)),
    all: () => [...detections.values()].filter(({ isSuperseded }) => !isSuperseded),
    notices: () => {
      // Where a banned member was found, that another one may be read there too is nothing new.
      const found = new Set(
        Array.from(detections.values(), ({ rule, place }) =>
          keyOf(place, `${/^[^.#]*/.exec(rule.path)?.[0] ?? ""}[*]`),
        ),
      );
      return [...notices].filter(([key]) => !found.has(key)).map(([, notice]) => notice);
    },
  };
}
