import { describe, expect, it } from "vitest";
import { createNetwork } from "../../scanner/flow-network.ts";
import type { Value } from "../../scanner/flow-values.ts";

const path: Value = { kind: "path", path: "Math" };
const text = (index: number): Value => ({ kind: "text", text: String(index) });

describe("a network", () => {
  it("tells a listener of each value once, whether it came before or comes after", () => {
    const network = createNetwork(() => true);
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

  it("needs no stack for a line of listeners", () => {
    const network = createNetwork(() => true);
    const variable = network.newVariable();
    let left = 100_000;
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
    const network = createNetwork(() => true);
    const variable = network.newVariable();
    for (let index = 0; index < 100; index += 1) network.add(variable, text(index));
    network.add(variable, path);
    network.settle();
    expect([...network.valuesOf(variable)]).toContain(path);
    expect(network.findOpen()(variable)).toBe(true);
  });

  it("says when it has lost one of too many ways of calling", () => {
    const network = createNetwork(() => true);
    const variable = network.newVariable();
    expect(network.lostAt()).toBe(-1);
    for (let index = 0; index < 100; index += 1) network.add(variable, { kind: "bound", of: path, given: [] });
    network.settle();
    expect(network.lostAt()).toBe(variable);
  });

  it("takes a variable for open into which something flows that nothing is known of", () => {
    const network = createNetwork(() => true);
    const [unknown, closed, known, open] = [network.newVariable(), network.newClosedVariable(), network.newVariable(), network.newVariable()];
    network.add(known, text(1));
    network.flow(closed, known);
    network.flow(known, open);
    network.flow(unknown, open);
    network.settle();
    const isOpen = network.findOpen();
    expect([unknown, closed, known, open].map(isOpen)).toEqual([true, false, false, true]);
  });
});
