import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("goes on beside a transaction that its page keeps alive until a timer comes", async () => {
  const { found, finish } = await runPreludePage({
    frames: 5,
    script: `
      const opening = indexedDB.open("kept");
      opening.onupgradeneeded = () => { opening.result.createObjectStore("store"); };
      opening.onsuccess = () => {
        const transaction = opening.result.transaction("store");
        let isKept = true;
        const ask = () => { if (isKept) transaction.objectStore("store").get(1).onsuccess = ask; };
        ask();
        transaction.oncomplete = () => { found.isComplete = true; };
        setTimeout(() => { isKept = false; }, 20);
      };`,
  });
  expect(found).toEqual({ isComplete: true });
  expect(finish.namedUses.map(({ api }) => api)).toEqual(["an IndexedDB transaction that does not end"]);
});
