import { type Command, InvalidArgumentError, Option } from "commander";
import { deliveryContexts, type DeliveryContext } from "../../src/formats/capability-tiers.ts";
import { countMax, runDefaults } from "../plan/run-options.ts";
import { parseSeed } from "../plan/seed-list.ts";

/** Options of every command that runs a game without a window. Absent if not given and without a default. */
export interface RunFlags extends RunFlagsOfAnySeed {
  readonly seed?: number;
}

/** The same without the seed. */
export interface RunFlagsOfAnySeed {
  readonly tape?: string;
  readonly allowOrphan?: true;
  readonly query?: string;
  readonly root?: string;
  readonly context: DeliveryContext;
  readonly bootTimeout: number;
  readonly frameTimeout: number;
  readonly allowVacuous?: true;
  readonly allowErrors?: true;
  readonly strict?: true;
  readonly allow?: readonly string[];
  readonly allowHost?: readonly string[];
  readonly json?: true;
  readonly verbose?: true;
}

/** Adds the options of every command that runs a game without a window. */
export function addRunFlags(command: Command): Command {
  return addRunFlagsOfAnySeed(addSeed(command));
}

/** The same without `--seed`. */
export function addRunFlagsOfAnySeed(command: Command): Command {
  addQuery(command)
    .option("--tape <file>", "input to play (default: framegate.tape.json beside the manifest)")
    .option("--allow-orphan", "play a tape of another version of the game");
  return addLimits(addRoot(command))
    .addOption(
      new Option("--context <context>", "how the game is built: by Vite, or as a hosted builder would, in WebAssembly")
        .choices(deliveryContexts)
        .default("local"),
    )
    .option("--allow-host <host>", "host that the game may reach, such as 127.0.0.1:8080; repeatable", parseHost)
    .option("--allow <missing=glob>", "do not fail a run in which these files are missing; repeatable", parseAllowed)
    .option("--allow-vacuous", "do not fail a run in which nothing changes and nothing is drawn")
    .option("--allow-errors", "do not fail a run in which the page throws errors that it does not catch")
    .option(
      "--strict",
      "exit with 4 if the game uses an API whose results are not repeatable, even if all runs are equal",
    );
}

/** Adds the options that decide which game runs. */
export function addSeedAndQuery(command: Command): Command {
  return addQuery(addSeed(command));
}

function addSeed(command: Command): Command {
  return command.option("--seed <integer>", "seed; overrides the query, the manifest and the default", parseSeed);
}

function addQuery(command: Command): Command {
  return command.option("--query <string>", "query of the page, such as level=3&framegate-seed=7", parseQuery);
}

/** Adds the folder that a game is served from. */
export function addRoot(command: Command): Command {
  return command.option(
    "--root <folder>",
    "folder whose files the game can read (default: the smallest that contains what it refers to)",
  );
}

/** Adds the real-time limits. */
export function addLimits(command: Command): Command {
  return command
    .option(
      "--boot-timeout <ms>",
      "limit for loading the game and setting up its roots",
      parsePositive,
      runDefaults.bootTimeoutMs,
    )
    .option("--frame-timeout <ms>", "limit for one frame", parsePositive, runDefaults.frameTimeoutMs);
}

export function parseCount(text: string): number {
  const count = Number(text);
  if (!/^\d+$/u.test(text) || count > countMax)
    throw new InvalidArgumentError(`A whole number up to ${String(countMax)} is needed.`);
  return count;
}

/** A whole number from 1 up. @throws {InvalidArgumentError} */
export function parsePositive(text: string): number {
  const count = parseCount(text);
  if (count === 0) throw new InvalidArgumentError("It must be at least 1.");
  return count;
}

const portMax = 65_535;

/** A port that a server can listen on. @throws {InvalidArgumentError} */
export function parsePort(text: string): number {
  const port = parsePositive(text);
  if (port > portMax) throw new InvalidArgumentError(`A port up to ${String(portMax)} is needed.`);
  return port;
}

/** A query with or without its question mark. */
function parseQuery(text: string): string {
  return text.replace(/^\?/u, "");
}

/** Pattern of `missing=PATTERN`, appended to those before. */
function parseAllowed(text: string, previous: readonly string[] = []): readonly string[] {
  const [, pattern = ""] = /^missing=(.+)$/u.exec(text) ?? [];
  if (pattern === "") throw new InvalidArgumentError("It needs a pattern of files, as in missing=saves/*.json.");
  return [...previous, pattern];
}

/** Host name or address with an optional port, appended to those before. */
function parseHost(text: string, previous: readonly string[] = []): readonly string[] {
  const [, name = "", port = ""] = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/iu.exec(text) ?? [];
  const url = `http://${name}${port}`;
  if (name === "" || !URL.canParse(url))
    throw new InvalidArgumentError("It needs a host, with or without a port, as in 127.0.0.1:8080.");
  // An address can be written in many ways, and the browser compares one of them.
  return [...previous, `${new URL(url).hostname}${port}`];
}
