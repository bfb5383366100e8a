import { dirname, join } from "node:path";
import type { Command } from "commander";
import { manifestOf, manifestPathOf } from "../../src/formats/run-plan.ts";
import { type DevGame, runDev } from "../dev/run-dev.ts";
import { inputMapName, loadProject, type Project } from "../load/load-project.ts";
import { planRuns } from "../plan/plan-runs.ts";
import { onOneLine } from "../report/terminal-text.ts";
import { renderErrorText } from "./error-text.ts";
import type { CommandIo } from "./io.ts";
import { addLimits, addRoot, addSeedAndQuery, parsePort } from "./run-flags.ts";

interface DevFlags {
  readonly port?: number;
  readonly seed?: number;
  readonly query?: string;
  readonly root?: string;
  readonly bootTimeout: number;
  readonly frameTimeout: number;
  readonly verbose?: true;
}

const defaultPort = 5180;

const examples = `
Examples:
  framegate dev                                     serve the game in this folder
  framegate dev examples/arena --port 8080 --seed 7
  framegate dev examples/arena --query framegate-debug=1`;

/** Adds `dev` to the program. */
export function defineDev(program: Command, io: CommandIo, setExitCode: (code: number) => void): void {
  const command = program
    .command("dev")
    .description("serve a game for your own browser, with reload on change; Ctrl-C ends it")
    .argument("[game]", "folder, manifest or HTML file", ".")
    .option(
      "--port <number>",
      `port on 127.0.0.1; if it is taken, up to 20 higher ones are tried\n(default: the manifest's editorPort, or ${String(defaultPort)})`,
      parsePort,
    );
  addLimits(addRoot(addSeedAndQuery(command)))
    .addHelpText("after", examples)
    .action(async (game: string, flags: DevFlags) => {
      setExitCode(await dev(game, flags, io));
    });
}

async function dev(game: string, flags: DevFlags, io: CommandIo): Promise<number> {
  const { cwd, env, signal } = io;
  const load = async (): Promise<Project> =>
    await loadProject(game, { cwd, tape: null, allowOrphan: true, root: flags.root ?? null, signal });
  const say = (text: string): void => {
    io.stderr.write(`${onOneLine(text)}\n`);
  };
  const asGame = (project: Project): DevGame => {
    project.warnings.forEach(say);
    const { seed, query = "", bootTimeout: bootTimeoutMs, frameTimeout: frameTimeoutMs } = flags;
    return {
      planFor: (ofPage) => planRuns(project, { seed, bootTimeoutMs, frameTimeoutMs, query: ofPage ?? query }),
      isReadFrom: (path) => filesOf(project).includes(path),
    };
  };
  const project = await load();
  await runDev({
    ...{ env, signal },
    game: asGame(project),
    loadAgain: async () => asGame(await load()),
    port: flags.port ?? manifestOf(project.target)?.editorPort ?? defaultPort,
    onReady: (url) => {
      say(`${project.game.name}: ${url}`);
      say("Ctrl-C ends it.");
    },
    onError: (error) => io.stderr.write(renderErrorText(error, io, { verbose: flags.verbose ?? false })),
    onChange: (file) => {
      say(`changed: ${file}`);
    },
  });
  return 0;
}

/** The files that a game is loaded from before it is served, as absolute paths. */
function filesOf({ target }: Project): readonly string[] {
  const manifestPath = manifestPathOf(target);
  if (manifestPath === null) return [];
  const gameDir = dirname(manifestPath);
  const scenes = manifestOf(target)?.roots.flatMap(({ scene }) => scene ?? []) ?? [];
  return [manifestPath, ...[inputMapName, ...scenes].map((file) => join(gameDir, file))];
}
