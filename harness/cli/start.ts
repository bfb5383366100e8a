import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { cacheFolder } from "../cache-folder.ts";
import { type Answer, recallAnswer } from "./answer.ts";
import { openCommandFiles } from "./code-cache.ts";
import { wantsColour } from "./colour.ts";
import { readScanArguments } from "./scan-flags.ts";
import { areWritten, failWherePartial } from "./written.ts";

/** The file of the bundle that runs the command; the bundler puts its name here. */
declare const commandFile: string;

if (process.argv[2] !== "scan") createRequire(import.meta.url)(`./${commandFile}`);
else if (!answerAgain()) startScan();

/** Says what the last scan said, where that is still so. */
function answerAgain(): boolean {
  const asked = readScanArguments(process.argv.slice(3));
  // Most scans have no cache, and need not ask what their output is.
  if (asked?.flags.cache === undefined) return false;
  const answer = recallAnswer({
    arguments: asked,
    cwd: resolve(process.cwd()),
    colour: wantsColour(process.stderr, process.env),
  });
  if (answer === null) return false;
  process.exitCode = answer.exitCode;
  sayAgain(answer);
  return true;
}

/** What cannot be written, the scan itself has to explain. */
function sayAgain(answer: Answer): void {
  const outputs = (["stdout", "stderr"] as const)
    .filter((name) => answer[name] !== "")
    .map((name) => [process[name], answer[name]] as const);
  let hasFailed = false;
  for (const [stream, text] of outputs) {
    failWherePartial(stream).on("error", (error: NodeJS.ErrnoException) => {
      // Whoever closes a pipe has seen enough.
      if (hasFailed || error.code === "EPIPE") return;
      hasFailed = true;
      startScan();
    });
    stream.write(text);
  }
  // As after a scan: Node would clear its memory piece by piece.
  if (areWritten(outputs.map(([stream]) => stream))) process.exit();
}

function startScan(): void {
  setFlags();
  // The parser's own allocator would take its memory in pieces of two megabytes, which the system has to clear as a whole: for
  // a scan that is 34 MB, mostly for nothing, and up to a fifth of the time where the machine is a virtual one.
  process.env["MIMALLOC_ALLOW_THP"] ??= "0";
  const cache = join(cacheFolder(process.env), "code", `scan-node-${process.version}`);
  const files = openCommandFiles(import.meta.dirname, cache);
  process.on("exit", files.keep);
  files.run(commandFile);
}

function setFlags(): void {
  // It loads Node's streams, too, which not every command needs.
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  // A later V8 might not know a flag, and would say so.
  if (Number.parseInt(process.versions.v8, 10) > 13) return;
  // A scan is over before most of what V8 optimises has paid for itself: with a budget of bytecodes of 1 MB in place of 132 KB
  // before a function is optimised, 400 files took a fifth less CPU time, dirty ones a quarter less, and 10,000 the same.
  setFlagsFromString("--interrupt-budget=1000000");
  // Most of what a scan makes stays until its file is done. The space for what is new grows to its 16 MB at once and not in
  // five steps, each of which copies all of it; and one thread copies as much with less to do than two.
  setFlagsFromString("--semi-space-growth-factor=32");
  setFlagsFromString("--no-parallel-scavenge");
  // What V8 has compiled of WebAssembly without optimising it is fast enough for a thousand files, and to optimise it took as
  // long as 400 of them.
  setFlagsFromString("--wasm-tiering-budget=300000000");
}
