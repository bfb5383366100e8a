import { describe, expect, it } from "vitest";
import { allowed } from "./allowed-imports.ts";
import { findCycles, importsIn, listFiles, readImports } from "./import-graph.ts";
import type { Import } from "./import-graph.ts";

const files = listFiles([
  "src/**/*.{ts,tsx}",
  "disk/**/*.ts",
  "harness/**/*.{ts,tsx}",
  "scanner/*.ts",
  "scanner/!(assembly)/**/*.ts",
]);
const imports = readImports(files);

describe("the rooms", () => {
  it("all have a row in the table, every file included", () => {
    expect(files.filter((file) => roomOf(file) === null)).toEqual([]);
  });

  it("import only what the table allows", () => {
    const forbidden = imports.filter((one) => !isAllowed(one)).map(describeImport);
    expect(forbidden).toEqual([]);
  });

  it("use every permission they have", () => {
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
  it("sees every kind of import, and whether it imports types only", () => {
    const text = [
      'import { a } from "./a.ts";',
      'import type { B } from "../b.ts";',
      'import { type C, type D } from "zod";',
      'import { type E, f } from "@scope/name/deep.js";',
      'export * from "./g.ts";',
      'export type { H } from "./h.ts";',
      'const i = await import("node:fs/promises");',
      'import "./k.ts";',
      '// import "./comment.ts";',
    ].join("\n");
    const seen = importsIn("src/core/x.ts", text).map(
      ({ to, isType, line }) => [line, to, isType ? "type" : "value"] as const,
    );
    expect(seen.toSorted(([line], [other]) => line - other)).toEqual([
      [1, "src/core/a.ts", "value"],
      [2, "src/b.ts", "type"],
      [3, "zod", "type"],
      [4, "@scope/name", "value"],
      [5, "src/core/g.ts", "value"],
      [6, "src/core/h.ts", "type"],
      [7, "node:fs/promises", "value"],
      [8, "src/core/k.ts", "value"],
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
