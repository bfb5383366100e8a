// A separate process for launch-browser.test.ts: launches a browser, prints its folder, and exits or waits.
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "../../../harness/browser/find-browser.ts";
import { launchBrowser } from "../../../harness/browser/launch-browser.ts";

await launchBrowser({ browser: await findBrowser(process.env) });
const prefix = `framegate-browser-${String(process.pid)}-`;
const name = readdirSync(tmpdir()).find((entry) => entry.startsWith(prefix)) ?? "nothing";
process.stdout.write(`${join(tmpdir(), name)}\n`, () => {
  if (process.argv[2] === "exit") process.exit(0);
});
