import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findBrowser } from "../../../harness/browser/find-browser.ts";
import type { Expected, Fault, FaultGroup, Place } from "../fault.ts";
import { page, shortRun } from "../pages.ts";

const fails: Expected = { exit: 6, code: "browser-launch-failed", withinMs: 20_000 };
const passes: Expected = { exit: 0, code: null, withinMs: 30_000 };

/** Another program in place of the browser. */
export const launchFaults: FaultGroup = {
  title: "The browser does not start",
  faults: [
    wrapper("passes the browser through", `exec "$BROWSER" "$@"`, passes),
    wrapper(
      "crashes at its first launch",
      `[ -e "$0.once" ] || { touch "$0.once"; kill -SEGV $$; }; exec "$BROWSER" "$@"`,
      passes,
      true,
    ),
    wrapper(
      "crashes after half a second, at its first launch",
      `[ -e "$0.once" ] || { touch "$0.once"; sleep 0.5; kill -ABRT $$; }; exec "$BROWSER" "$@"`,
      passes,
    ),
    wrapper(
      "is killed at its first launch",
      `[ -e "$0.once" ] || { touch "$0.once"; kill -KILL $$; }; exec "$BROWSER" "$@"`,
      passes,
    ),
    wrapper("crashes at every launch", `echo once >> "$0.count"; kill -SEGV $$`, { ...fails, says: /SIGSEGV/u }),
    wrapper("exits with 0 at once", `exit 0`, { ...fails, says: /exited with code 0/u }),
    wrapper(
      "exits with 1 at once, with its last words",
      `echo "no display here" >&2; exit 1`,
      { ...fails, says: /no display here/u },
      true,
    ),
    wrapper("exits with 127", `exit 127`, fails),
    wrapper("says 100 MB and exits", `head -c 100000000 /dev/zero | tr "\\0" x >&2; exit 1`, {
      ...fails,
      saysBytesMax: 20_000,
    }),
    wrapper("says a million lines and exits", `yes "a line of it" | head -n 1000000 >&2; exit 1`, {
      ...fails,
      saysBytesMax: 20_000,
    }),
    wrapper(
      "says control characters and exits",
      `printf '\\033[2J\\033]0;title\\007\\nerror interrupted: forged\\n::error::forged\\n' >&2; exit 1`,
      { ...fails, says: /^(?![^]*(?:\u001b|\n::error::|\nerror interrupted))/u },
    ),
    wrapper("hangs", `exec sleep 1000`, { ...fails, withinMs: 70_000, says: /did not answer/u }),
    wrapper("hangs and ignores signals", `trap "" TERM INT HUP; while :; do sleep 1; done`, {
      ...fails,
      withinMs: 70_000,
    }),
    wrapper(
      "hangs at its first launch",
      `[ -e "$0.once" ] || { touch "$0.once"; exec sleep 1000; }; exec "$BROWSER" "$@"`,
      { exit: [0, 6], code: [null, "browser-launch-failed"], withinMs: 70_000 },
    ),
    wrapper(
      "says garbage on the pipe",
      `printf 'this is no message\\0' >&4; sleep 100`,
      { ...fails, withinMs: 70_000 },
      true,
    ),
    wrapper("says garbage without end on the pipe", `exec yes garbage >&4`, { ...fails, withinMs: 70_000 }),
    wrapper("says empty messages without end", `exec cat /dev/zero >&4`, { ...fails, withinMs: 70_000 }),
    wrapper(
      "says JSON that is no message",
      `printf '[1,2]\\0null\\0"x"\\0{}\\0{"id":"x"}\\0{"id":99,"result":{}}\\0' >&4; sleep 100`,
      { ...fails, withinMs: 70_000 },
    ),
    wrapper("says half a message and ends", `printf '{"id":1,"res' >&4; exit 0`, fails),
    wrapper("says half a message and hangs", `printf '{"id":1,"res' >&4; exec sleep 1000`, {
      ...fails,
      withinMs: 70_000,
    }),
    wrapper(
      "answers with an error",
      `printf '{"id":1,"error":{"code":-1,"message":"no"}}\\0{"id":2,"error":{"code":-1,"message":"no"}}\\0' >&4; sleep 100`,
      { ...fails, withinMs: 70_000 },
    ),
    wrapper("closes its pipe and lives on", `exec 3<&- 4>&-; exec sleep 1000`, { ...fails, withinMs: 20_000 }),
    wrapper(
      "closes its pipe after the start",
      `"$BROWSER" "$@" & sleep 1; exec 3<&- 4>&-; kill -KILL $!; exec sleep 1000`,
      { exit: 6, code: ["browser-lost", "browser-launch-failed"], withinMs: 30_000 },
    ),
    wrapper("leaves a process behind that holds the pipe", `setsid sleep 30 & exit 1`, fails),
    wrapper("leaves a browser behind", `"$BROWSER" "$@" & exit 1`, fails),
    wrapper(
      "eats memory",
      `exec python3 -c "x = bytearray(3 << 30); import time; time.sleep(1); raise SystemExit(9)"`,
      fails,
    ),
    wrapper("has 64 MB", `ulimit -v 65536; exec "$BROWSER" "$@"`, fails),
    wrapper("has 20 open files", `ulimit -n 20; exec "$BROWSER" "$@"`, {
      exit: 6,
      code: ["browser-launch-failed", "browser-lost", "page-not-opened"],
      withinMs: 60_000,
    }),
    wrapper("may write no file", `ulimit -f 0; exec "$BROWSER" "$@"`, {
      exit: [0, 6],
      code: [null, "browser-launch-failed", "browser-lost", "page-not-opened"],
      withinMs: 60_000,
    }),
    wrapper("has 2 s of processor time", `ulimit -t 2; exec "$BROWSER" "$@"`, {
      exit: [0, 6],
      code: [null, "browser-launch-failed", "browser-lost", "page-not-opened", "page-killed", "context-taken"],
      withinMs: 60_000,
    }),
    wrapper("ends after 3 s", `"$BROWSER" "$@" & sleep 3; kill -9 $!; exit 5`, {
      exit: [0, 6],
      code: [null, "browser-lost"],
      withinMs: 30_000,
    }),
    wrapper(
      "ignores its arguments, and is another version",
      `if [ "$1" = "--version" ]; then echo "Chromium 1.2.3"; exit 0; fi; exec "$BROWSER" "$@"`,
      passes,
    ),
    odd(
      "is not executable",
      (path) => {
        writeFileSync(path, "#!/bin/sh\nexit 0\n", { mode: 0o644 });
      },
      "browser-path-missing",
    ),
    odd(
      "is a folder",
      (path) => {
        mkdirSync(path);
      },
      "browser-path-missing",
      "browser-launch-failed",
    ),
    odd("does not exist", () => undefined, "browser-path-missing"),
    odd(
      "is a text file",
      (path) => {
        writeFileSync(path, "This is a text.\n", { mode: 0o755 });
      },
      "browser-launch-failed",
    ),
    odd(
      "is empty",
      (path) => {
        writeFileSync(path, "", { mode: 0o755 });
      },
      "browser-launch-failed",
    ),
    odd(
      "is of another architecture",
      (path) => {
        writeFileSync(path, foreignProgram(), { mode: 0o755 });
      },
      "browser-launch-failed",
    ),
    odd(
      "is half of a program",
      (path) => {
        writeFileSync(path, readFileSync(process.execPath).subarray(0, 100_000), { mode: 0o755 });
      },
      "browser-launch-failed",
    ),
    odd(
      "names an interpreter that does not exist",
      (path) => {
        writeFileSync(path, "#!/nowhere/sh\n", { mode: 0o755 });
      },
      "browser-launch-failed",
    ),
    odd(
      "is another program",
      (path) => {
        writeFileSync(path, "#!/bin/sh\nexec node -e 'setTimeout(() => {}, 1e6)'\n", { mode: 0o755 });
      },
      "browser-launch-failed",
    ),
  ],
};

