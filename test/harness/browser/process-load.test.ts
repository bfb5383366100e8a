import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { type ProcessLoad, readProcessLoad } from "../../../harness/browser/process-load.ts";

it.skipIf(process.platform !== "linux")("tells a running process from a stopped one", async () => {
  const code = "process.stdout.write('x'); setInterval(() => { for (let i = 0; i < 1e6; i += 1); }, 1)";
  const child = spawn(process.execPath, ["-e", code, "--", "--type=renderer"], { detached: true, stdio: "pipe" });
  const { pid = 0 } = child;
  try {
    await once(child.stdout, "data");
    const [first] = await readProcessLoad(pid);
    expect(first).toMatchObject({ pid, type: "renderer", isStopped: false });
    await until(pid, ({ ranMs, allRanMs }) => ranMs > (first?.ranMs ?? 0) + 20 && allRanMs > 0);
    child.kill("SIGSTOP");
    await until(pid, ({ isStopped }) => isStopped);
    const [stopped] = await readProcessLoad(pid);
    await wait(50);
    expect(await readProcessLoad(pid)).toEqual([stopped]);
  } finally {
    child.kill("SIGKILL");
    await once(child, "close");
  }
  expect(await readProcessLoad(pid)).toEqual([]);
});

async function until(pid: number, isTrue: (load: ProcessLoad) => boolean): Promise<void> {
  for (;;) {
    const [load] = await readProcessLoad(pid);
    if (load !== undefined && isTrue(load)) return;
    await wait(5);
  }
}
