import { describe, expect, it } from "vitest";
import { findCycles, importsIn, listFiles, readImports } from "./import-graph.ts";
import type { Import } from "./import-graph.ts";

/**
 * What each room may import: rooms, packages, and `node:*` or single modules of Node. `type x` allows types only.
 * A room is a folder, or a file that is a room of its own; the longest name counts. A permission that nobody uses
 * is a failure too, so that this table says what is, and not what was once meant.
 *
 * Sibling rooms do not import each other. Corridors (`run-*`) call rooms; `cli` calls corridors.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  // The border: neither sees the DOM or Node.
  "src/formats": ["zod"],
  "src/core": ["src/formats", "seedrandom"],
  // The page, its devices, and the prelude, which runs alone and first, so nothing imports it. Its rooms go from the
  // browser's own functions up to one agent a realm, and to the two entries: for frames, and for workers.
  "src/page": ["src/core", "src/formats", "src/page/devices", "src/page/scene"],
  "src/page/scene": ["src/formats"],
  "src/page/devices": ["src/core", "type src/formats"],
  "src/page/prelude/native": [],
  "src/page/prelude/time": ["src/page/prelude/native"],
  "src/page/prelude/environment": ["src/formats", "src/page/prelude/native"],
  "src/page/prelude/randomness": ["src/core", "type src/formats", "src/page/prelude/native"],
  "src/page/prelude/notices": ["type src/formats", "src/page", "src/page/prelude/native"],
  "src/page/prelude/engines": ["src/formats", "src/page/prelude/native", "src/page/scene"],
  "src/page/prelude/gl": ["src/core", "type src/formats", "src/page/prelude/native"],
  "src/page/prelude/dom": ["type src/core", "src/page/prelude/native", "type src/page/prelude/time"],
  "src/page/prelude/loads": ["src/formats", "src/page", "src/page/prelude/native"],
  "src/page/prelude/media": ["src/page/prelude/loads", "src/page/prelude/native", "type src/page/prelude/time"],
  "src/page/prelude/input": [
    "src/core",
    "type src/formats",
    "type src/page",
    "src/page/devices",
    "src/page/prelude/native",
    "type src/page/prelude/time",
  ],
  "src/page/prelude/inspect": ["src/core", "type src/formats", "src/page/prelude/native"],
  "src/page/prelude/parts": ["src/core", "src/page/prelude/gl", "src/page/prelude/native"],
  "src/page/prelude/realms": [
    "type src/core",
    "src/formats",
    "src/page",
    "type src/page/prelude/loads",
    "src/page/prelude/native",
    "type src/page/prelude/time",
  ],
  "src/page/prelude/agent": [
    "src/core",
    "src/formats",
    "type src/page",
    "src/page/prelude/dom",
    "src/page/prelude/engines",
    "src/page/prelude/environment",
    "src/page/prelude/gl",
    "src/page/prelude/input",
    "src/page/prelude/inspect",
    "src/page/prelude/loads",
    "src/page/prelude/media",
    "src/page/prelude/native",
    "src/page/prelude/notices",
    "src/page/prelude/parts",
    "src/page/prelude/randomness",
    "src/page/prelude/realms",
    "src/page/prelude/time",
  ],
  "src/page/prelude": ["src/page", "src/page/prelude/agent", "src/page/prelude/realms"],
  "src/page/prelude/workers": ["src/page/prelude/agent", "src/page/prelude/native", "src/page/prelude/realms"],
  "src/adapters": ["src/core", "type src/formats", "src/page", "src/page/scene", "three", "pixi.js"],
  // Unmodified games, by the runtime that they share with the host.
  "src/adapters/ingest": ["src/adapters", "type src/core", "src/formats", "src/page", "src/page/scene", "three"],
  "src/adapter": ["src/adapters"],
  "src/index": ["src/core", "src/formats"],
  // The context of each runtime has an entry of its own: its types need that runtime, and no other.
  "src/three": ["type src/adapters"],
  "src/pixi": ["type src/adapters"],
  "src/react": ["type src/adapters"],
  // The disk: whole writes, folders, reads of odd files. The harness and the scanner share it.
  disk: ["node:crypto", "node:fs", "node:path"],
  // What every room of the harness may use.
  "harness/exit-codes": ["type src/formats"],
  "harness/error-entry": ["type harness/exit-codes"],
  "harness/page-errors": ["harness/error-entry"],
  "harness/server-errors": ["harness/error-entry"],
  "harness/error-catalogue": ["harness/error-entry", "harness/page-errors", "harness/server-errors"],
  // Requests to servers of this machine, for loading and for serving.
  "harness/local-server": ["node:http", "node:https"],
  "harness/errors": ["harness/error-catalogue", "type harness/error-entry", "harness/exit-codes"],
  "harness/environment": [],
  "harness/package-root": ["node:fs", "node:path", "node:url"],
  "harness/cache-folder": ["type harness/environment", "node:os", "node:path"],
  // Rooms that do I/O and decide nothing.
  "harness/load": ["disk", "src/formats", "harness/errors", "harness/local-server", "node:*", "parse5", "tinyglobby"],
  "harness/serve": [
    "src/formats",
    "harness/errors",
    "harness/local-server",
    "harness/package-root",
    "node:*",
    "disk",
    "mrmime",
    "tinyglobby",
    "vite",
  ],
  "harness/browser": [
    "harness/errors",
    "harness/cache-folder",
    "type harness/environment",
    "node:*",
    "@puppeteer/browsers",
    "puppeteer-core",
    "type #puppeteer-core",
    "tar-fs",
    "disk",
    "zod",
  ],
  "harness/capture": [
    "src/formats",
    "harness/errors",
    "type harness/browser",
    "type harness/serve",
    "node:*",
    "pbf",
    "puppeteer-core",
    "source-map-js",
    "zod",
    "picomatch",
  ],
  "harness/tape": ["src/formats", "harness/errors", "disk", "node:fs", "node:path"],
  "harness/scaffold": ["src/formats", "harness/errors", "harness/package-root", "disk", "node:*"],
  // Rooms that decide and do no I/O: none of Node's modules.
  "harness/plan": ["src/core", "src/formats", "harness/errors", "type harness/exit-codes", "type harness/load"],
  "harness/measure": ["src/formats", "harness/errors", "simple-statistics"],
  "harness/judge": ["src/formats"],
  "harness/report": [
    "src/formats",
    "harness/errors",
    "disk",
    "node:crypto",
    "node:fs/promises",
    "node:path",
    "picocolors",
  ],
  // A tool of its own: of ours it uses only the disk.
  "scanner/findings": [
    "scanner/find",
    "scanner/parse",
    "type scanner/report",
    "scanner/text",
    "type @typescript-eslint/scope-manager",
    "type @typescript-eslint/types",
    "disk",
    "node:fs",
    "node:path",
  ],
  "scanner/find": [
    "scanner",
    "scanner/findings",
    "type scanner/text",
    "chokidar",
    "node:fs",
    "node:path",
    "node:timers/promises",
  ],
  "scanner/rules": ["scanner/findings"],
  "scanner/text": ["type scanner/findings", "scanner/rules"],
  "scanner/parse": [
    "type scanner/find",
    "scanner/rules",
    "scanner/text",
    "type @typescript-eslint/parser",
    "type @typescript-eslint/scope-manager",
    "type @typescript-eslint/types",
    "@typescript-eslint/visitor-keys",
    "parse5",
    "rolldown",
    "node:module",
  ],
  "scanner/facts": [
    "scanner/find",
    "scanner/findings",
    "scanner/parse",
    "scanner/rules",
    "scanner/text",
    "type @typescript-eslint/types",
  ],
  "scanner/modules": ["scanner/find", "scanner/findings", "scanner/text", "rolldown", "node:fs", "node:path"],
  "scanner/follow": [
    "scanner/facts",
    "scanner/find",
    "scanner/findings",
    "scanner/modules",
    "scanner/parse",
    "scanner/rules",
    "scanner/text",
    "node:timers/promises",
  ],
  "scanner/packages": [
    "scanner/facts",
    "scanner/find",
    "type scanner/findings",
    "scanner/follow",
    "scanner/modules",
    "scanner/parse",
    "scanner/rules",
    "scanner/text",
    "type @typescript-eslint/scope-manager",
    "type @typescript-eslint/types",
    "node:path",
  ],
  "scanner/cache": ["scanner/find", "scanner/findings", "node:crypto", "node:fs", "node:path"],
  "scanner/report": ["scanner/findings", "picocolors", "node:crypto"],
  scanner: [
    "scanner/cache",
    "scanner/find",
    "scanner/findings",
    "scanner/follow",
    "scanner/modules",
    "scanner/packages",
    "scanner/report",
    "node:path",
  ],
  "harness/verify": ["src/formats", "type harness/errors"],
  // The machine's load, for a verification.
  "harness/busy-cores": ["node:os", "node:worker_threads"],
  // Corridors.
  "harness/run-check": ["harness/errors", "harness/load", "node:path"],
  "harness/scan-game": ["type src/formats", "harness/errors", "scanner", "scanner/findings"],
  "harness/run-perf": [
    "src/formats",
    "harness/browser",
    "harness/cache-folder",
    "harness/capture",
    "harness/explain-runs",
    "harness/judge",
    "harness/measure",
    "harness/package-root",
    "harness/plan",
    "harness/report",
    "harness/scan-game",
    "harness/serve",
    "harness/verify",
    "node:os",
  ],
  "harness/run-game": [
    "type src/formats",
    "type harness/capture",
    "harness/errors",
    "harness/exit-codes",
    "harness/load",
    "harness/plan",
    "harness/run-perf",
    "type scanner",
    "node:path",
  ],
  "harness/run-record": [
    "src/core",
    "src/formats",
    "harness/browser",
    "harness/cache-folder",
    "harness/capture",
    "harness/errors",
    "harness/serve",
    "type #puppeteer-core",
  ],
  "harness/launch-under": [
    "type src/formats",
    "harness/browser",
    "harness/busy-cores",
    "harness/capture",
    "harness/errors",
    "type harness/serve",
    "type harness/verify",
    "harness/plan",
  ],
  "harness/explain-runs": [
    "type src/formats",
    "type harness/browser",
    "harness/capture",
    "harness/errors",
    "harness/look-again",
    "type harness/serve",
    "harness/verify",
  ],
  "harness/look-again": ["src/formats", "harness/capture", "harness/verify"],
  "harness/run-verify": [
    "type src/formats",
    "harness/browser",
    "harness/cache-folder",
    "harness/capture",
    "harness/launch-under",
    "harness/look-again",
    "harness/measure",
    "harness/plan",
    "harness/serve",
    "harness/verify",
  ],
  "harness/run-replay": [
    "type src/formats",
    "harness/browser",
    "harness/cache-folder",
    "harness/capture",
    "harness/package-root",
    "harness/plan",
    "harness/serve",
    "harness/verify",
  ],
  "harness/index": [
    "type src/formats",
    "type harness/capture",
    "type harness/exit-codes",
    "type harness/run-perf",
    "harness/errors",
    "harness/judge",
    "harness/load",
    "harness/plan",
    "harness/run-game",
    "harness/run-record",
  ],
  // What a user starts, which loads the rest.
  "harness/cli/start": ["node:module", "node:v8"],
  "harness/cli/colour": ["type harness/cli"],
  "harness/cli/scan-flags": [],
  "harness/cli/written": ["node:fs"],
  "harness/cli": [
    "harness/cache-folder",
    "harness/cli/colour",
    "harness/cli/scan-flags",
    "harness/cli/written",
    "src/formats",
    "harness/browser",
    "harness/errors",
    "harness/exit-codes",
    "harness/load",
    "harness/package-root",
    "harness/plan",
    "harness/report",
    "harness/run-check",
    "harness/scaffold",
    "harness/run-game",
    "harness/run-record",
    "harness/run-replay",
    "harness/run-verify",
    "harness/scan-game",
    "harness/serve",
    "harness/tape",
    "scanner",
    "scanner/find",
    "scanner/findings",
    "scanner/report",
    "node:crypto",
    "node:fs",
    "node:fs/promises",
    "node:os",
    "node:path",
    "node:stream",
    "node:timers/promises",
    "commander",
    "rolldown",
    "typescript",
  ],
};

const files = listFiles([
  "src/**/*.{ts,tsx}",
  "disk/**/*.ts",
  "harness/**/*.{ts,tsx}",
  "scanner/*.ts",
  "scanner/!(assembly)/**/*.ts",
]);
const imports = readImports(files);

