import { expect, it } from "vitest";
import { watchScan } from "../../../scanner/find/watch.ts";
import { briefly, createSourceFolder } from "../source-folder.ts";

it("scans again whenever a source changes, comes or goes, until it is interrupted", { timeout: 60_000 }, async () => {
  using folder = createSourceFolder({ "src/a.ts": "export {};" });
  const { signal, abort } = abortable();
  const seen: (readonly string[])[] = [];
  // Each result brings about the next change; what comes twice, because an editor's steps were seen apart, is passed over.
  const steps: readonly { readonly expected: readonly string[]; readonly next: () => void }[] = [
    {
      expected: [],
      next: () => {
        folder.write({ "src/a.ts": "Math.random();" });
      },
    },
    {
      expected: ["src/a.ts:1 Math.random"],
      next: () => {
        folder.write({ "src/deep/b.ts": "Date.now();" });
      },
    },
    {
      expected: ["src/a.ts:1 Math.random", "src/deep/b.ts:1 Date.now"],
      next: () => {
        folder.write({ ".gitignore": "deep", "src/a.ts": "" });
      },
    },
  ];
  let step = 0;
  const watching = watchScan(["."], { cwd: folder.path, signal }, (result) => {
    seen.push(briefly(result));
    const current = steps[step];
    if (current === undefined || JSON.stringify(briefly(result)) !== JSON.stringify(current.expected))
      return Promise.resolve();
    step++;
    current.next();
    if (step === steps.length) abort();
    return Promise.resolve();
  });
  await expect(watching).rejects.toThrow("enough");
  expect(step).toBe(steps.length);
  expect(seen[0]).toEqual([]);
});

function abortable(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    abort: () => {
      controller.abort(new Error("enough"));
    },
  };
}
