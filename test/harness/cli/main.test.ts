import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { main } from "../../../harness/cli/main.ts";
import { packageVersion } from "../../../harness/package-root.ts";
import { createGameFolder, manifestOf } from "../fixtures/game-folder.ts";
import { createFakeProcess, type FakeProcess } from "./fake-process.ts";

async function run(...args: string[]): Promise<FakeProcess & { readonly exitCode: number }> {
  const fake = createFakeProcess(args);
  const exitCode = await main(fake);
  return Object.defineProperty(fake, "exitCode", { value: exitCode }) as typeof fake & { readonly exitCode: number };
}

describe("help", () => {
  it("is printed for a bare framegate, which is not an error", async () => {
    const bare = await run();
    expect(bare).toMatchObject({ exitCode: 0, stderrText: "" });
    expect(bare.stdoutText).toMatchInlineSnapshot(`
      "Usage: framegate [options] [command]

      Deterministic runs and performance budgets for browser games, in headless
      Chromium.

      Options:
        -V, --version                 print the version
        --verbose                     print stack traces
        -h, --help                    print this help

      Commands:
        perf [options] [games...]     run games frame by frame, measure them, and hold
                                      them to their budgets
        judge [options] <reports...>  judge stored reports by a budget, without
                                      running anything
        history [options] <file>      show how the metrics of games changed over the
                                      runs of perf --history
        sweep [options] [game]        run a game with many seeds, and show the worst
                                      ones first
        merge [options] <folders...>  join the shards of a sweep
        report [options] [report]     write the HTML report of a run, with a frame
                                      viewer, or serve it with pictures of its frames
        verify [options] [game]       run a game in fresh browsers under different
                                      conditions, and compare every frame
        replay [options] <report>     repeat the run of a stored report on this
                                      machine, and compare every frame
        profile [options] [game]      find the functions that take the time or the
                                      memory of a game's frames
        record [options] [game]       play a game in a window and record the input as
                                      a tape; closing the window or Ctrl-C ends it
        dev [options] [game]          serve a game for your own browser, with reload
                                      on change; Ctrl-C ends it
        tape [options]                print, cut and join recorded input
        check [options] [paths...]    check manifests, input maps, tapes and scenes,
                                      and the files they refer to
        scan [options] [paths...]     find raw randomness and wall-clock reads in a
                                      game's sources
        init [options] [folder]       create a small game that runs, or the manifest
                                      of an HTML game with a measured budget
        calibrate [options]           measure the speed of this machine, so that other
                                      machines can give their times as of this one
        schema [options] [format]     print the JSON Schema of a file format, or list
                                      the formats
        doctor [options]              check this machine, and say what to do about
                                      problems
        install-browser [options]     unpack the embedded browser, or download a
                                      pinned one if there is none
        completion [options] <shell>  print a script that completes commands and
                                      options in a shell
        help [options] [command...]   print the help of a command

      Exit codes:
          0  pass
          1  a gate failed
          2  usage or an invalid file
          3  inconclusive
          4  nondeterminism
          5  the game failed
          6  environment
         70  a fault in Framegate itself
        130  interrupted (SIGTERM: 143, SIGHUP: 129)
      "
    `);
  });

  it("is the same by option and by command", async () => {
    const { stdoutText } = await run();
    expect(await run("--help")).toMatchObject({ exitCode: 0, stdoutText });
    expect(await run("help")).toMatchObject({ exitCode: 0, stdoutText });
  });

  it.each(["perf", "check", "init", "doctor", "install-browser"])("of %s has examples", async (command) => {
    const byOption = await run(command, "--help");
    expect(byOption).toMatchObject({ exitCode: 0, stderrText: "" });
    expect(byOption.stdoutText).toContain(`Usage: framegate ${command} [options]`);
    expect(byOption.stdoutText).toMatch(/\nExamples:\n {2}\S/);
    expect(await run("help", command)).toMatchObject({ exitCode: 0, stdoutText: byOption.stdoutText });
  });

  it("shows the default of a range as it is typed", async () => {
    expect((await run("profile", "--help")).stdoutText).toContain("(default: 0..599)");
  });

  it("is as wide as the terminal", async () => {
    const widest = async (columns: number): Promise<number> => {
      const fake = createFakeProcess(["--help"], { columns });
      await main(fake);
      const [, ofCommands = ""] = fake.stdoutText.split("Commands:");
      return Math.max(...ofCommands.split("\n").map((line) => line.length));
    };
    expect(await widest(120)).toBeGreaterThan(80);
    expect(await widest(72)).toBeLessThanOrEqual(72);
  });

  it("for an unknown command is an error", async () => {
    const lost = await run("help", "perv");
    expect(lost).toMatchObject({ exitCode: 2, stdoutText: "" });
    expect(lost.stderrText).toContain('There is no command "perv". Did you mean "perf"?');
  });
});

it.each(["--version", "-V"])("prints the version for %s, and nothing else", async (option) => {
  expect(await run(option)).toMatchObject({ exitCode: 0, stdoutText: `${packageVersion}\n`, stderrText: "" });
});

