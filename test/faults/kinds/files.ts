import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Fault, FaultGroup, Place } from "../fault.ts";
import { movingPage, page, rootsGame, shortRun } from "../pages.ts";

const run = ["perf", ".", "--frames", "20", "--warmup", "0", "--repeat", "1", "--json"] as const;
const replay = ["replay", "report.json", "--json"] as const;
const taped = [...shortRun, "--tape", "play.tape.json"] as const;
const quickly = 5000;

/** A manifest of these bytes, without other files. */
function manifest(
  name: string,
  content: string | Uint8Array,
  code: string | readonly string[] = "file-invalid",
): Fault {
  return {
    name: `a manifest ${name}`,
    args: run,
    prepare: ({ write }) => write("framegate.game.json", content),
    expected: { exit: 2, code, withinMs: quickly },
  };
}

/** A tape of these bytes, for a page that works. */
function tape(name: string, content: string | Uint8Array, code: string | readonly string[] = "file-invalid"): Fault {
  return {
    name: `a tape ${name}`,
    args: taped,
    prepare: (place) => {
      page()(place);
      place.write("play.tape.json", content);
    },
    expected: { exit: 2, code, withinMs: quickly },
  };
}

function report(name: string, content: string): Fault {
  return {
    name: `replay of a report ${name}`,
    args: replay,
    prepare: ({ write }) => write("report.json", content),
    expected: { exit: 2, code: ["file-invalid", "report-not-replayable", "file-unreadable"], withinMs: quickly },
  };
}

/** Something else in place of the file that is read. */
function inPlaceOf(
  file: string,
  name: string,
  make: (path: string, place: Place) => unknown,
  code: string | readonly string[] = "file-unreadable",
): Fault {
  const args = file === "framegate.game.json" ? run : file === "report.json" ? replay : shortRun;
  return {
    name: `${file} is ${name}`,
    args,
    prepare: (place) => {
      make(join(place.folder, file), place);
    },
    expected: { exit: 2, code, withinMs: quickly },
  };
}

const makePipe = (path: string): unknown => execFileSync("mkfifo", [path]);
const makeCircle = (path: string): void => {
  symlinkSync(path, path);
};
const makeDevice = (path: string): void => {
  symlinkSync("/dev/zero", path);
};
const makeHuge = (path: string): void => {
  writeFileSync(path, "{");
  truncateSync(path, 3_000_000_000);
};

/** Something happens to the page's own files. */
function pageFault(name: string, act: (place: Place) => unknown, expected: Fault["expected"]): Fault {
  return { name, args: shortRun, prepare: act, expected };
}

const played = { exit: 0, code: null, withinMs: 25_000 } as const;

