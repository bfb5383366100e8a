#!/usr/bin/env node
import { createRequire } from "node:module";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { cacheFolder } from "../cache-folder.ts";
import { openCommandFiles } from "./code-cache.ts";

/** The file of the bundle that runs the command; the bundler puts its name here. */
declare const commandFile: string;

if (process.argv[2] === "scan") startScan();
else createRequire(import.meta.url)(`./${commandFile}`);

/** A scan of a small game takes less time than it takes Node to compile the scanner. */
function startScan(): void {
  setFlags();
  const cache = join(cacheFolder(process.env), "code", `scan-node-${process.version}`);
  const files = openCommandFiles(import.meta.dirname, cache);
  process.on("exit", files.keep);
  files.run(commandFile);
}

function setFlags(): void {
  // A later V8 might not know a flag, and would say so.
  if (Number.parseInt(process.versions.v8, 10) > 13) return;
  // A scan is over before most of what V8 optimises has paid for itself: with a budget of bytecodes of 1 MB in place of 132 KB
  // before a function is optimised, 400 files took a fifth less CPU time, dirty ones a quarter less, and 10,000 the same.
  setFlagsFromString("--interrupt-budget=1000000");
  // Most of what a scan makes stays until its file is done. The space for what is new grows to its 16 MB at once and not in
  // five steps, each of which copies all of it; and one thread copies as much with less to do than two.
  setFlagsFromString("--semi-space-growth-factor=32");
  setFlagsFromString("--no-parallel-scavenge");
  // What V8 has compiled of WebAssembly without optimising it is fast enough for a few thousand files, and to optimise it
  // took as long as 400 of them.
  setFlagsFromString("--wasm-tiering-budget=100000000");
}
