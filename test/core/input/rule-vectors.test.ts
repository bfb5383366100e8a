import { describe, expect, it } from "vitest";
import { InputError } from "../../../src/core/input/input-error.ts";
import { InputManager } from "../../../src/core/input/manager.ts";
import { look, managerOf } from "./live-manager.ts";
import { loadRuleVectors, outcome } from "./rule-vectors.ts";

describe("a scalar fed by test_axis", () => {
  it.each(loadRuleVectors("axis1d"))("keeps $rule to the last digit: $id", ({ raw, deadzone, expected }) => {
    const manager = managerOf({
      act: { valueType: "scalar", bindings: [{ type: "test_axis", sourceId: "a", deadzone }] },
    });
    manager.injectAxis("a", raw);
    manager.step();
    expect(manager.getScalar("act")).toBe(expected);
  });
});

describe.each(["test_vector2", "touch_stick", "gamepad_axis_pair"] as const)("a vector2 fed by %s", (type) => {
  const source = type === "gamepad_axis_pair" ? { xAxis: 0, yAxis: 1 } : { sourceId: "a" };

  it.each(loadRuleVectors("radial2d"))("keeps $rule: $id", ({ raw, deadzone, expected, tol }) => {
    const manager = managerOf({ act: { valueType: "vector2", bindings: [{ type, ...source, deadzone }] } });
    if (type === "test_vector2") manager.injectVector2("a", raw);
    else if (type === "touch_stick") manager.setTouchStick("a", raw);
    else manager.receive({ type: "gamepad", index: 0, axes: [raw.x, raw.y] });
    manager.step();
    const { x, y } = manager.getVector2("act");
    expect(Math.abs(x - expected.x)).toBeLessThanOrEqual(tol);
    expect(Math.abs(y - expected.y)).toBeLessThanOrEqual(tol);
    expect([x, y].some((part) => Object.is(part, -0))).toBe(false);
  });
});

describe("a digital action fed by gamepad_axis", () => {
  it.each(loadRuleVectors("digital"))("keeps $rule: $id", ({ raw, direction, deadzone, expected }) => {
    const manager = managerOf({
      act: { valueType: "digital", bindings: [{ type: "gamepad_axis", axis: 0, direction, deadzone }] },
    });
    manager.receive({ type: "gamepad", index: 0, axes: [raw] });
    manager.step();
    expect(manager.isPressed("act")).toBe(expected);
  });
});

describe("a session", () => {
  it.each(loadRuleVectors("session"))("keeps $rule: $id", ({ actions, play }) => {
    const manager = actions === undefined ? new InputManager() : managerOf(actions);
    play.forEach((call, index) => {
      makeCall(manager, call, `call ${String(index)}: ${JSON.stringify(call)}`);
    });
  });
});

/** Makes a call, and checks the expectation at its end. */
function makeCall(manager: InputManager, call: readonly unknown[], name: string): void {
  const parsed = outcome.safeParse(call.at(-1));
  const [method, ...args] = parsed.success ? call.slice(0, -1) : call;
  const make = (): unknown => callMethod(manager, String(method), args.map(readNumbers));
  if (!parsed.success) {
    make();
  } else if ("is" in parsed.data) {
    expect(make(), name).toEqual(parsed.data.is);
  } else {
    const { throws, saying = "", finding } = parsed.data;
    const thrown = errorOf(make);
    expect(thrown?.code, name).toBe(throws);
    expect(thrown?.message, name).toContain(saying);
    if (finding !== undefined)
      expect(
        thrown?.diagnostics.map(({ code }) => code),
        name,
      ).toContain(finding);
  }
}

/** By name and with any arguments, like an untyped caller. */
function callMethod(manager: InputManager, method: string, args: readonly unknown[]): unknown {
  if (method === "look") return look(manager, String(args[0]));
  const found: unknown = Reflect.get(manager, method);
  if (typeof found !== "function") throw new Error(`The manager has no method ${method}.`);
  return Reflect.apply(found, manager, args);
}

function errorOf(make: () => unknown): InputError | null {
  try {
    make();
    return null;
  } catch (thrown) {
    if (thrown instanceof InputError) return thrown;
    throw thrown;
  }
}

const notFinite: ReadonlyMap<unknown, number> = new Map([
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
]);

/** JSON cannot express numbers that are not finite. */
function readNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readNumbers);
  // A map is left as it is, because its names may be anything, even `__proto__`.
  if (typeof value !== "object" || value === null || "actions" in value) return notFinite.get(value) ?? value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, readNumbers(inner)]));
}