describe("a mistake in the command line", () => {
  it("that is an unknown command gets the nearest one", async () => {
    const wrong = await run("pref", "examples/arena");
    expect(wrong).toMatchObject({ exitCode: 2, stdoutText: "" });
    expect(wrong.stderrText).toMatchInlineSnapshot(`
      "error unknown-command: There is no command "pref". Did you mean "perf"?
        Commands: perf, judge, history, sweep, merge, report, verify, replay, profile, record, dev, tape, check, scan, init, calibrate, schema, doctor, install-browser, completion, help. A game is run by \`framegate perf <game>\`.
      "
    `);
  });

  it("that is no command at all gets the commands, and how a game is run", async () => {
    const wrong = await run("examples/arena");
    expect(wrong.exitCode).toBe(2);
    expect(wrong.stderrText).toMatchInlineSnapshot(`
      "error unknown-command: There is no command "examples/arena".
        Commands: perf, judge, history, sweep, merge, report, verify, replay, profile, record, dev, tape, check, scan, init, calibrate, schema, doctor, install-browser, completion, help. A game is run by \`framegate perf <game>\`.
      "
    `);
  });

  it("that leaves out the command gets the help", async () => {
    const wrong = await run("--verbose");
    expect(wrong).toMatchObject({ exitCode: 2, stdoutText: "" });
    expect(wrong.stderrText).toContain("Usage: framegate [options] [command]");
    expect(wrong.stderrText).toContain("No command was given.");
  });

  it("that is an unknown option gets the nearest one, and the help of the command", async () => {
    const wrong = await run("perf", "--frmes", "3");
    expect(wrong.exitCode).toBe(2);
    expect(wrong.stderrText).toMatchInlineSnapshot(`
      "error usage: Unknown option '--frmes'. Did you mean --frames?
        See \`framegate perf --help\`.
      "
    `);
  });

  it("that is a bad seed gets the range", async () => {
    const wrong = await run("perf", "--seed", "seven");
    expect(wrong.exitCode).toBe(2);
    expect(wrong.stderrText).toMatchInlineSnapshot(`
      "error bad-seed: "seven" is not a seed.
        A seed is a whole number from -9007199254740991 to 9007199254740991.
      "
    `);
  });

  it("that is a bad budget metric gets the nearest one", async () => {
    const wrong = await run("perf", "--budget", "maxDrawcalls=200");
    expect(wrong.exitCode).toBe(2);
    expect(wrong.stderrText).toMatchInlineSnapshot(`
      "error usage: Option '--budget <metric=limit>' argument 'maxDrawcalls=200' is invalid. "maxDrawcalls" is not a metric. Did you mean maxDrawCalls?
        See \`framegate perf --help\`.
      "
    `);
  });

  it("that is one argument too many is counted", async () => {
    const wrong = await run("verify", "a", "b");
    expect(wrong.exitCode).toBe(2);
    expect(wrong.stderrText).toMatchInlineSnapshot(`
      "error usage: Too many arguments for 'verify'. Expected 1 argument but got 2.
        See \`framegate verify --help\`.
      "
    `);
  });

  it("is one object on the standard output with --json", async () => {
    const wrong = await run("perf", "--json", "--raster", "blurred");
    expect(wrong.exitCode).toBe(2);
    expect(JSON.parse(wrong.stdoutText)).toEqual({
      error: {
        code: "usage",
        message: "Option '--raster <mode>' argument 'blurred' is invalid. Allowed choices are skip, real.",
        where: null,
        hint: "See `framegate perf --help`.",
      },
    });
    expect(wrong.stderrText).toContain("Allowed choices are skip, real.");
  });
});

describe("a tape of another version of the game", () => {
  const budgetless = {
    "framegate.game.json": manifestOf(),
    "src/main.ts": "",
    "framegate.tape.json": { version: 1, stepHz: 60, game: { name: "Demo", version: "0.9.0" }, events: [] },
  };

  it("is refused by perf, and played if that is requested", async () => {
    await using folder = await createGameFolder(budgetless);
    const refused = await run("perf", folder.path, "--assert-budget");
    expect(refused.exitCode).toBe(2);
    expect(refused.stderrText).toContain("error orphan-tape: ");
    // The next error is the missing budget.
    const allowed = await run("perf", folder.path, "--assert-budget", "--allow-orphan");
    expect(allowed.stderrText).toContain("framegate.tape.json - warning orphan-tape: ");
    expect(allowed.stderrText).toContain("error no-budget: ");
  });
});