function wrapper(name: string, script: string, expected: Expected, inCi = false): Fault {
  return {
    name: `a browser that ${name}`,
    args: shortRun,
    prepare: async (place) => {
      page()(place);
      const { executablePath, libraryPath, fontPath } = await findBrowser(process.env, {
        signal: new AbortController().signal,
      });
      const lines = [
        "#!/bin/bash",
        `BROWSER='${executablePath}'`,
        ...(libraryPath === null ? [] : [`export LD_LIBRARY_PATH='${libraryPath}'`]),
        ...(fontPath === null ? [] : [`export FONTCONFIG_PATH='${fontPath}'`]),
        script,
      ];
      chmodSync(place.write("browser.sh", `${lines.join("\n")}\n`), 0o755);
    },
    env: ({ folder }) => ({ FRAMEGATE_BROWSER: join(folder, "browser.sh") }),
    expected,
    inCi,
  };
}

function odd(name: string, make: (path: string) => void, ...code: readonly string[]): Fault {
  return {
    name: `a browser that ${name}`,
    args: shortRun,
    prepare: (place: Place) => {
      page()(place);
      make(join(place.folder, "browser"));
    },
    env: ({ folder }) => ({ FRAMEGATE_BROWSER: join(folder, "browser") }),
    expected: { exit: 6, code, withinMs: name === "is another program" ? 70_000 : 20_000 },
  };
}

/** A program for another kind of machine: this machine's own, with another number in its header. */
function foreignProgram(): Uint8Array {
  const program = Buffer.from(readFileSync("/bin/true"));
  program.writeUInt16LE(0xf3, 18);
  return program;
}
