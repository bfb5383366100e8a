import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CheckedFile, checkFile, type CheckFileOptions } from "../../../harness/load/check-file.ts";
import { kindOfName } from "../../../harness/load/file-kind.ts";
import { tryReadText } from "../../../harness/load/read-text.ts";
import { createGameFolder, manifestOf } from "../fixtures/game-folder.ts";

/** Writes files and checks the first one. */
async function check(
  files: Readonly<Record<string, unknown>>,
  options: Partial<CheckFileOptions> = {},
): Promise<CheckedFile> {
  await using folder = await createGameFolder(files);
  const [name = ""] = Object.keys(files);
  const path = join(folder.path, name);
  const kind = kindOfName(name);
  if (kind === null) throw new Error(`${name} is no file of ours.`);
  const file = { kind, folder: join(path, ".."), reading: tryReadText(path) };
  return await checkFile(file, { context: null, strict: false, ...options });
}

function brief({ errors, warnings, resolve, project }: CheckedFile): object {
  const list = (diagnostics: CheckedFile["errors"]): readonly string[] =>
    diagnostics.map(({ code, pointer, suggestion }) => [code, pointer, suggestion].filter(Boolean).join(" "));
  return { errors: list(errors), warnings: list(warnings), resolve: list(resolve), project: list(project) };
}

const clean = { errors: [], warnings: [], resolve: [], project: [] };
const entry = { "src/main.ts": "export function setup() {}" };
const map = {
  version: 1,
  actions: {
    move: { valueType: "vector2", bindings: [{ type: "test_vector2", sourceId: "move" }] },
    jump: {
      valueType: "digital",
      bindings: [
        { type: "key", code: "Space" },
        { type: "touch_button", sourceId: "jump" },
      ],
    },
  },
};

function tapeOf(events: readonly object[], more: object = {}): object {
  return { version: 1, stepHz: 60, ...more, events };
}

describe("a manifest", () => {
  it("whose files exist is clean", async () => {
    expect(brief(await check({ "a.game.json": manifestOf(), ...entry }))).toEqual(clean);
  });

  it("lists every missing file, with the probable one and the position", async () => {
    const ingest = { strategy: "opaque-embed", entryHtml: "page.html" };
    const bundle = { strategy: "iframe-reachable", bundleUrl: "dist/game.js", pixiModuleUrl: "https://x/pixi.mjs" };
    const roots = [
      { id: "a", adapter: "threejs", entry: "src/mian.ts" },
      { id: "b", adapter: "pixijs", scene: "levels/one.scn2d.json" },
      { id: "c", adapter: { module: "src/Main.ts", surface: "react" }, entry: "src" },
      { id: "d", adapter: { surface: "pixijs", ingest } },
      { id: "e", adapter: { surface: "pixijs", ingest: bundle } },
    ];
    const learn = {
      kind: "starter",
      title: "t",
      summary: "s",
      difficulty: "beginner",
      features: [],
      thumbnail: "t.png",
    };
    const server = { room: "lobby", module: "server.ts" };
    const checked = await check({ "a.game.json": manifestOf({ roots, learn, server }), ...entry });
    expect(brief(checked)).toEqual({
      ...clean,
      project: [
        "file-not-found /roots/0/entry src/main.ts",
        "file-not-found /roots/1/scene",
        "file-name-case /roots/2/adapter/module src/main.ts",
        "not-a-file /roots/2/entry",
        "file-not-found /roots/3/adapter/ingest/entryHtml",
        "file-not-found /roots/4/adapter/ingest/bundleUrl",
        "file-not-found /learn/thumbnail",
        "file-not-found /server/module",
      ],
    });
    expect(checked.project[0]).toMatchObject({ line: 12, column: 16, severity: "error" });
  });

  it("may have its pictures on the web", async () => {
    const learn = { kind: "starter", title: "t", summary: "s", difficulty: "beginner", features: [] };
    const web = { ...learn, thumbnail: "https://example.com/t.png", preview: "//example.com/p.webm" };
    expect(brief(await check({ "a.game.json": manifestOf({ learn: web }), ...entry }))).toEqual(clean);
  });

  it("is checked against the disk even if it is invalid: errors do not hide each other", async () => {
    const roots = [{ id: "a", adapter: "three", entry: "lost.ts" }];
    expect(brief(await check({ "a.game.json": manifestOf({ roots }), ...entry }))).toEqual({
      ...clean,
      errors: ["invalid-adapter /roots/0/adapter threejs"],
      project: ["file-not-found /roots/0/entry"],
    });
  });

  it("is resolved only on request, and then with positions", async () => {
    const files = { "a.game.json": manifestOf({ resolution: { width: 0, height: 1 } }), ...entry };
    expect(brief(await check(files))).toEqual(clean);
    const resolved = await check(files, { context: "local" });
    expect(brief(resolved)).toEqual({ ...clean, resolve: ["not-above-zero /resolution/width"] });
    expect(resolved.resolve[0]).toMatchObject({ line: 16, column: 14 });
  });

  it("needs the packages that its game must bring", async () => {
    const ingest = {
      strategy: "iframe-reachable",
      bundleUrl: "https://x/b.js",
      extraDeps: ["planck", "lost", "three"],
    };
    const roots = [{ id: "a", adapter: { surface: "pixijs", ingest } }];
    const files = { "a.game.json": manifestOf({ roots }), "node_modules/planck/package.json": "{}" };
    expect(brief(await check(files, { context: "hosted" }))).toEqual({
      ...clean,
      resolve: ["extra-dependency-not-found /roots/0/adapter/ingest/extraDeps/1"],
    });
  });
});

