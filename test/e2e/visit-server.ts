import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "puppeteer-core";
import { findBrowser } from "../../harness/browser/find-browser.ts";
import { launchBrowser } from "../../harness/browser/launch-browser.ts";
import { type CommandOptions, type CommandResult, runCommand, type RunningCommand } from "./run-command.ts";

/** A page that a command serves, open in a real browser. */
export interface ServerVisit {
  /** The URL that the command printed. */
  readonly url: string;
  readonly page: Page;
  readonly command: RunningCommand;
  /** Resolves once the command has printed this `count` times. */
  said(text: string, count?: number): Promise<void>;
}

/** Serves a game with `framegate dev`, visits it, and stops the command with Ctrl-C. Returns the command's output. */
export async function visitDev(game: string, visit: (dev: ServerVisit) => Promise<void>): Promise<CommandResult> {
  return await visitServer(["dev", game, "--port", String(await freePort())], {}, visit);
}

/** Runs a command that serves a page, visits it, and stops the command with Ctrl-C. Returns the command's output. */
export async function visitServer(
  args: readonly string[],
  options: Pick<CommandOptions, "cwd" | "env">,
  visit: (server: ServerVisit) => Promise<void>,
): Promise<CommandResult> {
  const failures: unknown[] = [];
  let visiting = Promise.resolve();
  const result = await runCommand(args, {
    ...options,
    reactions: [
      {
        text: "Ctrl-C ends it.",
        act: (command) => {
          const said = async (text: string, count = 1): Promise<void> => {
            while (command.said().split(text).length <= count) await wait(pollMs);
          };
          const [url = ""] = /http:\S+/u.exec(command.said()) ?? [];
          // A second signal would end a command at once that is still cleaning up.
          let isStopped = false;
          const stoppable: RunningCommand = {
            ...command,
            signal: (name) => {
              isStopped = true;
              command.signal(name);
            },
          };
          visiting = visitPage(async (page) => await visit({ url, page, command: stoppable, said }))
            .catch((thrown: unknown) => {
              failures.push(thrown);
            })
            .finally(() => {
              if (!isStopped) interrupt(command);
            });
        },
      },
    ],
  });
  // It may end after the command, which it may stop itself.
  await visiting;
  const [cause] = failures;
  if (failures.length > 0) throw new Error(`The visit failed. The command said:\n${result.stderr}`, { cause });
  return result;
}

const pollMs = 20;

function interrupt(command: RunningCommand): void {
  try {
    command.signal("SIGINT");
  } catch (thrown) {
    if (!(thrown instanceof Error && Reflect.get(thrown, "code") === "ESRCH")) throw thrown;
  }
}

async function visitPage(visit: (page: Page) => Promise<void>): Promise<void> {
  await using browser = await launchBrowser({ browser: await findBrowser(process.env) });
  await visit(await browser.browser.newPage());
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
