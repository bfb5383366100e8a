import { validateTape } from "../../../src/formats/tape.ts";
import { describe, expect, it } from "vitest";
import { judgeLiveness } from "../../../harness/judge/judge-liveness.ts";
import type { ClickPrompt } from "../../../src/formats/element-look.ts";
import type { Liveness } from "../../../src/formats/liveness.ts";

const moving: Liveness = {
  frames: 60,
  changedFrames: 60,
  lastChange: 59,
  state: "moving",
  isDrawnAgain: true,
  parts: [],
  input: { frames: 0, changedFrames: 0, missing: ["key"] },
};

const plan = { allowVacuous: false, warmup: 10 };

describe("judgeLiveness", () => {
  it("says nothing about a run that moves, or without liveness", () => {
    expect(judgeLiveness(moving, plan)).toEqual([]);
    expect(judgeLiveness(null, plan)).toEqual([]);
  });

  it("says since when a run is still, and which input it waits for", () => {
    const [still, missing] = judgeLiveness({ ...moving, state: "still", lastChange: 12 }, plan);
    expect(still).toMatchObject({ code: "still", severity: "warning" });
    expect(still?.message).toMatch(
      /^The game draws by the same commands after frame 12, and nothing else changes: it is still/,
    );
    expect(missing?.message).toMatch(/^The page listens for keys, and the run gave it none\./);
  });

  it("counts the frames of the warm-up from its own start", () => {
    const [still] = judgeLiveness({ ...moving, state: "still", changedFrames: 1, lastChange: -10 }, plan);
    expect(still?.message).toMatch(/^The game draws by the same commands after warm-up frame 0, and/);
  });

  it("fails a run in which nothing happens, unless allowed", () => {
    const dead: Liveness = { ...moving, state: "vacuous", changedFrames: 0, lastChange: null };
    expect(judgeLiveness(dead, plan)[0]).toMatchObject({ code: "vacuous", severity: "failure" });
    const deaf: Liveness = { ...dead, input: { frames: 0, changedFrames: 0, missing: [] } };
    expect(judgeLiveness(deaf, plan)[0]?.message).toMatch(
      /framegate record makes one\. If nothing .*--allow-vacuous\.$/,
    );
    expect(judgeLiveness(dead, { ...plan, allowVacuous: true })[0]).toMatchObject({
      code: "vacuous",
      severity: "warning",
    });
  });

  it("offers keys to a page that waits for keys and shows nothing to click", () => {
    const waiting: Liveness = { ...moving, state: "still", lastChange: 12 };
    const [, missing] = judgeLiveness(waiting, plan);
    const message = missing?.message ?? "";
    const validation = validateTape(message.slice(message.indexOf("{")));
    expect(validation.ok && validation.value.events).toEqual([
      { step: 15, type: "key", code: "Enter", pressed: true },
      { step: 17, type: "key", code: "Enter", pressed: false },
      { step: 30, type: "key", code: "Space", pressed: true },
      { step: 32, type: "key", code: "Space", pressed: false },
    ]);
    const button = { name: "button", target: { selector: "button" }, kind: "button" as const };
    const [, offer, other] = judgeLiveness(waiting, plan, { prompts: [button] });
    expect(offer?.code).toBe("click-awaited");
    expect(other?.message).toBe("The page listens for keys, and the run gave it none.");
    const played: Liveness = { ...waiting, input: { frames: 3, changedFrames: 1, missing: ["key"] } };
    expect(judgeLiveness(played, plan)[1]?.message).toMatch(/put it on the tape/);
    const heard: Liveness = { ...played, input: { ...played.input, missing: [] } };
    expect(judgeLiveness(heard, plan)[0]?.message).toMatch(/waits for something else, put that on the tape\.$/);
  });

  it("names the option that allows errors where the game goes on in spite of them", () => {
    const error = { code: "uncaught-error", severity: "failure" as const, message: "No.", where: null };
    expect(judgeLiveness(moving, plan, { failures: [error] })).toMatchObject([
      { code: "moves-on", severity: "warning", message: expect.stringContaining("--allow-errors") as string },
    ]);
    expect(judgeLiveness(moving, plan, { failures: [error, { ...error, code: "missing-file" }] })).toEqual([]);
  });

  it("names the page that a title links to, where nothing else can be clicked", () => {
    const link: ClickPrompt = { name: "game.html", target: { selector: "a" }, kind: "link" };
    const title: Liveness = { ...moving, state: "vacuous", input: { frames: 0, changedFrames: 0, missing: [] } };
    const [vacuous, told] = judgeLiveness(title, plan, { prompts: [link] });
    expect(vacuous?.message).toMatch(/It may be the title of a game in another page\./u);
    expect(told?.message).toBe("The page links to game.html: pass that page if the game is there.");
    const button: ClickPrompt = { name: "button", target: { selector: "button" }, kind: "button" };
    const codes = judgeLiveness(title, plan, { prompts: [button, link] }).map(({ code }) => code);
    expect(codes).toEqual(["vacuous", "click-awaited"]);
  });

  it("offers a tape where hardly anything but animations of styles changes", () => {
    const button: ClickPrompt = { name: "button", target: { selector: "button" }, kind: "button" };
    const parts = [
      { name: "animations", changedFrames: 60 },
      { name: "dom", changedFrames: 2 },
    ];
    const codes = judgeLiveness({ ...moving, parts }, plan, { prompts: [button] }).map(({ code }) => code);
    expect(codes).toEqual(["not-begun", "click-awaited", "input-missing"]);
    const played = { ...moving, parts: [...parts, { name: "canvas2d", changedFrames: 60 }] };
    expect(judgeLiveness(played, plan, { prompts: [button] })).toEqual([]);
    const deaf = { ...moving, parts, input: { ...moving.input, missing: [] } };
    expect(judgeLiveness(deaf, plan)).toEqual([]);
  });

  it("asks for no input where the game is broken", () => {
    const button = { name: "button", target: { selector: "button" }, kind: "button" as const };
    const missing = { code: "missing-file", severity: "failure" as const, message: "No script.", where: null };
    const broken = { prompts: [button], failures: [missing] };
    const dead: Liveness = { ...moving, state: "vacuous", changedFrames: 0, lastChange: null };
    expect(judgeLiveness(dead, plan, broken)).toEqual([
      {
        code: "vacuous",
        severity: "failure",
        message:
          "Nothing was drawn and nothing changed on the page in 60 frames after it had loaded, so there is nothing to measure.",
        where: null,
      },
    ]);
    const [still, ...others] = judgeLiveness({ ...moving, state: "still", lastChange: 12 }, plan, broken);
    expect(still?.message).toMatch(/unless it draws on the last picture\.$/);
    expect(others).toEqual([]);
  });

  it("offers a tape for what a still page shows, buttons before canvases, and none once there was input", () => {
    const still = { ...moving, state: "still" as const, lastChange: 12 };
    const awaiting = { ...still, input: { frames: 0, changedFrames: 0, missing: ["click" as const] } };
    const canvas = { name: "canvas", target: { selector: "canvas" }, kind: "canvas" as const };
    const button = { name: 'button "Play now"', target: { text: "Play now" }, kind: "button" as const };
    const offerIn = (of: Liveness, { warmup }: typeof plan, prompts: readonly ClickPrompt[]): string | undefined =>
      judgeLiveness(of, { allowVacuous: false, warmup }, { prompts }).find(({ code }) => code === "click-awaited")
        ?.message;
    const offer = offerIn(awaiting, plan, [button, canvas]) ?? "";
    expect(offer).toContain('The page shows button "Play now" and may wait for a click on it.');
    // Any terminal may wrap a line at a blank.
    const line = offer.slice(offer.indexOf("{"));
    expect(line).not.toContain(" ");
    const validation = validateTape(line);
    expect(validation.ok && validation.value.events).toEqual([
      { step: 0, type: "click", text: "Play now", when: { text: "Play now" } },
    ]);
    expect(offerIn(awaiting, plan, [canvas])).toContain("The page shows canvas");
    expect(offerIn({ ...awaiting, input: { ...awaiting.input, missing: [] } }, plan, [canvas])).toBeUndefined();
    expect(offerIn({ ...still, input: { frames: 3, changedFrames: 1, missing: [] } }, plan, [button])).toBeUndefined();
    expect(offerIn(awaiting, plan, [])).toBeUndefined();
    expect(offerIn({ ...awaiting, state: "moving" }, plan, [button])).toBeUndefined();
  });
});