describe("an input map", () => {
  it("may omit a value type, unless the check is strict", async () => {
    const files = { "a.input.json": { version: 1, actions: { jump: { bindings: [] } } } };
    expect(brief(await check(files))).toEqual({ ...clean, warnings: ["valueType-defaulted /actions/jump"] });
    expect(brief(await check(files, { strict: true }))).toEqual({
      ...clean,
      errors: ["valueType-defaulted /actions/jump"],
    });
  });
});

describe("a tape", () => {
  const move = { step: 0, type: "test_vector2", sourceId: "move", x: 1, y: 0 };

  it("that fits its game is clean, even in a subfolder", async () => {
    const tape = tapeOf([move, { step: 1, type: "touch_button", sourceId: "jump", pressed: true }], {
      game: { name: "Demo", version: "1.0.0" },
    });
    const game = { "framegate.game.json": manifestOf(), "framegate.input.json": map };
    expect(brief(await check({ "a.tape.json": tape, ...game }))).toEqual(clean);
    expect(brief(await check({ "tapes/deep/a.tape.json": tape, ...game }))).toEqual(clean);
  });

  it("lists each source that the map lacks, once, with the nearest one of its type", async () => {
    const events = [
      { ...move, sourceId: "mvoe" },
      { ...move, sourceId: "mvoe" },
      { step: 1, type: "test_axis", sourceId: "move", value: 1 },
      { step: 2, type: "key", code: "KeyQ", pressed: true },
      { step: 2, type: "mouse_button", button: 2, pressed: true },
    ];
    const checked = await check({ "a.tape.json": tapeOf(events), "framegate.input.json": map });
    expect(brief(checked)).toEqual({
      ...clean,
      warnings: ["unbound-input /events/3/code", "unbound-input /events/4/button"],
      project: ["unknown-source /events/0/sourceId move", "unknown-source /events/2/sourceId"],
    });
    expect(checked.project[1]?.message).toContain("test_vector2");
  });

  it("has no valid source if the game has no map, but keys and buttons reach the page's own listeners", async () => {
    const events = [
      move,
      { step: 2, type: "key", code: "KeyQ", pressed: true },
      { step: 2, type: "mouse_button", button: 2, pressed: true },
    ];
    const checked = await check({ "a.tape.json": tapeOf(events), "framegate.game.json": manifestOf() });
    expect(brief(checked)).toEqual({ ...clean, project: ["unknown-source /events/0/sourceId"] });
    expect(checked.project[0]?.message).toContain("framegate.input.json");
  });

  it("is not blamed for a map that is not JSON", async () => {
    expect(brief(await check({ "a.tape.json": tapeOf([move]), "framegate.input.json": "{" }))).toEqual(clean);
  });

  it("of another version of the game is an orphan; without a game it fits every version", async () => {
    const game = { "framegate.game.json": manifestOf(), "framegate.input.json": map };
    const old = tapeOf([], { game: { name: "Demo", version: "0.9.0" } });
    expect(brief(await check({ "a.tape.json": old, ...game }))).toEqual({
      ...clean,
      project: ["orphan-tape /game/version"],
    });
    const other = tapeOf([], { game: { name: "Other", version: "1.0.0" } });
    expect(brief(await check({ "a.tape.json": other, ...game }))).toEqual({
      ...clean,
      project: ["orphan-tape /game/name"],
    });
    expect(brief(await check({ "a.tape.json": tapeOf([]), ...game }))).toEqual(clean);
  });

  it("is no orphan if several games share a folder", async () => {
    const old = tapeOf([], { game: { name: "Demo", version: "0.9.0" } });
    const games = { "one.game.json": manifestOf(), "two.game.json": manifestOf() };
    expect(brief(await check({ "a.tape.json": old, ...games }))).toEqual(clean);
  });
});