describe("a game that cannot be run", () => {
  it("for want of a manifest is explained", async () => {
    const wrong = await run("perf", "nowhere.json");
    expect(wrong).toMatchObject({ exitCode: 2, stdoutText: "" });
    expect(wrong.stderrText).toMatchInlineSnapshot(`
      "error manifest-not-found: No manifest at /nowhere/nowhere.json.
        Create a framegate.game.json there, or pass the path of a manifest or of an HTML file.
      "
    `);
  });

  it("is one object on the standard output with --json, wherever the option stands", async () => {
    const error = {
      code: "manifest-not-found",
      message: "No manifest at /nowhere/nowhere.json.",
      where: "/nowhere/nowhere.json",
      hint: "Create a framegate.game.json there, or pass the path of a manifest or of an HTML file.",
    };
    for (const args of [
      ["perf", "--json", "nowhere.json"],
      ["perf", "nowhere.json", "--json"],
    ]) {
      const wrong = await run(...args);
      expect([wrong.exitCode, JSON.parse(wrong.stdoutText)]).toEqual([2, { error }]);
    }
  });

  it("for an invalid manifest is shown the line", async () => {
    await using folder = await createGameFolder({
      "framegate.game.json": manifestOf({ roots: [{ id: "main", adapter: "thrijs" }] }),
    });
    const fake = createFakeProcess(["perf"], { cwd: folder.path });
    expect(await main(fake)).toBe(2);
    expect(fake.stderrText.replaceAll(folder.path, "/game")).toMatchInlineSnapshot(`
      "error file-invalid: /game/framegate.game.json has an error:
          /game/framegate.game.json:11:18 - error invalid-adapter: Expected an adapter: "threejs", "pixijs" or "react", an object with "module" and "surface", or one with "surface" and "ingest"; found "thrijs". Did you mean "threejs"?
            at /roots/0/adapter
            11 |       "adapter": "thrijs"
               |                  ^^^^^^^^
        Fix the marked values and run again.
      "
    `);
  });

  it("for want of a budget is refused before anything is launched", async () => {
    await using folder = await createGameFolder({ "framegate.game.json": manifestOf(), "src/main.ts": "" });
    const fake = createFakeProcess(["perf", "--assert-budget"], { cwd: folder.path });
    expect(await main(fake)).toBe(2);
    expect(fake.stderrText.replaceAll(folder.path, "/game")).toMatchInlineSnapshot(`
      "error no-budget: A gate needs a budget, and /game/framegate.game.json declares none.
        Add a "budget" object to the manifest, or pass --budget maxDrawCalls=200.
      "
    `);
  });

  it("that limits times and measures none is refused, whatever the number of its frames", async () => {
    const manifest = manifestOf({ budget: { frameCpuMsP95: 8, maxDrawCalls: 10 } });
    await using folder = await createGameFolder({ "framegate.game.json": manifest, "src/main.ts": "" });
    const args = ["perf", "--assert-budget", "--repeat", "0", "--frames", "30"];
    const fake = createFakeProcess(args, { cwd: folder.path });
    expect(await main(fake)).toBe(2);
    expect(fake.stderrText.replaceAll(folder.path, "/game")).toMatchInlineSnapshot(`
      "error nothing-timed: The budget of /game/framegate.game.json limits times (frame CPU p95), and with --repeat 0 nothing is timed.
        Leave out --repeat 0, so that the gate can judge them. To see the counts without a gate, leave out --assert-budget.
      "
    `);
  });

  it("for want of a browser exits with 6", async () => {
    await using folder = await createGameFolder({ "index.html": "<canvas>" });
    const env = { FRAMEGATE_BROWSER: join(folder.path, "chrome"), FRAMEGATE_CACHE: folder.path };
    const fake = createFakeProcess(["perf", "index.html", "--json"], { cwd: folder.path, env });
    expect(await main(fake)).toBe(6);
    expect(JSON.parse(fake.stdoutText)).toMatchObject({
      error: { code: "browser-path-missing", where: env.FRAMEGATE_BROWSER },
    });
  });
});

describe("an interruption", () => {
  it("ends in 130, whatever the run broke off with", async () => {
    await using folder = await createGameFolder({ "index.html": "<canvas>" });
    const env = { FRAMEGATE_BROWSER: join(folder.path, "chrome"), FRAMEGATE_CACHE: folder.path };
    const fake = createFakeProcess(["perf", "index.html"], { cwd: folder.path, env });
    const running = main(fake);
    fake.emit("SIGINT");
    expect(await running).toBe(130);
    expect(fake.stderrText).toContain("error interrupted: Interrupted. Nothing was written.\n");
  });

  it("is listened for only while the command runs", async () => {
    const fake = createFakeProcess(["--version"]);
    const running = main(fake);
    expect(fake.listenerCount()).toBeGreaterThan(0);
    await running;
    expect(fake.listenerCount()).toBe(0);
  });
});

it("ends an internal fault with an exit code that no verdict has", async () => {
  const fake = createFakeProcess(["--help"]);
  Object.assign(fake.stdout, {
    write: () => {
      throw new TypeError("the pipe is clogged");
    },
  });
  expect(await main(fake)).toBe(70);
  expect(fake.stderrText).toMatchInlineSnapshot(`
    "error internal: the pipe is clogged
      This is a fault in Framegate. Run again with --verbose and report what it prints.
    "
  `);
});
