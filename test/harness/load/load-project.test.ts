import { createHash } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { isFramegateError } from "../../../harness/errors.ts";
import { loadProject, type Project } from "../../../harness/load/load-project.ts";
import { createGameFolder, type GameFolder, manifestOf } from "../fixtures/game-folder.ts";

const tape = { version: 1, stepHz: 60, events: [] };
const playable = { "framegate.game.json": manifestOf(), "src/main.ts": "export function setup() {}" };

async function load(folder: GameFolder, argument = ".", tapeFile: string | null = null): Promise<Project> {
  return await loadProject(argument, { cwd: folder.path, tape: tapeFile });
}

describe("a game with a manifest", () => {
  it("is found by its folder or by the manifest, whatever the manifest is called", async () => {
    await using folder = await createGameFolder(playable);
    await folder.write({ "other.json": manifestOf({ name: "Other" }) });
    const byFolder = await load(folder);
    expect(byFolder.target).toMatchObject({
      kind: "manifest",
      gameDir: folder.path,
      manifestPath: join(folder.path, "framegate.game.json"),
      inputMap: null,
    });
    expect(await load(folder, "framegate.game.json")).toEqual(byFolder);
    expect((await load(folder, join(folder.path, "other.json"))).game.name).toBe("Other");
  });

  it("is identified by its manifest's name, version and bytes", async () => {
    await using folder = await createGameFolder(playable);
    const text = JSON.stringify(manifestOf({ appId: "com.example.demo" }));
    await folder.write({ "framegate.game.json": text });
    expect((await load(folder)).game).toEqual({
      name: "Demo",
      version: "1.0.0",
      appId: "com.example.demo",
      engineVersion: "0.3.0",
      manifestHash: createHash("sha256").update(text).digest("hex"),
    });
  });

  it("brings the input map and the tape beside it", async () => {
    await using folder = await createGameFolder(playable);
    const map = { version: 1, actions: { jump: { valueType: "digital", bindings: [{ type: "key", code: "Space" }] } } };
    await folder.write({ "framegate.input.json": map, "framegate.tape.json": tape });
    const project = await load(folder);
    expect(project.target).toMatchObject({ inputMap: map });
    expect(project.tape).toMatchObject({ file: "framegate.tape.json", tape: { events: [] } });
  });

  it("names its own tape as a user would, without a path of this machine", async () => {
    await using folder = await createGameFolder();
    for (const [name, content] of Object.entries(playable)) await folder.write({ [`games/demo/${name}`]: content });
    await folder.write({ "games/demo/framegate.tape.json": tape });
    expect((await load(folder, "games/demo")).tape?.file).toBe("games/demo/framegate.tape.json");
  });

  it("takes the requested tape, relative to the working directory", async () => {
    await using folder = await createGameFolder(playable);
    const text = JSON.stringify(tape);
    await folder.write({ "framegate.tape.json": "not even JSON", "tapes/other.tape.json": text });
    expect((await load(folder, ".", "tapes/other.tape.json")).tape).toMatchObject({
      file: "tapes/other.tape.json",
      hash: createHash("sha256").update(text).digest("hex"),
    });
  });
});