describe("a scene", () => {
  const sprite = (texture: string): object => ({ type: "sprite", texture });

  it("lists a missing texture, once and at any depth, relative to the scene", async () => {
    const inner = {
      type: "container",
      children: [sprite("hero.png"), sprite("heor.png"), sprite("data:image/png;base64,")],
    };
    const scene = { version: 1, children: [inner, sprite("heor.png")] };
    const checked = await check({ "levels/a.scn2d.json": scene, "levels/hero.png": "" });
    expect(brief(checked)).toEqual({ ...clean, project: ["file-not-found /children/1/texture hero.png"] });
  });
});

describe("an invalid file", () => {
  it.each([
    ["empty", "", "json-syntax"],
    ["binary", Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x00]), "file-unreadable"],
    ["a list 10,000 deep", `${"[".repeat(10_000)}${"]".repeat(10_000)}`, "wrong-type"],
    ["a lone surrogate by escape", String.raw`"\ud800"`, "wrong-type"],
    ["a number alone", "1e999", "not-finite"],
  ])("gets one error: %s", async (_what, content, code) => {
    for (const name of ["a.game.json", "a.input.json", "a.tape.json", "a.scn2d.json"]) {
      const { errors, project } = await check({ [name]: content });
      expect(
        [...errors, ...project].map((error) => error.code),
        name,
      ).toEqual([code]);
    }
  });

  it("is reported if it is a folder", async () => {
    await using folder = await createGameFolder();
    const path = join(folder.path, "a.game.json");
    await mkdir(path);
    const file = { kind: "manifest", folder: folder.path, reading: tryReadText(path) } as const;
    const { text, errors } = await checkFile(file, { context: "local", strict: true });
    expect({ text, errors }).toEqual({
      text: null,
      errors: [
        {
          code: "file-unreadable",
          severity: "error",
          pointer: "",
          message: "This file cannot be read: it is a folder.",
        },
      ],
    });
  });

  it("may have 10 MB", async () => {
    const actions = Object.fromEntries(
      Array.from({ length: 60_000 }, (_, index) => [
        `action-${index}`,
        { valueType: "digital", bindings: [{ type: "gamepad_axis", axis: 0, direction: "positive", deadzone: 2 }] },
      ]),
    );
    const text = JSON.stringify({ version: 1, actions });
    const checked = await check({ "a.input.json": text.padEnd(10 * 1024 * 1024) });
    expect(checked.errors).toEqual([]);
    expect(checked.warnings).toHaveLength(60_000);
  });
});