describe("the rooms", () => {
  it("have a name in the table, every file", () => {
    expect(files.filter((file) => roomOf(file) === null)).toEqual([]);
  });

  it("import only what the table allows", () => {
    const forbidden = imports.filter((one) => !isAllowed(one)).map(describeImport);
    expect(forbidden).toEqual([]);
  });

  it("use every permission that they have", () => {
    const unused = Object.entries(allowed).flatMap(([room, permissions]) => {
      const own = imports.filter(({ from }) => roomOf(from) === room);
      return permissions
        .filter((permission) => !own.some((one) => grants(permission, one)))
        .map((name) => `${room}: ${name}`);
    });
    expect(unused).toEqual([]);
  });

  it("have no import cycle between files, types included", () => {
    expect(findCycles(imports).map((cycle) => cycle.join(" -> "))).toEqual([]);
  });
});

describe("the reader of imports", () => {
  it("sees every kind of import, and whether a type is all that is imported", () => {
    const text = [
      'import { a } from "./a.ts";',
      'import type { B } from "../b.ts";',
      'import { type C, type D } from "zod";',
      'import { type E, f } from "@scope/name/deep.js";',
      'export * from "./g.ts";',
      'export type { H } from "./h.ts";',
      'const i = await import("node:fs/promises");',
      'type J = import("three").Object3D;',
      'import "./k.ts";',
      '// import "./comment.ts";',
    ].join("\n");
    const seen = importsIn("src/core/x.ts", text).map(({ to, isType, line }) => [line, to, isType ? "type" : "value"]);
    expect(seen).toEqual([
      [1, "src/core/a.ts", "value"],
      [2, "src/b.ts", "type"],
      [3, "zod", "type"],
      [4, "@scope/name", "value"],
      [5, "src/core/g.ts", "value"],
      [6, "src/core/h.ts", "type"],
      [7, "node:fs/promises", "value"],
      [8, "three", "type"],
      [9, "src/core/k.ts", "value"],
    ]);
  });

  it("finds a cycle, and none where there is only a diamond", () => {
    const graph = (edges: readonly string[]): readonly Import[] =>
      edges.map((edge) => ({ from: edge.charAt(0), to: edge.charAt(1), isFile: true, isType: true, line: 1 }));
    expect(findCycles(graph(["ab", "ac", "bd", "cd"]))).toEqual([]);
    expect(findCycles(graph(["ab", "bc", "cd", "db"]))).toEqual([["b", "c", "d", "b"]]);
    expect(findCycles(graph(["aa"]))).toEqual([["a", "a"]]);
  });
});

function roomOf(file: string): string | null {
  const path = file.replace(/\.(d\.)?tsx?$/, "");
  const rooms = Object.keys(allowed).filter((room) => path === room || path.startsWith(`${room}/`));
  return rooms.reduce<string | null>((longest, room) => (room.length > (longest?.length ?? 0) ? room : longest), null);
}

function isAllowed(one: Import): boolean {
  const room = roomOf(one.from);
  if (room === null || (one.isFile && roomOf(one.to) === room)) return true;
  return (allowed[room] ?? []).some((permission) => grants(permission, one));
}

function grants(permission: string, one: Import): boolean {
  if (permission.startsWith("type ")) return one.isType && grants(permission.slice("type ".length), one);
  if (permission === "node:*") return one.to.startsWith("node:");
  return permission === (one.isFile ? roomOf(one.to) : one.to);
}

function describeImport({ from, to, line, isType }: Import): string {
  return `${from}:${String(line)} imports ${isType ? "a type of " : ""}${to}`;
}
