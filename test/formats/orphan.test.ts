import { describe, expect, it } from "vitest";
import { type ArtefactIdentity, findOrphan } from "../../src/formats/orphan.ts";

const game: ArtefactIdentity = { name: "Swarm", version: "1.1.0", appId: "com.example.swarm" };

describe("an artefact of another version", () => {
  it("is an orphan, and both versions are named", () => {
    expect(findOrphan({ ...game, version: "1.0.0" }, game)).toEqual({
      kind: "other-version",
      reason: 'was made for version "1.0.0" of the game, and this is version "1.1.0"',
    });
  });

  it("is recognised by the text of the version, because a game may use any scheme", () => {
    expect(findOrphan({ ...game, version: "1.1" }, game)?.kind).toBe("other-version");
  });
});

describe("an artefact of another game", () => {
  it("is recognised by its application id, whatever the names are", () => {
    expect(findOrphan({ ...game, appId: "com.example.other" }, game)).toEqual({
      kind: "other-game",
      reason: 'was made for the game "Swarm" (com.example.other), and this is "Swarm" (com.example.swarm)',
    });
  });

  it("is recognised by its name if one of the two has no application id", () => {
    expect(findOrphan({ name: "Arena", version: "1.1.0", appId: null }, game)?.kind).toBe("other-game");
    expect(findOrphan(game, { name: "Arena", version: "1.1.0", appId: null })?.kind).toBe("other-game");
  });

  it("is reported as another game even if the version differs too", () => {
    expect(findOrphan({ name: "Arena", version: "3.0.0", appId: null }, game)?.kind).toBe("other-game");
  });
});

describe("an artefact that belongs", () => {
  it.each<[string, ArtefactIdentity]>([
    ["says the same", game],
    ["was made before the game got another name, under the same application id", { ...game, name: "Shoal" }],
    ["does not know the version, such as that of a page", { ...game, version: null }],
    ["knows no application id", { ...game, appId: null }],
  ])("%s", (_what, artefact) => {
    expect(findOrphan(artefact, game)).toBeNull();
  });

  it("may have any version if the game has none", () => {
    expect(findOrphan(game, { ...game, version: null })).toBeNull();
  });
});
