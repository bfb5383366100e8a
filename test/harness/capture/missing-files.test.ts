import { describe, expect, it } from "vitest";
import { missingNotices, type MissingContext } from "../../../harness/capture/missing-files.ts";

const plain: MissingContext = {
  pageUrl: `http://game.test/index.html?a`,
  allowed: [],
  isBroken: false,
  callerOf: () => null,
};
const origin = "http://game.test";

function severities(destination: string, context: Partial<MissingContext> = {}): readonly string[] {
  const missing = [{ url: `${origin}/saves/one.json?v=2`, destination, answer: null }];
  return missingNotices({ missing, failed: [] }, { ...plain, ...context }).map(({ severity }) => severity);
}

describe("missingNotices", () => {
  it("fails for files that a game cannot do without, and warns about the rest", () => {
    for (const destination of ["script", "worker", "sharedworker", "serviceworker", "audioworklet", "empty"]) {
      expect([destination, severities(destination)]).toEqual([destination, ["failure"]]);
    }
    for (const destination of [
      "image",
      "audio",
      "video",
      "font",
      "style",
      "track",
      "iframe",
      "manifest",
      "undefined",
    ]) {
      expect([destination, severities(destination)]).toEqual([destination, ["warning"]]);
    }
  });

  it("explains a module without an extension, but no script of a service, which has a query", () => {
    const messageOf = (path: string): string | undefined => {
      const missing = [{ url: `${origin}/${path}`, destination: "script", answer: null }];
      return missingNotices({ missing, failed: [] }, plain)[0]?.message;
    };
    expect(messageOf("src/player")).toMatch(/A browser does not find modules.* or pass --allow missing=src\/player /u);
    expect(messageOf("tags/js?id=1")).toMatch(/It is a script\. Add it, or pass --allow missing=tags\/js /u);
  });

  it("fails a missing page, whatever is allowed", () => {
    const missing = [{ url: "http://game.test/index.html?a", destination: "iframe", answer: null }];
    const [notice] = missingNotices({ missing, failed: [] }, { ...plain, allowed: ["**"] });
    expect(notice).toMatchObject({ code: "missing-file", severity: "failure" });
    expect(notice?.message).toContain("the game's page");
  });

  it("allows missing files that match a pattern", () => {
    for (const pattern of ["saves/*.json", "**/*.json", "saves/one.json", `${origin}/saves/*`]) {
      expect([pattern, severities("empty", { allowed: ["nothing", pattern] })]).toEqual([pattern, ["warning"]]);
    }
    expect(severities("empty", { allowed: ["*.json"] })).toEqual(["failure"]);
  });

  it("names each URL once, with the position of its first request", () => {
    const url = `${origin}/game.js`;
    const missing = [
      { url, destination: "script", answer: null },
      { url, destination: "script", answer: null },
    ];
    expect(missingNotices({ missing, failed: [] }, { ...plain, callerOf: () => "src/main.ts:3:7" })).toEqual([
      {
        code: "missing-file",
        severity: "failure",
        message: `${url} does not exist. It is a script. Add it, or pass --allow missing=game.js if the game can do without it.`,
        where: "src/main.ts:3:7",
      },
    ]);
  });

  it("names the game's own files by their paths", () => {
    const own = "http://embed.framegate.localhost";
    const missing = ["a.png", "b.png", "c.png", "d.png", "ui/e.png?v=2"].map((path) => ({
      ...{ url: `${own}/${path}`, destination: "image", answer: null },
    }));
    expect(missingNotices({ missing, failed: [] }, plain).map(({ message }) => message)).toEqual([
      "4 files of the game's folder do not exist: a.png, b.png, c.png and 1 more.",
      "ui/e.png does not exist.",
    ]);
  });

  it("says for a module without extension that the page must be built", () => {
    const missing = [{ url: `${origin}/src/game/main`, destination: "script", answer: null }];
    const [notice] = missingNotices({ missing, failed: [] }, plain);
    expect(notice?.message).toMatch(
      /^http:\/\/game\.test\/src\/game\/main does not exist\. A browser does not find .*build/u,
    );
  });

  it("warns about sounds and pictures that a library fetches, unless the game is broken", () => {
    const missing = [{ url: `${origin}/music.ogg?v=2`, destination: "empty", answer: null }];
    expect(missingNotices({ missing, failed: [] }, plain)).toMatchObject([{ severity: "warning" }]);
    const broken = { ...plain, isBroken: true };
    expect(missingNotices({ missing, failed: [] }, broken)).toMatchObject([{ severity: "failure" }]);
  });

  it("fails for requests to another host only if the game is broken", () => {
    const failed = [{ url: "https://cdn.test/lib.js", reason: "net::ERR_NAME_NOT_RESOLVED", kind: "script" }];
    const [warned] = missingNotices({ missing: [], failed }, plain);
    expect(warned).toMatchObject({ code: "request-failed", severity: "warning", where: "https://cdn.test/lib.js" });
    expect(warned?.message).toMatch(/A run has no network, so that it can be repeated\.$/u);
    const broken = { ...plain, isBroken: true };
    const [failure] = missingNotices({ missing: [], failed }, broken);
    expect(failure?.severity).toBe("failure");
    expect(failure?.message).toMatch(/Keep a copy in the game's folder, or pass --allow-host cdn\.test\.$/u);
    expect(missingNotices({ missing: [], failed }, { ...broken, allowed: ["lib.js"] })).toMatchObject([
      { severity: "warning" },
    ]);
    const picture = { url: "https://cdn.test/a.png", reason: "net::ERR_NAME_NOT_RESOLVED", kind: "image" };
    expect(missingNotices({ missing: [], failed: [picture] }, broken)).toMatchObject([{ severity: "warning" }]);
    const extension = { url: "chrome-extension://a/b.js", reason: "net::ERR_UNKNOWN_URL_SCHEME", kind: "script" };
    expect(missingNotices({ missing: [], failed: [extension] }, broken)).toMatchObject([{ severity: "warning" }]);
  });

  it("names the port of the game's own host at which nothing runs", () => {
    const url = "http://embed.framegate.localhost:35729/livereload.js?snipver=1";
    const failed = [{ url, reason: "net::ERR_BLOCKED_BY_RESPONSE", kind: "script" }];
    expect(missingNotices({ missing: [], failed }, plain)).toEqual([
      {
        code: "request-failed",
        severity: "warning",
        message:
          "livereload.js at port 35729 of the page's own host could not be loaded, because a run serves nothing there.",
        where: null,
      },
    ]);
  });

  it("joins more than three files of a folder that are missed alike, with a pattern that allows them all", () => {
    const missing = ["a.json", "b.json", "c.json", "d.json", "e.json", "a.bin", "b.bin"].flatMap((name) => [
      { url: `${origin}/levels/${name}`, destination: "empty", answer: null },
      { url: `${origin}/pictures/${name}.png`, destination: "image", answer: null },
    ]);
    const files = { missing, failed: [] };
    const notices = missingNotices(files, { ...plain, callerOf: () => "main.js:1:1" });
    expect(notices.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      `failure: ${origin}/levels/a.bin does not exist. It is a file that a script fetches. Add it, or pass --allow missing=levels/a.bin if the game can do without it.`,
      `failure: ${origin}/levels/b.bin does not exist. It is a file that a script fetches. Add it, or pass --allow missing=levels/b.bin if the game can do without it.`,
      `failure: 5 files of ${origin}/levels/ do not exist: a.json, b.json, c.json and 2 more. Each is a file that a script fetches. Add them, or pass --allow 'missing=levels/*.json' if the game can do without them.`,
      `warning: 7 files of ${origin}/pictures/ do not exist: a.bin.png, a.json.png, b.bin.png and 4 more.`,
    ]);
    const allowed = ["levels/*.json", "levels/*.bin"];
    expect(missingNotices(files, { ...plain, allowed }).map(({ severity }) => severity)).not.toContain("failure");
    const elsewhere = ["a", "b", "c", "d"].map((name) => ({ url: `https://cdn.test/${name}.js`, reason: "failed" }));
    const failed = elsewhere.map((request) => ({ ...request, kind: "script" }));
    expect(missingNotices({ missing: [], failed }, plain)).toEqual([
      {
        code: "request-failed",
        severity: "warning",
        message: "4 files of https://cdn.test/ could not be loaded (failed): a.js, b.js, c.js, d.js.",
        where: "https://cdn.test/a.js",
      },
    ]);
  });

  it("lists the same files in the same order, whichever the browser requested first", () => {
    const missing = ["b.json", "a.json"].map((name) => ({
      url: `${origin}/${name}`,
      destination: "empty",
      answer: null,
    }));
    const failed = ["d", "c"].map((name) => ({ url: `https://${name}.test/`, reason: "failed", kind: "fetch" }));
    const inOrder = missingNotices({ missing, failed }, plain);
    expect(inOrder.map(({ where }) => where?.match(/[a-d](?=\.json|\.test)/u)?.[0])).toEqual(["a", "b", "c", "d"]);
    const reversed = { missing: missing.toReversed(), failed: failed.toReversed() };
    expect(missingNotices(reversed, plain)).toEqual(inOrder);
  });
});
