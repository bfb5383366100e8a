import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { AsyncOrder } from "../../../../src/page/prelude/loads/async-order.ts";

/** An order in Node, with its timers. */
function createOrder(): AsyncOrder {
  const timers = new Map<number, NodeJS.Timeout>();
  const real = {
    now: () => performance.now(),
    setTimeout: (callback: () => void, delayMs: number) => {
      timers.set(timers.size, setTimeout(callback, delayMs));
      return timers.size - 1;
    },
    clearTimeout: (id: number) => {
      clearTimeout(timers.get(id));
    },
    turn: async () => {
      await setImmediate();
    },
  };
  return new AsyncOrder(real, () => true);
}

it("delivers to a page that takes long to request anything", async () => {
  const order = createOrder();
  for (let look = 0; look < 1500; look += 1) await order.settle(1000);
  const delivered: string[] = [];
  order.expect("late").complete(() => {
    delivered.push("late");
  });
  expect(order.isWaiting()).toBe(true);
  await order.settle(1000);
  expect(delivered).toEqual(["late"]);
});

it("waits for a request that is made while the last one is released", async () => {
  const order = createOrder();
  const first = order.expect("first");
  const settled = order.settle(1000);
  const delivered: string[] = [];
  await setImmediate();
  first.release();
  const second = order.expect("second");
  await setImmediate();
  second.complete(() => {
    delivered.push("second");
  });
  await settled;
  expect(delivered).toEqual(["second"]);
});

it("ends a chain of requests that each cause the next, after a number of rounds", async () => {
  const order = createOrder();
  order.beginFrame();
  let count = 0;
  const next = (): void => {
    count += 1;
    order.expect("next").complete(next);
  };
  next();
  await order.settle(1000);
  expect(count).toBe(101);
});