/** Files that commands read: manifests, tapes, reports, pages. */
export const fileFaults: FaultGroup = {
  title: "Files that are not what they should be",
  faults: [
    manifest("that is empty", ""),
    manifest("that ends in the middle", '{"manifestVersion": 2, "name": "A", "roots": [{"id"'),
    manifest("of nested brackets", "[".repeat(100_000)),
    manifest("of nested objects", `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`),
    manifest("of 20 MB of spaces", " ".repeat(20_000_000)),
    manifest("with one string of 20 MB", JSON.stringify({ manifestVersion: 2, name: "n".repeat(20_000_000) })),
    manifest(
      "with 200,000 roots",
      JSON.stringify({ manifestVersion: 2, name: "A", roots: new Array(200_000).fill({}) }),
    ),
    manifest("in UTF-16", Buffer.from("\uFEFF{}", "utf16le"), ["file-unreadable", "file-invalid"]),
    manifest("of random bytes", Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256)), [
      "file-unreadable",
      "file-invalid",
    ]),
    manifest("with a key __proto__", '{"manifestVersion": 2, "__proto__": {"name": "A"}, "constructor": 1}'),
    manifest("with a number that is too large", '{"manifestVersion": 1e999, "name": "A"}'),
    inPlaceOf("framegate.game.json", "a folder", (path) => mkdirSync(path), ["file-unreadable", "manifest-not-found"]),
    inPlaceOf("framegate.game.json", "a pipe", makePipe),
    inPlaceOf("framegate.game.json", "a link to itself", makeCircle, ["file-unreadable", "manifest-not-found"]),
    inPlaceOf("framegate.game.json", "an endless device", makeDevice),
    inPlaceOf("framegate.game.json", "a sparse file of 3 GB", makeHuge),
    inPlaceOf("index.html", "a folder", (path) => mkdirSync(path), [
      "manifest-not-found",
      "game-not-found",
      "file-unreadable",
    ]),
    inPlaceOf("index.html", "a pipe", makePipe, ["file-unreadable", "game-not-found"]),
    inPlaceOf("index.html", "a link to itself", makeCircle, ["file-unreadable", "game-not-found"]),
    inPlaceOf("index.html", "an endless device", makeDevice, ["file-unreadable", "game-not-found"]),
    inPlaceOf("report.json", "a folder", (path) => mkdirSync(path)),
    inPlaceOf("report.json", "a pipe", makePipe),
    inPlaceOf("report.json", "an endless device", makeDevice),
    inPlaceOf("report.json", "a sparse file of 3 GB", makeHuge),
    report("that is empty", ""),
    report("that is another JSON", '{"a": 1}'),
    report("that ends in the middle", '{"report": {"version": 1, "game": '),
    report("that is an array of nulls", "[null]"),
    tape("that is empty", ""),
    tape("that is another JSON", "[1, 2, 3]"),
    tape("of nested brackets", "[".repeat(100_000)),
    tape("with a frame that is no number", '{"format": "framegate-tape", "version": 1, "events": [{"frame": "x"}]}'),
    {
      name: "a tape that is missing",
      args: taped,
      prepare: page(),
      expected: { exit: 2, code: ["file-unreadable", "usage"], withinMs: quickly },
    },
    pageFault("a page that is empty", ({ write }) => write("index.html", ""), {
      exit: 5,
      code: "vacuous",
      withinMs: 25_000,
    }),
    pageFault("a page of random bytes", ({ write }) => write("index.html", Buffer.alloc(100_000, 0x9b)), {
      exit: 5,
      code: "vacuous",
      withinMs: 25_000,
    }),
    pageFault(
      "a page with 30 MB of markup",
      ({ write }) => write("index.html", `${movingPage()}${"<i>x</i>".repeat(2_000_000)}`),
      {
        exit: [0, 5, 6],
        code: [null, "settle-timeout", "page-not-opened", "entry-never-resolved", "frame-never-ended"],
        withinMs: 100_000,
      },
    ),
    pageFault(
      "a page with a missing script",
      ({ write }) => write("index.html", `${movingPage()}<script src="no.js"></script>`),
      {
        exit: 5,
        code: "missing-file",
        withinMs: 25_000,
      },
    ),
    pageFault(
      "a page with a script that is a pipe",
      (place) => {
        place.write("index.html", `${movingPage()}<script src="pipe.js"></script>`);
        makePipe(join(place.folder, "pipe.js"));
      },
      { exit: 5, code: "missing-file", withinMs: 25_000 },
    ),
    pageFault(
      "a page that fetches six pipes",
      (place) => {
        const names = Array.from({ length: 6 }, (_, index) => `pipe${String(index)}`);
        place.write("index.html", movingPage(names.map((name) => `fetch("${name}");`).join("")));
        for (const name of names) makePipe(join(place.folder, name));
      },
      { exit: 5, code: "missing-file", withinMs: 25_000 },
    ),
    pageFault(
      "a page that fetches a socket, a device and a hidden file",
      (place) => {
        place.write("index.html", movingPage('for (const name of ["zero", ".env", "%2e%2e/x"]) fetch(name);'));
        makeDevice(join(place.folder, "zero"));
        place.write(".env", "SECRET=1");
      },
      { exit: 5, code: "missing-file", withinMs: 25_000 },
    ),
    pageFault(
      "a page that cannot be read",
      (place) => {
        page()(place);
        chmodSync(join(place.folder, "index.html"), 0);
      },
      // root can read it anyway.
      process.getuid?.() === 0 ? played : { exit: 2, code: "file-unreadable", withinMs: quickly },
    ),
    {
      name: "the page is deleted in the count pass",
      args: shortRun,
      prepare: page(),
      strike: {
        when: "count pass 1",
        act: ({ place }) => {
          rmSync(join(place.folder, "index.html"));
        },
      },
      expected: { exit: 5, code: "missing-file", withinMs: 25_000 },
    },
    {
      name: "the page is changed between two passes",
      args: shortRun,
      prepare: page(),
      strike: { when: "count pass 2", act: ({ place }) => page("frame = 1000;")(place) },
      expected: { exit: [0, 4], code: [null, "nondeterminism"], withinMs: 25_000 },
    },
    {
      name: "a folder of the name of the report",
      args: shortRun,
      prepare: (place) => {
        page()(place);
        place.write("reports", "a file");
      },
      expected: { exit: 6, code: "write-failed", withinMs: 25_000 },
    },
    {
      name: "a game of roots whose tape of input is for another game",
      args: [...run, "--tape", "play.tape.json"],
      prepare: (place) => {
        rootsGame("export function setup() {}")(place);
        place.write("play.tape.json", '{"format": "framegate-tape", "version": 1}');
      },
      expected: { exit: 2, code: ["file-invalid", "orphan-tape"], withinMs: quickly },
    },
  ],
};
