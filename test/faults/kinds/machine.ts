import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Fault, FaultGroup, Place } from "../fault.ts";
import { movingPage, page, rootsGame, shortRun } from "../pages.ts";

const isRoot = process.getuid?.() === 0;
const played = { exit: 0, code: null, withinMs: 30_000 } as const;
const unlaunched = [
  "browser-launch-failed",
  "browser-not-found",
  "browser-unpack-failed",
  "write-failed",
  "browser-lost",
];
/** Whether it runs depends on the machine; ending with a named error is up to us. */
const runsOrSays = { exit: [0, 6], code: [null, ...unlaunched, "port-taken"], withinMs: 40_000 } as const;

/** Runs the rest of the command line after a line of shell. */
function afterShell(line: string): readonly string[] {
  return ["sh", "-c", `${line}; exec "$@"`, "sh"];
}

/** Runs it with private mounts, which only root may create. */
function withMount(line: string): Pick<Fault, "through" | "skipped"> {
  return {
    through: ["unshare", "--mount", ...afterShell(line)],
    skipped: () => (isRoot ? null : "only root can mount"),
  };
}

function machine(name: string, fault: Partial<Fault> & Pick<Fault, "expected">): Fault {
  return { name, args: shortRun, prepare: page(), ...fault };
}

const brokenTemporary = { exit: 6, code: ["write-failed", "browser-launch-failed"], withinMs: 30_000 } as const;

