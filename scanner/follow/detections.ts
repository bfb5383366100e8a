import type { Notice, NoticeKind, Place } from "../findings/finding.ts";
import { noticeAt } from "../findings/notices.ts";
import type { SourcePlace } from "../facts/flow-facts.ts";
import type { Detection, Origin } from "./flow-values.ts";
import { remember } from "../findings/remember.ts";
import { type Rule, rootOf } from "../rules/rule.ts";

/** The detections of a solver so far. One place obtains one thing once, however often it is visited. */
export class Detections {
  readonly #detections = new Map<string, Detection>();
  readonly #notices = new Map<string, Notice>();

  obtain(rule: Rule, place: SourcePlace, origin: Origin | null = null): Detection {
    const key = keyOf(place, rule.api);
    const make = (): Detection => ({ rule, place, origin, uses: new Set(), transits: new Set(), isSuperseded: false });
    return remember(this.#detections, key, make);
  }

  notice(kind: NoticeKind, place: Place): void {
    this.#notices.set(keyOf(place, kind), noticeAt(kind, place));
  }

  all(): readonly Detection[] {
    return [...this.#detections.values()].filter(({ isSuperseded }) => !isSuperseded);
  }

  notices(): readonly Notice[] {
    const objectKey = ({ rule, place }: Detection): string => keyOf(place, `${rootOf(rule.path)}[*]`);
    // After a finding, a notice about an unknown member at the same place adds nothing.
    const found = new Set([...this.#detections.values()].map(objectKey));
    return [...this.#notices].filter(([key]) => !found.has(key)).map(([, notice]) => notice);
  }
}

function keyOf({ file, line, column }: Place, what: string): string {
  return `${file}\n${line}:${column}\n${what}`;
}
