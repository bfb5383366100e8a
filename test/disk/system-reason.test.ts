import { expect, it } from "vitest";
import { systemReason } from "../../disk/system-reason.ts";

const failure = (code: string, message: string): Error => Object.assign(new Error(message), { code });

it("puts a common error into words", () => {
  expect(systemReason(failure("EACCES", "EACCES: permission denied, open 'a'"))).toBe("permission is denied");
});

it("keeps the system's own words for a rare error", () => {
  expect(systemReason(failure("EMFILE", "EMFILE: too many open files, open 'a'"))).toBe(
    "EMFILE: too many open files, open 'a'",
  );
  expect(systemReason("a string")).toBe("a string");
});
