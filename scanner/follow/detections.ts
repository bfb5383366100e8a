import type { Notice, NoticeKind } from "../findings/finding.ts";
import { noticeAt } from "../findings/notice-texts.ts";
import type { Detection, SourcePlace } from "./flow-values.ts";
import type { Rule } from "../rules/rule.ts";

/** What a solver has found so far. One place obtains one thing once, however often it is looked at. */
export interface Detections {
  obtain(rule: Rule, place: SourcePlace): Detection;
  notice(kind: NoticeKind, place: SourcePlace): void;
  all(): readonly Detection[];
  notices(): readonly Notice[];
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
