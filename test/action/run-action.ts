import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { packageRoot } from "../../harness/package-root.ts";
import { inheritedEnvironment } from "../e2e/inherited-environment.ts";
import { action, type ActionContext, type ActionStep, fillIn, isRun } from "./read-action.ts";

/** A runner: a project in a folder, and the environment that GitHub gives a job. Disposing of it removes the folder. */
export interface Runner extends Disposable {
  readonly project: string;
  /** A folder at the start of the PATH. */
  readonly programs: string;
  run(inputs: Readonly<Record<string, string>>, event?: string): ActionEnd;
}

/** Result of a job that uses the action. */
export interface ActionEnd {
  /** Exit codes of the steps that ran a script, by name. */
  readonly steps: Readonly<Record<string, number>>;
  readonly log: string;
  /** Outputs by `id.name`. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** Actions that the other steps use. */
  readonly uses: readonly string[];
}

/** Creates a runner whose project has this package installed. */
export function createRunner(): Runner {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "framegate-action-")));
  const project = join(folder, "project");
  const programs = join(folder, "programs");
  mkdirSync(join(project, "node_modules/.bin"), { recursive: true });
  mkdirSync(programs);
  mkdirSync(join(folder, "temp"));
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "a-game", private: true }));
  symlinkSync(packageRoot, join(project, "node_modules/framegate"));
  const runner: Runner = {
    ...{ project, programs },
    run: (inputs, event = "pull_request") => runAction(folder, inputs, event),
    [Symbol.dispose]: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
  // As npm installs it, except for the executable bit, which a build does not set.
  const command = join(packageRoot, "dist/bin/framegate.cjs");
  addProgram({ programs: join(project, "node_modules/.bin") }, "framegate", `#!/bin/sh\nexec node "${command}" "$@"\n`);
  return runner;
}

/** Puts a script in a program's place. */
export function addProgram({ programs }: Pick<Runner, "programs">, name: string, script: string): void {
  const path = join(programs, name);
  writeFileSync(path, script);
  chmodSync(path, 0o755);
}

/** Runs the scripts of the action one after another. */
function runAction(folder: string, inputs: Readonly<Record<string, string>>, event: string): ActionEnd {
  const context = contextOf({ ...inputs, "working-directory": join(folder, "project") }, event);
  const steps: Record<string, number> = {};
  const outputs: Record<string, string> = {};
  const uses: string[] = [];
  let log = "";
  writeFileSync(join(folder, "summary.md"), "");
  for (const step of action.runs.steps) {
    const hasFailed = Object.values(steps).some((code) => code !== 0);
    if (!isRun(step, context, hasFailed)) continue;
    if (step.uses !== undefined) uses.push(step.uses);
    if (step.run === undefined) continue;
    const ended = runScript(folder, { ...step, run: step.run }, context);
    steps[step.name] = ended.exitCode;
    log += ended.log;
    for (const [, name = "", value = ""] of ended.output.matchAll(/^([\w-]+)=(.*)$/gmu)) {
      outputs[`${step.id ?? ""}.${name}`] = value;
      context[`steps.${step.id ?? ""}.outputs.${name}`] = value;
    }
  }
  return { steps, log, outputs, uses, summary: readFileSync(join(folder, "summary.md"), "utf8") };
}

/** Runs a script as GitHub runs bash. */
function runScript(
  folder: string,
  step: ActionStep & { readonly run: string },
  context: ActionContext,
): { readonly exitCode: number; readonly log: string; readonly output: string } {
  const output = join(folder, "output.txt");
  const script = join(folder, "script.sh");
  writeFileSync(output, "");
  writeFileSync(script, fillIn(step.run, context));
  const given = Object.entries(step.env ?? {}).map(([name, text]) => [name, fillIn(text, context)] as const);
  const { status, stdout, stderr } = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", script], {
    cwd: fillIn(step["working-directory"] ?? ".", context),
    env: {
      ...inheritedEnvironment(),
      ...Object.fromEntries(given),
      PATH: `${join(folder, "programs")}${delimiter}${process.env["PATH"] ?? ""}`,
      GITHUB_ACTIONS: "true",
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: join(folder, "summary.md"),
      GITHUB_REPOSITORY: "owner/a-game",
      RUNNER_TEMP: join(folder, "temp"),
    },
    encoding: "utf8",
  });
  return { exitCode: status ?? -1, log: stdout + stderr, output: readFileSync(output, "utf8") };
}

function contextOf(inputs: Readonly<Record<string, string>>, event: string): Record<string, string> {
  const defaults = Object.entries(action.inputs).map(([name, input]) => [`inputs.${name}`, input.default] as const);
  const given = Object.entries(inputs).map(([name, value]) => [`inputs.${name}`, value] as const);
  const github: ActionContext = {
    "github.event_name": event,
    "github.event.pull_request.number": event === "pull_request" ? "7" : "",
    "github.token": "a-token",
  };
  return { ...Object.fromEntries([...defaults, ...given]), ...github };
}
