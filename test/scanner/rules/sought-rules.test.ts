import { describe, expect, it } from "vitest";
import { coreGroups } from "../../../scanner/findings/finding.ts";
import { isDomEvent, soughtRules } from "../../../scanner/rules/sought-rules.ts";
import { vocabularyOf } from "../../../scanner/text/vocabulary.ts";

describe("a rule sought by a member", () => {
  it("has that member on its path", () => {
    for (const { path, member } of soughtRules) expect(path.split(/[.#]/).slice(1)).toContain(member);
  });

  it("makes its member, not its global, a word of the filter", () => {
    const { members, globals } = vocabularyOf(coreGroups);
    for (const { path, member } of soughtRules) {
      expect(members).toContain(member);
      expect(globals.has(/^\w+/.exec(path)?.[0] ?? "")).toBe(false);
    }
  });
});

describe("an event of the DOM", () => {
  it.each(["click", "dblclick", "keydown", "pointerrawupdate", "touchcancel", "visibilitychange", "animationend"])(
    "is %s",
    (type) => {
      expect(isDomEvent(type)).toBe(true);
    },
  );

  it.each(["change", "start", "message", "hit", "load", "keyframe", "clicked", ""])(
    "may be another one: %s",
    (type) => {
      expect(isDomEvent(type)).toBe(false);
    },
  );
});
