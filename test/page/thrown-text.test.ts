import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { describeThrown } from "../../src/page/thrown-text.ts";

describe("a value that a page threw", () => {
  it("is described by its name and message", () => {
    expect(describeThrown(new TypeError("no"))).toMatchObject({ name: "TypeError", message: "no" });
    const others = [null, undefined, 5, 7n, "text", Symbol("s"), { message: "odd" }].map(describeThrown);
    expect(others.map(({ message }) => message)).toEqual([
      ...["null", "undefined", "5", "7", "text", "Symbol(s)", "odd"],
    ]);
  });

  it("is an error of another realm, too, with its name and stack", () => {
    const thrown: unknown = runInNewContext("new RangeError('far away')", undefined, { filename: "frame.js" });
    expect(thrown instanceof Error).toBe(false);
    expect(describeThrown(thrown)).toMatchObject({ name: "RangeError", message: "far away" });
    expect(describeThrown(thrown).stack).toContain("frame.js:1");
  });

  it("is described by the element that an event comes from", () => {
    const failed = { type: "error", target: { src: "http://game/nowhere.png" } };
    const events = [failed, { type: "abort", target: {} }, { type: "odd", target: null }].map(describeThrown);
    expect(events.map(({ message }) => message)).toEqual([
      'an event of type "error" from http://game/nowhere.png',
      'an event of type "abort"',
      "an object that is no error",
    ]);
  });

  it("is cut, and its length is said", () => {
    const { message, stack } = describeThrown(new Error("x".repeat(5_000_000)));
    expect(message).toMatch(/^x{2000}\.\.\. \(5000000 characters\)$/);
    expect(stack?.length).toBeLessThanOrEqual(20_000);
    expect(stack).toContain("thrown-text.test.ts");
  });

  it("is described without calling its methods, and never throws", () => {
    const forbid = (): never => {
      throw new Error("called");
    };
    const trap = new Proxy({}, { get: forbid });
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const bad = Object.defineProperties(new Error(), { message: { get: forbid }, name: { get: forbid } });
    for (const thrown of [new Proxy({}, trap), proxy, bad, Object.create(null), { toString: forbid }])
      expect(describeThrown(thrown).message.length).toBeGreaterThan(0);
  });
});