/** The machine, the disk and the environment of the command. */
export const machineFaults: FaultGroup = {
  title: "Disk, limits and environment",
  faults: [
    machine("TMPDIR does not exist", { env: () => ({ TMPDIR: "/nowhere/at/all" }), expected: brokenTemporary }),
    machine("TMPDIR is a file", {
      prepare: (place) => {
        page()(place);
        place.write("tmp-file", "");
      },
      env: ({ folder }) => ({ TMPDIR: join(folder, "tmp-file") }),
      expected: brokenTemporary,
    }),
    machine("TMPDIR is empty", { env: () => ({ TMPDIR: "" }), expected: played }),
    machine("TMPDIR is relative", {
      prepare: (place) => {
        page()(place);
        mkdirSync(join(place.folder, "scratch"));
      },
      env: () => ({ TMPDIR: "scratch" }),
      expected: runsOrSays,
    }),
    machine("TMPDIR has 2 MB", {
      ...withMount('mount -t tmpfs -o size=2m tmpfs "$TMPDIR"'),
      expected: { ...runsOrSays, exit: [0, 5, 6], code: "write-failed" },
    }),
    machine("TMPDIR cannot be written", {
      ...withMount('mount -t tmpfs -o ro tmpfs "$TMPDIR"'),
      expected: brokenTemporary,
    }),
    machine("/dev/shm has 64 KB", { ...withMount("mount -t tmpfs -o size=64k tmpfs /dev/shm"), expected: played }),
    machine("/proc is not mounted", { ...withMount("mount -t tmpfs tmpfs /proc"), expected: runsOrSays }),
    machine("the game's disk is full", {
      ...withMount(
        "mkdir full; mount -t tmpfs -o size=4k tmpfs full; head -c 8192 /dev/zero > full/filler 2>/dev/null",
      ),
      args: [...shortRun, "--out", "full"],
      expected: { exit: 6, code: "write-failed", withinMs: 30_000 },
    }),
    machine("the game's disk can only be read", {
      ...withMount("mkdir read-only; mount -t tmpfs -o ro tmpfs read-only"),
      args: [...shortRun, "--out", "read-only/reports"],
      expected: { exit: 6, code: "write-failed", withinMs: 30_000 },
    }),
    machine("the cache can only be read", {
      ...withMount("mkdir read-only; mount -t tmpfs -o ro tmpfs read-only"),
      args: ["perf", ".", "--frames", "20", "--repeat", "1", "--json"],
      prepare: rootsGame("export function setup() {}"),
      env: ({ folder }) => ({ FRAMEGATE_CACHE: join(folder, "read-only") }),
      expected: { exit: 6, code: ["write-failed", "browser-unpack-failed"], withinMs: 30_000 },
    }),
    machine("the cache is full", {
      ...withMount("mkdir full; mount -t tmpfs -o size=64k tmpfs full; head -c 65536 /dev/zero > full/filler"),
      args: ["perf", ".", "--frames", "20", "--repeat", "1", "--json"],
      prepare: rootsGame("export function setup() {}"),
      // The browser is elsewhere, so that only the build is written.
      env: ({ folder }) => ({ FRAMEGATE_CACHE: join(folder, "full"), FRAMEGATE_BROWSER: "/bin/true" }),
      expected: { exit: 6, code: "write-failed", withinMs: 30_000 },
    }),
    machine("the cache is a file", {
      prepare: (place) => {
        page()(place);
        place.write("cache-file", "");
      },
      env: ({ folder }) => ({ FRAMEGATE_CACHE: join(folder, "cache-file") }),
      expected: { exit: 6, code: ["write-failed", "browser-unpack-failed"], withinMs: 30_000 },
    }),
    machine("the cache has room for half a browser", {
      ...withMount("mkdir small; mount -t tmpfs -o size=60m tmpfs small"),
      env: ({ folder }) => ({ FRAMEGATE_CACHE: join(folder, "small") }),
      expected: { exit: 6, code: "browser-unpack-failed", withinMs: 30_000 },
    }),
    machine("an unpacked browser that others can write to", {
      prepare: (place) => {
        page()(place);
        mkdirSync(join(place.folder, "own", "browser"), { recursive: true });
        chmodSync(join(place.folder, "own", "browser"), 0o777);
      },
      env: ({ folder }) => ({ FRAMEGATE_CACHE: join(folder, "own") }),
      expected: { ...played, withinMs: 60_000 },
    }),
    machine("20 open files", {
      through: afterShell("ulimit -n 20"),
      expected: { ...runsOrSays, exit: [6], code: unlaunched },
    }),
    machine("64 open files", { through: afterShell("ulimit -n 64"), expected: runsOrSays }),
    machine("files of at most 8 blocks", {
      through: afterShell("ulimit -f 8"),
      expected: { exit: 6, code: unlaunched, withinMs: 40_000 },
    }),
    machine("2 GB of address space", {
      through: afterShell("ulimit -v 2000000"),
      expected: { ...runsOrSays, exit: [6, null], code: [...unlaunched, null] },
    }),
    machine("no core dumps and a stack of 256 KB", {
      through: afterShell("ulimit -c 0; ulimit -s 256"),
      expected: runsOrSays,
    }),
    machine("10 seconds of CPU time", { through: afterShell("ulimit -t 10"), expected: played }),
    machine("the lowest priority", { through: ["nice", "-n", "19"], expected: played }),
    machine("one processor of two", { through: ["taskset", "-c", "0"], expected: played }),
    machine("no network, not even this machine's own", {
      through: ["unshare", "--net"],
      skipped: () => (isRoot ? null : "only root can leave the network"),
      expected: { exit: [0, 6], code: [null, "port-taken"], withinMs: 30_000 },
    }),
    machine("a standard output that is full", {
      through: ["sh", "-c", 'exec "$@" > /dev/full', "sh"],
      expected: { exit: 6, code: "write-failed", withinMs: 30_000 },
    }),
    machine("a standard output that is closed", {
      through: ["sh", "-c", 'exec "$@" >&-', "sh"],
      expected: { exit: [0, 6], code: [null, "write-failed"], withinMs: 30_000 },
    }),
    machine("a standard error that is closed", { through: ["sh", "-c", 'exec "$@" 2>&-', "sh"], expected: played }),
    machine("a standard input that is closed", { through: ["sh", "-c", 'exec "$@" <&-', "sh"], expected: played }),
    machine("no environment at all", {
      through: ["env", "-i"],
      expected: { ...played, withinMs: 60_000 },
      mayLeaveFiles: true,
    }),
    machine("HOME does not exist", { env: () => ({ HOME: "/nowhere/home" }), expected: played }),
    machine("a time zone and a language of nowhere", {
      env: () => ({ TZ: "Mars/Olympus", LANG: "xx_XX.UTF-8", LC_ALL: "tlh" }),
      expected: played,
    }),
    machine("a preload library that is missing", {
      env: () => ({ LD_PRELOAD: "/nowhere/lib.so" }),
      expected: runsOrSays,
    }),
    machine("NODE_OPTIONS with little memory", {
      env: () => ({ NODE_OPTIONS: "--max-old-space-size=64" }),
      expected: { exit: [0, null, 134], code: null, withinMs: 30_000 },
    }),
    machine("NODE_OPTIONS that warns of every rejection", {
      env: () => ({ NODE_OPTIONS: "--unhandled-rejections=warn --trace-warnings" }),
      expected: played,
    }),
    machine("a proxy that does not exist", {
      env: () => ({
        HTTP_PROXY: "http://127.0.0.1:9",
        http_proxy: "http://127.0.0.1:9",
        ALL_PROXY: "socks5://127.0.0.1:9",
      }),
      expected: played,
    }),
    machine("a display that does not exist", {
      env: () => ({ DISPLAY: ":99", WAYLAND_DISPLAY: "none" }),
      expected: played,
    }),
    machine("a display variable in a recording", {
      args: ["record", "index.html", "--json"],
      env: () => ({ DISPLAY: "", WAYLAND_DISPLAY: "" }),
      expected: { exit: 6, code: ["no-display", "browser-without-window"], withinMs: 10_000 },
    }),
    ...[
      "with spaces and ü",
      "with 'quotes' and \"more\"",
      "with\na line end",
      "with $(touch x) & ; | *",
      "%2e%2e#?",
    ].map((name): Fault =>
      machine(`a folder ${JSON.stringify(name)}`, {
        args: ["perf", join(name, "index.html"), "--frames", "20", "--warmup", "0", "--repeat", "1", "--json"],
        prepare: ({ write }) => write(join(name, "index.html"), movingPage()),
        expected: played,
      }),
    ),
    machine("a name of 250 bytes", {
      args: ["perf", `${"n".repeat(245)}.html`, "--frames", "20", "--warmup", "0", "--repeat", "1", "--json"],
      prepare: ({ write }) => write(`${"n".repeat(245)}.html`, movingPage()),
      expected: played,
    }),
    machine("a game argument of 100,000 characters", {
      args: ["perf", "x".repeat(100_000), "--json"],
      expected: { exit: 2, code: ["game-not-found", "usage"], withinMs: 10_000 },
    }),
    machine("an output folder that is a link to itself", {
      args: [...shortRun, "--out", "circle"],
      prepare: (place) => {
        page()(place);
        symlinkSync("circle", join(place.folder, "circle"));
      },
      expected: { exit: 6, code: "write-failed", withinMs: 30_000 },
    }),
    machine("an output folder that is deleted in the run", {
      args: [...shortRun, "--out", "out"],
      strike: {
        when: "count pass 1",
        act: ({ place }) => {
          rmSync(join(place.folder, "out"), { recursive: true, force: true });
        },
      },
      expected: { exit: [0, 6], code: [null, "write-failed"], withinMs: 30_000 },
    }),
    machine("an output folder that becomes a file in the run", {
      args: [...shortRun, "--out", "out"],
      strike: {
        when: "count pass 1",
        act: ({ place }) => {
          rmSync(join(place.folder, "out"), { recursive: true, force: true });
          writeFileSync(join(place.folder, "out"), "");
        },
      },
      expected: { exit: 6, code: "write-failed", withinMs: 30_000 },
    }),
    machine("the temporary folder of the run is deleted in the run", {
      strike: { when: "count pass 1", act: removeTemporary },
      expected: { exit: [0, 5, 6], code: [null, "page-crashed", "browser-lost"], withinMs: 40_000 },
    }),
    machine("the clock of the files is in the future", {
      prepare: (place) => {
        page()(place);
      },
      through: afterShell("touch -d 2099-01-01 index.html"),
      expected: played,
    }),
  ],
};

function removeTemporary({ place }: { readonly place: Place }): void {
  rmSync(place.temporary, { recursive: true, force: true });
  mkdirSync(place.temporary);
}
