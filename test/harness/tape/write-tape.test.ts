import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { keepTape, refuseToReplace, writeTape } from "../../../harness/tape/write-tape.ts";
import { tapeText } from "../../../harness/tape/tape-text.ts";
import type { Tape } from "../../../src/formats/tape.ts";

const folder = mkdtempSync(join(tmpdir(), "framegate-write-tape-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const tape: Tape = { version: 1, stepHz: 60, events: [{ step: 0, type: "blur" }] };
const command = "framegate record";

describe("writeTape", () => {
  it("creates the tape's parent folders", () => {
    const path = join(folder, "a", "b", "c.tape.json");
    writeTape(path, tape);
    expect(readFileSync(path, "utf8")).toBe(tapeText(tape));
  });

  it("says why it cannot write", () => {
    writeFileSync(join(folder, "file"), "");
    expect(() => {
      writeTape(join(folder, "file", "x.tape.json"), tape);
    }).toThrow(expect.objectContaining({ code: "write-failed" }));
  });
});

describe("keepTape", () => {
  it("writes the tape elsewhere if its path is not writable, and says where", () => {
    writeFileSync(join(folder, "no-folder"), "");
    const spareFolder = join(folder, "spare");
    expect(() => {
      keepTape(join(folder, "no-folder", "boss.tape.json"), tape, spareFolder);
    }).toThrow(
      expect.objectContaining({
        code: "write-failed",
        message: expect.stringMatching(/Cannot write .*The tape is in .*spare.*boss\.tape\.json\.$/u),
      }),
    );
    const [spare = ""] = readdirSync(spareFolder);
    expect(spare).toMatch(/^framegate-\d+-boss\.tape\.json$/u);
    expect(readFileSync(join(spareFolder, spare), "utf8")).toBe(tapeText(tape));
  });

  it("writes it only once if it can", () => {
    const path = join(folder, "kept", "boss.tape.json");
    keepTape(path, tape, join(folder, "kept"));
    expect(readdirSync(join(folder, "kept"))).toEqual(["boss.tape.json"]);
  });
});

describe("refuseToReplace", () => {
  it("allows a new file, and an existing one only by force", () => {
    const path = join(folder, "old.tape.json");
    refuseToReplace({ path, force: false, command });
    writeFileSync(path, "mine");
    expect(() => {
      refuseToReplace({ path, force: false, command });
    }).toThrow(/already exists/u);
    refuseToReplace({ path, force: true, command });
  });

  it("refuses to replace a folder, and suggests a file in it", () => {
    const path = join(folder, "folder");
    mkdirSync(path);
    for (const force of [true, false]) {
      const refused = expect(() => {
        refuseToReplace({ path, force, command });
      });
      refused.toThrow(
        `--out ${path} is a folder. Pass the name of a file, such as ${join(path, "framegate.tape.json")}.`,
      );
    }
  });
});
