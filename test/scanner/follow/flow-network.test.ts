import { describe, expect, it } from "vitest";
import { Network } from "../../../scanner/follow/flow-network.ts";
import type { Value } from "../../../scanner/follow/flow-values.ts";

const path: Value = { kind: "path", path: "Math" };
const text = (index: number): Value => ({ kind: "text", text: String(index) });

describe("a network", () => {
  it("tells a listener of each value once, whether it came before or comes after", () => {
    const network = new Network(() => true);
    const variable = network.newVariable();
    const heard: Value[] = [];
    network.add(variable, path);
    network.settle();
    network.watch(variable, (value) => heard.push(value));
    network.settle();
    network.add(variable, path);
    network.add(variable, text(1));
    network.settle();
    expect(heard).toEqual([path, text(1)]);
  });

  it("does not recurse along a chain of listeners", () => {
    const network = new Network(() => true);
    const variable = network.newVariable();
    let left = 25_000;
    const next = (): void => {
      left -= 1;
      if (left > 0) network.watch(variable, next);
    };
    network.add(variable, path);
    network.watch(variable, next);
    network.settle();
    expect(left).toBe(0);
  });

  it("never drops a path, and knows nothing of a variable with too many texts", () => {
    const network = new Network(() => true);
    const variable = network.newVariable();
    for (let index = 0; index < 100; index += 1) network.add(variable, text(index));
    network.add(variable, path);
    network.settle();
    expect([...network.valuesOf(variable)]).toContain(path);
    expect(network.findOpen()(variable)).toBe(true);
  });

  it("says when it has lost one of too many ways of calling", () => {
    const network = new Network(() => true);
    const variable = network.newVariable();
    expect(network.hasLost).toBe(false);
    for (let index = 0; index < 100; index += 1)
      network.add(variable, { kind: "bound", of: path, receiver: -1, given: [] });
    network.settle();
    expect(network.hasLost).toBe(true);
  });

  it("leaves values that are not live in place until they are demanded, however far away they start", () => {
    const network = new Network(({ length }) => length > 0);
    const [first, second, third] = [network.newVariable(), network.newVariable(), network.newVariable()];
    const still: Value = { kind: "path", path: "" };
    network.flow(first, second);
    network.flow(second, third);
    network.add(first, path);
    network.add(first, still);
    network.settle();
    expect([...network.valuesOf(third)]).toEqual([path]);
    network.demand(third);
    network.settle();
    expect([...network.valuesOf(third)]).toEqual([path, still]);
  });

  it("lets a value flow everywhere once it is live, and then runs the pending work", () => {
    const network = new Network(() => false);
    const [first, second, third] = [network.newVariable(), network.newVariable(), network.newVariable()];
    const method: Value = { kind: "method", name: "call", of: path };
    const done: string[] = [];
    network.flow(first, second);
    network.add(first, method);
    network.whenEnlivened(method, () => done.push("value"));
    network.whenLive(second, () => done.push("variable"));
    network.whenLive(second, third);
    network.settle();
    expect(done).toEqual([]);
    network.enliven(method);
    network.settle();
    expect(done.sort()).toEqual(["value", "variable"]);
    expect([...network.valuesOf(second)]).toEqual([method]);
    expect(network.isDemanded(third)).toBe(true);
  });

  it("passes on only paths once it has passed on too much", () => {
    const network = new Network(() => true);
    const [first, second] = [network.newVariable(), network.newVariable()];
    const unknown: Value = { kind: "unknown" };
    network.demand(second);
    for (let index = 0; index < 500_001; index += 1) network.add(first, path);
    network.flow(first, second);
    network.add(first, unknown);
    network.settle();
    expect([...network.valuesOf(second)]).toEqual([path]);
    expect(network.hasLost).toBe(true);
  });

  it("treats a variable as open if an unknown value flows into it", () => {
    const network = new Network(() => true);
    const [unknown, closed, known, open] = [
      network.newVariable(),
      network.newClosedVariables(1),
      network.newVariable(),
      network.newVariable(),
    ];
    network.add(known, text(1));
    network.flow(closed, known);
    network.flow(known, open);
    network.flow(unknown, open);
    network.settle();
    const isOpen = network.findOpen();
    expect([unknown, closed, known, open].map(isOpen)).toEqual([true, false, false, true]);
  });
});