describe("a page", () => {
  it("is a game without a manifest, named after its folder and file", async () => {
    await using folder = await createGameFolder({
      "pong/index.html": "<canvas>",
      "pong/framegate.tape.json": "ignored",
    });
    expect(await load(folder, "pong/index.html")).toEqual({
      target: {
        kind: "page",
        htmlPath: join(folder.path, "pong/index.html"),
        served: { folder: join(folder.path, "pong"), because: null },
        declared: null,
      },
      delivery: { context: "local", ignoredFiles: [] },
      game: { name: "pong/index.html", version: null, appId: null, engineVersion: null, manifestHash: null },
      tape: null,
      packageBudget: null,
      warnings: [],
    });
  });

  it("is named by its title, if it has one", async () => {
    await using folder = await createGameFolder({ "dist/index.html": "<title>Space Duel</title><canvas>" });
    expect((await load(folder, "dist/index.html")).game.name).toBe("Space Duel");
  });

  it("is found in a folder without a manifest, which comes first", async () => {
    await using folder = await createGameFolder({ ...playable, "framegate.game.json": null, "index.html": "" });
    await rm(join(folder.path, "framegate.game.json"));
    expect((await load(folder)).target).toMatchObject({ kind: "page", htmlPath: join(folder.path, "index.html") });
    await folder.write(playable);
    expect((await load(folder)).target.kind).toBe("manifest");
  });

  it("brings the budget of its package.json", async () => {
    await using folder = await createGameFolder({
      "dist/index.html": "",
      "package.json": { framegate: { budget: { maxDomChanges: 4 } } },
    });
    expect((await load(folder, "dist/index.html")).packageBudget).toEqual({ maxDomChanges: 4 });
  });

  it("is refused if it could read more than a game, unless that is explicit", async () => {
    await using home = await createGameFolder({ ...playable, "index.html": "" });
    vi.stubEnv("HOME", home.path).stubEnv("USERPROFILE", home.path);
    const servedBy = async (name: string, root?: string): Promise<unknown> =>
      await loadProject(name, { cwd: home.path, tape: null, root: root ?? null }).then(
        ({ target }) => (target.kind === "server" ? null : target.served),
        (error: unknown) => (isFramegateError(error) ? error.code : error),
      );
    try {
      expect([await servedBy("index.html"), await servedBy(".")]).toEqual(["no-own-folder", "no-own-folder"]);
      const given = { folder: home.path, because: "--root" };
      expect([await servedBy("index.html", "."), await servedBy(".", ".")]).toEqual([given, given]);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("plays the requested tape", async () => {
    await using folder = await createGameFolder({ "index.HTM": "", "a.tape.json": tape });
    expect((await load(folder, "index.HTM", "a.tape.json")).tape?.file).toBe("a.tape.json");
  });
});

describe("a game that cannot be run", () => {
  const broken: readonly (readonly [string, object, string])[] = [
    ["has no manifest in its folder", { "framegate.game.json": null }, "manifest-not-found"],
    ["has a manifest that is not JSON", { "framegate.game.json": "{" }, "file-invalid"],
    ["has a manifest that breaks its schema", { "framegate.game.json": manifestOf({ name: 7 }) }, "file-invalid"],
    ["has an invalid input map", { "framegate.input.json": { version: 3 } }, "file-invalid"],
    ["has an invalid tape", { "framegate.tape.json": [] }, "file-invalid"],
    ["names an entry that does not exist", { "src/main.ts": null }, "entry-not-found"],
    ["has neither entry nor scene", { "framegate.game.json": rootOf({ adapter: "react" }) }, "entry-missing"],
    [
      "names a scene that does not exist",
      { "framegate.game.json": rootOf({ adapter: "pixijs", scene: "a.scn2d.json" }) },
      "entry-not-found",
    ],
    [
      "names an adapter module that does not exist",
      { "framegate.game.json": rootOf({ adapter: { module: "./a.ts", surface: "threejs" }, entry: "src/main.ts" }) },
      "entry-not-found",
    ],
    [
      "names a folder for a module",
      { "framegate.game.json": rootOf({ adapter: { module: "src", surface: "threejs" } }) },
      "entry-not-found",
    ],
    [
      "names a module of PixiJS that does not exist",
      {
        "framegate.game.json": rootOf({
          adapter: {
            surface: "pixijs",
            ingest: { strategy: "iframe-reachable", bundleUrl: "src/main.ts", pixiModuleUrl: "pixi.mjs" },
          },
        }),
      },
      "entry-not-found",
    ],
    [
      "declares itself unsupported",
      {
        "framegate.game.json": rootOf({
          adapter: "threejs",
          entry: "src/main.ts",
          capabilities: { local: "unsupported" },
        }),
      },
      "tier-unsupported",
    ],
  ];

  it.each(broken)("that %s is refused", async (_what, change, code) => {
    const files = Object.entries<unknown>({ ...playable, ...change }).filter(([, content]) => content !== null);
    await using folder = await createGameFolder(Object.fromEntries(files));
    await expect(load(folder)).rejects.toMatchObject({ code, exitCode: 2 });
  });

  it.each([
    ["src/mian.ts", "src/main.ts"],
    ["main.ts", "src/main.ts"],
    ["src/Main.ts", "src/main.ts"],
  ])("gets a hint which file %s was meant to be", async (entry, meant) => {
    const manifest = rootOf({ adapter: "threejs", entry });
    await using folder = await createGameFolder({ ...playable, "framegate.game.json": manifest });
    await expect(load(folder)).rejects.toMatchObject({
      code: "entry-not-found",
      message: `The entry of root "main", ${entry}, does not exist. Did you mean "${meant}"?`,
    });
  });

  it.each(["localhost:5173", "127.0.0.1:80/play", "[::1]:5173"])(
    "gets a hint at the address that %s is short for",
    async (argument) => {
      await using folder = await createGameFolder();
      await expect(load(folder, argument)).rejects.toMatchObject({
        code: "game-not-found",
        hint: expect.stringContaining(`http://${argument}`) as string,
      });
    },
  );

  it.each([
    ["index.html?level=3&seed=1", " Here it is index.html, with --query 'level=3&seed=1'."],
    ["index.html?level=3#menu", " Here it is index.html, with --query 'level=3'."],
    ["index.html#menu", " Here it is index.html."],
  ])("gets a hint at the page and the query of %s", async (argument, hint) => {
    await using folder = await createGameFolder({ "index.html": "<canvas>" });
    await expect(load(folder, argument)).rejects.toMatchObject({
      code: "game-not-found",
      hint: expect.stringContaining(`or an HTML file.${hint}`) as string,
    });
  });

  it("is distinguished from a missing manifest, and from a missing game", async () => {
    await using folder = await createGameFolder();
    await mkdir(join(folder.path, "empty"));
    const where = (name: string): string => join(folder.path, name);
    await expect(load(folder, "nowhere")).rejects.toMatchObject({ code: "game-not-found", where: where("nowhere") });
    await expect(load(folder, "no.html")).rejects.toMatchObject({ code: "game-not-found", where: where("no.html") });
    await expect(load(folder, "no.json")).rejects.toMatchObject({
      code: "manifest-not-found",
      where: where("no.json"),
    });
    await expect(load(folder, "empty")).rejects.toMatchObject({
      code: "manifest-not-found",
      where: where("empty/framegate.game.json"),
    });
  });

  it("is reported for the address of another machine", async () => {
    await using folder = await createGameFolder();
    await expect(load(folder, "http://example.com/index.html")).rejects.toMatchObject({
      code: "server-not-local",
      where: "http://example.com/index.html",
    });
  });

  it("points at every error in a file, with the first one as the place", async () => {
    await using folder = await createGameFolder(playable);
    await folder.write({ "framegate.game.json": manifestOf({ name: 7, version: 8 }) });
    const path = join(folder.path, "framegate.game.json");
    const error: unknown = await load(folder).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ where: `${path}:3:11`, message: expect.stringContaining(`${path} has 2 errors:\n`) });
    expect(error).toMatchObject({ message: expect.stringContaining('  4 |   "version": 8,\n    |              ^') });
  });

  it("points into a valid manifest that cannot be run", async () => {
    await using folder = await createGameFolder(playable);
    await folder.write({ "framegate.game.json": manifestOf({ resolution: { width: 0, height: 720 } }) });
    await expect(load(folder)).rejects.toMatchObject({
      code: "manifest-unresolvable",
      where: expect.stringMatching(/framegate\.game\.json:\d+:14$/),
      message: expect.stringContaining('"width": 0'),
    });
  });
});

describe("a tape of another version of the game", () => {
  const orphan = { ...tape, game: { name: "Demo", version: "0.9.0" } };

  it("is refused, whether it lies beside the manifest or was given", async () => {
    await using folder = await createGameFolder({
      ...playable,
      "framegate.tape.json": orphan,
      "tapes/old.tape.json": orphan,
    });
    await expect(load(folder)).rejects.toMatchObject({
      code: "orphan-tape",
      exitCode: 2,
      where: "framegate.tape.json",
      message: expect.stringMatching(/version "0\.9\.0" of the game, and this is version "1\.0\.0"\.$/),
      hint: expect.stringContaining("--allow-orphan"),
    });
    await expect(load(folder, ".", "tapes/old.tape.json")).rejects.toMatchObject({ where: "tapes/old.tape.json" });
  });

  it("is played with a warning if allowed", async () => {
    await using folder = await createGameFolder({ ...playable, "framegate.tape.json": orphan });
    const project = await loadProject(".", { cwd: folder.path, tape: null, allowOrphan: true });
    expect(project.tape).toMatchObject({ file: "framegate.tape.json", isOrphan: true });
    expect(project.warnings).toEqual([expect.stringMatching(/^framegate\.tape\.json - warning orphan-tape: /)]);
  });

  it("must name it: a tape without a game fits every version", async () => {
    await using folder = await createGameFolder({ ...playable, "framegate.tape.json": tape });
    const project = await load(folder);
    expect(project.warnings).toEqual([]);
    expect(project.tape).not.toHaveProperty("isOrphan");
  });
});

it("passes warnings on as printed lines", async () => {
  await using folder = await createGameFolder(playable);
  await folder.write({ "framegate.game.json": manifestOf({ appId: "Not Reversed" }) });
  const { warnings } = await load(folder);
  expect(warnings.join("\n")).toMatch(/framegate\.game\.json:\d+:\d+ - warning /);
});

function rootOf(root: object): object {
  return manifestOf({ roots: [{ id: "main", ...root }] });
}
