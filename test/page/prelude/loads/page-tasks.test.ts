import { expect, it } from "vitest";
import { PageTasks } from "../../../../src/page/prelude/loads/page-tasks.ts";

it("runs a message of another origin after the message before it, of which it knows the place", async () => {
  const tasks = new PageTasks(async () => {
    await Promise.resolve();
  }, true);
  tasks.refill();
  const ran: string[] = [];
  const receive = (name: string): boolean => {
    const order = tasks.takePost();
    return tasks.admit(
      () => ran.push(name),
      () => order,
    );
  };
  // Only a window of the same origin tells that it posts.
  tasks.notePost();
  expect([receive("same origin"), receive("another origin")]).toEqual([false, false]);
  await tasks.turn();
  expect(ran).toEqual(["same origin", "another origin"]);
});
